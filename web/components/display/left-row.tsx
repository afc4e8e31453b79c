/** A row that left its list and keeps its place until the user lets go of the list: `useRowPress` refuses its acts. */
export function leftProps(why: string | undefined) {
  return why === undefined ? {} : { 'data-left': why, 'aria-disabled': true };
}

export function LeftNote({ why }: { why: string }) {
  return (
    <span
      data-note
      className="pointer-events-none absolute inset-y-0 right-3 z-1 my-auto h-fit rounded-badge border border-line-strong bg-surface px-2 py-0.5 text-small whitespace-nowrap text-ink"
    >
      {why}
    </span>
  );
}
