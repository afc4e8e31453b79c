export function LocationTag({ name }: { name: string }) {
  return (
    <span
      data-clipped-text
      className="inline-block max-w-full truncate rounded-badge border border-line px-2 py-0.5 text-badge whitespace-nowrap text-ink print:whitespace-normal"
    >
      {name}
    </span>
  );
}
