import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { formatDate } from '../../lib/format/format-date.ts';

export interface PageTitleProps {
  title: string;
  subtitle?: string;
  /** Next to the title; on phones next to the subtitle, if there is one. */
  aside?: ReactNode;
  /** Buttons at the right, on phones in the line of the title. */
  actions?: ReactNode;
}

export function PageTitle({ title, subtitle, aside, actions }: PageTitleProps) {
  return (
    <header className="mb-4 grid grid-cols-[minmax(0,1fr)_auto] items-end gap-x-6 max-md:-mt-2 max-md:mb-3 max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-1 max-md:gap-y-px">
      <div className="flex min-w-0 flex-wrap items-center gap-x-2 max-md:contents">
        <h1 className="font-sign text-title font-semibold text-balance wrap-anywhere max-md:grow">{title}</h1>
        {aside && (
          <div className="flex flex-wrap items-center gap-x-2 max-md:order-3 max-md:-my-1.75 max-md:-mr-2.5 print:hidden">
            {aside}
          </div>
        )}
      </div>
      {actions && <div className="col-start-2 row-span-2 row-start-1 flex flex-wrap gap-2">{actions}</div>}
      {aside && subtitle && <span className="hidden basis-full max-md:order-1 max-md:block" />}
      <p className="hidden print:block">Printed {formatDate(new Date().toISOString())}</p>
      {subtitle && (
        <p
          className={classes(
            'col-start-1 row-start-2 text-ink-soft max-md:order-2 max-md:grow print:hidden',
            // The width of the neighbor changes, and the subtitle must not wrap then.
            aside ? 'max-md:min-w-0 max-md:basis-24 max-md:truncate' : 'max-md:basis-full',
          )}
        >
          {subtitle}
        </p>
      )}
    </header>
  );
}
