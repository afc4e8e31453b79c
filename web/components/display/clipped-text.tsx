import { classes } from '../../lib/browser/classes.ts';

export function ClippedText({ children, className }: { children: string; className?: string | undefined }) {
  return (
    <span
      dir="auto"
      data-clipped-text
      className={classes(
        'block truncate text-left print:overflow-visible print:whitespace-normal print:wrap-anywhere',
        className,
      )}
    >
      {children}
    </span>
  );
}
