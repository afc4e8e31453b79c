import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { Card } from '../../components/display/card.tsx';
import { markClasses, useChangedMark } from '../../components/display/changed-value.ts';
import { classes } from '../../lib/browser/classes.ts';

/** As a URL has them; without any, the whole scope. */
export interface OfDistricts {
  district?: string | undefined;
}

export interface TileProps {
  label: string;
  value: string;
  icon: ReactNode;
  note?: ReactNode;
  failure?: ReactNode;
  /** No source for the figure is connected. */
  isUnsourced?: boolean;
  isOld?: boolean;
  to?: '/locations' | '/sales' | '/products' | '/stock';
  search?: OfDistricts;
}

export function Tile({ label, value, icon, note, failure, isUnsourced, isOld, to, search = {} }: TileProps) {
  const id = useId();
  const mark = useChangedMark(value === '…' ? undefined : value);
  return (
    <Card
      aria-labelledby={id}
      className={classes(
        'relative h-28 px-5 py-3.5 inset-shadow-[0_3px_0] inset-shadow-amber max-md:h-25 max-md:px-3.5 max-md:py-1.5',
        to && 'hover:bg-row-hover active:bg-line',
      )}
    >
      <div className="flex items-start justify-between gap-2">
        <p id={id} className="truncate text-ink-soft">
          {to ? (
            <Link
              to={to}
              search={search}
              className="after:absolute after:inset-0 after:-outline-offset-2 focus-visible:outline-none focus-visible:after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-petrol"
            >
              {label}
            </Link>
          ) : (
            label
          )}
        </p>
        <span aria-hidden="true" className="text-petrol max-md:hidden">
          {icon}
        </span>
      </div>
      <p
        {...mark}
        className={classes(
          markClasses,
          'mt-0.5 font-sign text-hero leading-none font-semibold max-md:text-title',
          (isUnsourced || isOld) && 'text-ink-faint',
        )}
      >
        {value}
      </p>
      <p className="mt-1.5 truncate text-small text-ink-soft max-md:mt-0.5 max-md:line-clamp-2 max-md:leading-4 max-md:whitespace-normal">
        {failure ? <span className="relative z-1">{failure}</span> : note}
      </p>
    </Card>
  );
}
