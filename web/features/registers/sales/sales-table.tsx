import { useDeferredValue, useRef } from 'react';
import type { SalesDay, SalesSortField } from '../../../../contract/registers.ts';
import { type PlainColumn, PlainTable, type Sorting } from '../../../components/table/plain-table.tsx';
import { useLeftRow } from '../../../components/table/use-left-row.ts';
import { DayLink } from '../day-link.tsx';
import { stateNames } from '../words.ts';
import { spanOf, weekdayName } from './days.ts';
import { sumColumn } from './sum-columns.tsx';

export interface SalesTableProps {
  days: readonly SalesDay[];
  /** Absent for the days of one location. */
  sort?: Sorting<SalesSortField>;
  hasLocations: boolean;
}

type Column = PlainColumn<SalesDay, SalesSortField>;

const dayHead = { field: 'trading_date', label: 'Day', isOrderOfPage: true } as const;
const locationHead = { field: 'location', label: 'Location', isText: true } as const;

function firstColumn(hasLocations: boolean): Column {
  return {
    head: hasLocations ? [dayHead, locationHead] : [dayHead],
    cell: (day) => <Day day={day} hasLocations={hasLocations} />,
    headClasses: 'w-[28%] max-md:w-auto',
  };
}

const parts = (['fuel', 'fuel_volume', 'merchandise', 'tax', 'sales', 'revenue'] as const).map((part) =>
  sumColumn(part),
);

const columns = { ofLocations: [firstColumn(true), ...parts], ofOne: [firstColumn(false), ...parts] };

const firstRows = 12;

/** Days of locations. On phones the parts stand below the name. */
export function SalesTable({ days, sort, hasLocations }: SalesTableProps) {
  // What is in view first: a slow PC needs long for a whole page.
  const drawn = useDeferredValue(days, days.slice(0, firstRows));
  const box = useRef<HTMLDivElement>(null);
  useLeftRow(box, drawn.length === days.length);
  return (
    <div ref={box}>
      <PlainTable
        caption="Sales by day"
        columns={hasLocations ? columns.ofLocations : columns.ofOne}
        rows={drawn}
        keyOf={({ location_id, business_date }) => `${location_id} ${business_date}`}
        sort={sort}
        rowClasses="relative hover:bg-row-hover has-[a:active]:bg-line"
      />
      {/* As high as the rows to come at the most: Back restores a place that must be there. */}
      <div aria-hidden="true" style={{ height: `${(days.length - drawn.length) * 8}rem` }} />
    </div>
  );
}

function Day({ day, hasLocations }: { day: SalesDay; hasLocations: boolean }) {
  const { location_id, location_name, business_date, trading_date, marks } = day;
  const notes = [...(day.state === 'closed' ? [] : [stateNames[day.state]]), ...marks];
  const name = weekdayName(trading_date);
  return (
    <>
      <DayLink
        {...{ location_id, business_date }}
        className="block truncate rounded-badge font-semibold after:absolute after:inset-0"
        tooltip={spanOf(day) ?? undefined}
      >
        {hasLocations ? location_name : name}
      </DayLink>
      {(hasLocations || notes.length > 0) && (
        <span className="block text-small wrap-anywhere text-ink-soft">
          {hasLocations && name}
          {hasLocations && notes.length > 0 && ' · '}
          {notes.length > 0 && <span className="text-amber-ink">{notes.join(' · ')}</span>}
        </span>
      )}
    </>
  );
}
