import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';

export interface FilterRowProps {
  /** '41 days'; empty until it is known. */
  count?: string;
  isPrinted?: boolean;
  children: ReactNode;
}

/** The filters above the rows of a page. */
export function FilterRow({ count, isPrinted = true, children }: FilterRowProps) {
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-2 border-b border-line px-6 py-3.5 max-md:px-4',
        !isPrinted && 'print:hidden',
      )}
    >
      {children}
      {count !== undefined && (
        <p role="status" className="ml-auto text-small text-ink-soft">
          {count}
        </p>
      )}
    </div>
  );
}
