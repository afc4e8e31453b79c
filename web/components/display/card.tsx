import type { ComponentPropsWithRef } from 'react';
import { classes } from '../../lib/browser/classes.ts';

export type CardProps = ComponentPropsWithRef<'section'>;

/** Clips its content, so that tables may run to its edges. */
export function Card({ className, ...rest }: CardProps) {
  return (
    <section
      {...rest}
      className={classes(
        'overflow-clip rounded-card border border-line bg-surface shadow-card max-md:rounded-menu print:overflow-visible print:border-0 print:shadow-none',
        className,
      )}
    />
  );
}
