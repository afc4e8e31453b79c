import { classes } from '../../lib/browser/classes.ts';

export interface StatusBadgeProps {
  isActive: boolean;
  words?: readonly [string, string];
}

/** A dot and a word, never color alone: filled for Active, a ring for Inactive. */
export function StatusBadge({ isActive, words = ['Active', 'Inactive'] }: StatusBadgeProps) {
  return (
    <span
      data-on={isActive || undefined}
      className={classes(
        "lamp inline-flex items-center gap-1.5 font-medium whitespace-nowrap before:size-2 before:rounded-full before:content-['']",
        isActive ? 'text-good before:bg-current' : 'text-off before:border-2 before:border-current',
      )}
    >
      {isActive ? words[0] : words[1]}
    </span>
  );
}
