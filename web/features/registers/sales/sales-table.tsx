import { Link } from '@tanstack/react-router';
import { useDeferredValue } from 'react';
import type { SalesDay, SalesSortField } from '../../../../contract/registers.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { formatCount, formatMoney, formatVolume } from '../../../lib/format/format-money.ts';
import { SortHead, type Sorting } from '../sort-head.tsx';
import { stateNames } from '../words.ts';
import { spanOf, weekdayName } from './days.ts';

export interface SalesTableProps {
  days: readonly SalesDay[];
  /** Absent for the days of one location. */
  sort?: Sorting<SalesSortField>;
  hasLocations: boolean;
}

const columns = [
  { field: 'fuel', label: 'Fuel', of: (day: SalesDay) => formatMoney(day.fuel), isWide: true },
  {
    field: 'fuel_volume',
    label: 'Gallons',
    of: (day: SalesDay) => formatVolume(day.fuel_volume),
    isWide: true,
  },
  {
    field: 'merchandise',
    label: 'Merchandise',
    of: (day: SalesDay) => formatMoney(day.merchandise),
    isWide: true,
  },
  { field: 'tax', label: 'Tax', of: (day: SalesDay) => formatMoney(day.tax), isWide: true },
  { field: 'sales', label: 'Sales', of: (day: SalesDay) => formatCount(day.sales), isWide: true },
  { field: 'revenue', label: 'Revenue', of: (day: SalesDay) => formatMoney(day.revenue), isWide: false },
] as const;

const dayHead = { field: 'trading_date', label: 'Day', isOrderOfPage: true } as const;
const locationHead = { field: 'location', label: 'Location', isText: true } as const;

const firstRows = 12;

const wide = 'max-md:hidden print:table-cell';

/** Days of locations. On phones the parts stand below the name. */
export function SalesTable({ days, sort, hasLocations }: SalesTableProps) {
  // What is in view first: a slow PC needs long for a whole page.
  const drawn = useDeferredValue(days, days.slice(0, firstRows));
  return (
    <table className="w-full table-fixed">
      <caption className="sr-only">Sales by day</caption>
      <thead className="border-b border-line text-left text-small text-ink-soft">
        <tr className="h-10">
          <SortHead
            fields={hasLocations ? [dayHead, locationHead] : [dayHead]}
            sort={sort}
            className="w-[28%] pl-6 max-md:w-auto max-md:pl-4"
          />
          {columns.map(({ field, label, isWide }) => (
            <SortHead
              key={field}
              fields={[{ field, label }]}
              sort={sort}
              isRight
              className={classes(isWide ? wide : 'pr-6 max-md:w-32 max-md:pr-4')}
            />
          ))}
        </tr>
      </thead>
      <tbody>
        {drawn.map((day) => (
          <Row key={`${day.location_id} ${day.business_date}`} day={day} hasLocations={hasLocations} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ day, hasLocations }: { day: SalesDay; hasLocations: boolean }) {
  const { location_id, location_name, business_date, trading_date, marks } = day;
  const notes = [...(day.state === 'closed' ? [] : [stateNames[day.state]]), ...marks];
  const name = weekdayName(trading_date);
  return (
    <tr className="relative border-b border-line last:border-b-0 hover:bg-row-hover has-[a:active]:bg-line">
      <td className="py-2 pl-6 align-top max-md:pl-4">
        <Link
          to="/locations/$id/sales/$day"
          params={{ id: location_id, day: business_date }}
          className="block truncate rounded-badge font-semibold after:absolute after:inset-0"
          data-tooltip={spanOf(day) ?? undefined}
        >
          {hasLocations ? location_name : name}
        </Link>
        {(hasLocations || notes.length > 0) && (
          <span className="block text-small wrap-anywhere text-ink-soft">
            {hasLocations && name}
            {hasLocations && notes.length > 0 && ' · '}
            {notes.length > 0 && <span className="text-amber-ink">{notes.join(' · ')}</span>}
          </span>
        )}
        <span className="block text-small text-ink-soft md:hidden print:hidden">
          Fuel {formatMoney(day.fuel)}
          <br />
          Merchandise {formatMoney(day.merchandise)}
        </span>
      </td>
      {columns.map(({ field, of, isWide }) => (
        <td
          key={field}
          className={classes(
            'py-2 pl-2 text-right align-top tabular-nums',
            isWide ? wide : 'pr-6 font-semibold max-md:pr-4',
          )}
        >
          {of(day)}
        </td>
      ))}
    </tr>
  );
}
