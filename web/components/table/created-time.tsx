import { formatDateInLines } from '../../lib/format/format-date.ts';

/** Two lines; in a compact row one. */
export function CreatedTime({ at }: { at: string }) {
  return (
    <time
      dateTime={at}
      className="block text-small whitespace-pre-line text-ink-soft group-data-compact/rows:whitespace-normal"
    >
      {formatDateInLines(at)}
    </time>
  );
}
