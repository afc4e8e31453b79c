export function Mark({ size = 28 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" className="shrink-0" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--color-amber)" />
      <path d="M5 14Q16 3 27 14" fill="none" stroke="#0b2f36" strokeWidth="3.4" strokeLinecap="round" />
      <rect x="5" y="14" width="22" height="3" rx="1.5" fill="#0b2f36" />
      <rect x="14.4" y="17" width="3.2" height="10" fill="#0b2f36" />
    </svg>
  );
}
