/** The forecourt shrunk to an outline: what an empty list shows. */
export function EmptyArt() {
  return (
    <svg width="132" height="96" viewBox="0 0 132 96" aria-hidden="true">
      <rect x="6" y="84" width="120" height="3" rx="1.5" fill="var(--line)" />
      <rect x="18" y="20" width="72" height="14" rx="3" fill="var(--petrol-soft)" />
      <rect x="18" y="34" width="72" height="3" fill="var(--amber)" />
      <rect x="28" y="37" width="4" height="47" fill="var(--line)" />
      <rect x="76" y="37" width="4" height="47" fill="var(--line)" />
      <rect
        x="44"
        y="56"
        width="20"
        height="28"
        rx="3"
        fill="none"
        stroke="var(--line-strong)"
        strokeDasharray="4 3"
      />
      <rect x="102" y="38" width="18" height="30" rx="3" fill="var(--petrol-soft)" />
      <rect x="109" y="68" width="4" height="16" fill="var(--line)" />
    </svg>
  );
}
