import { classes } from '../../lib/browser/classes.ts';

export interface ClippedTextProps {
  children: string;
  className?: string | undefined;
}

/** One line of somebody's text, cut with an ellipsis and whole in its tooltip; each script reads its own way. */
export function ClippedText({ children, className }: ClippedTextProps) {
  return (
    <span dir="auto" title={children} className={classes('block truncate text-left', className)}>
      {children}
    </span>
  );
}
