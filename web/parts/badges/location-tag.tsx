import { classes } from '../../lib/browser/classes.ts';

export function LocationTag({ name, className }: { name: string; className?: string }) {
  return (
    <span
      data-clipped-text
      className={classes(
        'inline-block max-w-full truncate rounded-badge border border-line px-2 py-0.5 text-badge whitespace-nowrap text-ink print:whitespace-normal',
        className,
      )}
    >
      {name}
    </span>
  );
}
