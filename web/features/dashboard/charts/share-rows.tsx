import { scaleLinear } from 'd3-scale';
import type { ReactNode } from 'react';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { FilteredLink, type FilteredLinkProps } from '../parts/filtered-link.tsx';

export interface Share extends Pick<FilteredLinkProps, 'list' | 'filters'> {
  key: string;
  name: ReactNode;
  count: number;
}

export interface ShareRowsProps {
  label: string;
  shares: readonly Share[];
  noun: string;
}

const rowsShown = 5;

export function ShareRows({ label, shares, noun }: ShareRowsProps) {
  const width = scaleLinear()
    .domain([0, Math.max(shares[0]?.count ?? 0, 1)])
    .range([0, 100]);
  const more = shares.length - rowsShown;
  return (
    <div className="h-44 py-1 max-md:h-auto max-md:min-h-57">
      <ul aria-label={label}>
        {shares.slice(0, rowsShown).map(({ key, name, count, list, filters }) => (
          <li key={key}>
            <FilteredLink
              list={list}
              filters={filters}
              className="flex h-7 max-md:h-11 items-center gap-3 px-5 -outline-offset-2 hover:bg-row-hover active:bg-line max-md:px-4"
            >
              <span className="flex w-32 shrink-0 max-md:w-28">{name}</span>
              <svg aria-hidden="true" height="10" className="min-w-0 flex-1">
                <rect
                  width={`${width(count)}%`}
                  height="10"
                  rx="3"
                  className="fill-petrol group-data-old/card:fill-ink-faint"
                />
              </svg>
              <span className="w-14 text-right font-sign text-input font-semibold">
                {formatNumber(count)}
              </span>
            </FilteredLink>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="flex h-7 items-center px-5 text-small text-ink-soft max-md:px-4">
          and {more} more {noun}
          {more > 1 && 's'}
        </p>
      )}
      {shares.length === 0 && <p className="px-5 py-2 text-ink-soft max-md:px-4">None yet.</p>}
    </div>
  );
}
