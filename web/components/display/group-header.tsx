import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';

export function GroupHeader({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <header
      className={classes(
        'flex min-h-13 max-md:min-h-14 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line bg-surface-raised px-6 py-1.5 max-md:px-4',
        className,
      )}
    >
      {children}
    </header>
  );
}
