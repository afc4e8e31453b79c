import { classes } from '../../lib/browser/classes.ts';

/** The initials of a user. Decorative: the name is always shown next to it. */
export function Avatar({ name, className }: { name: string; className?: string | undefined }) {
  return (
    <span
      aria-hidden="true"
      className={classes(
        'grid size-9 shrink-0 place-items-center rounded-full bg-petrol-soft text-badge font-bold text-petrol',
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** The first letters of the first and the last word. Whole characters, so that no emoji is cut in two. */
function initialsOf(name: string) {
  const words = name.trim().split(/\s+/u);
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}
