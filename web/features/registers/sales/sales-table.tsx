import { useDeferredValue, useRef } from 'react';
import type { SalesDay, SalesSortField } from '../../../../contract/registers.ts';
import { type PlainColumn, PlainTable, type Sorting } from '../../../components/table/plain-table.tsx';
import { useLeftRow } from '../../../components/table/use-left-row.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
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
const dayColumn: Column = {
  head: [dayHead],
  cell: (day) => (
    <>
      <Opens day={day}>{weekdayName(day.trading_date)}</Opens>
      <Notes day={day} />
    </>
  ),
  headClasses: 'w-[28%] max-md:w-auto',
};

const columnOfBoth: Column = {
  head: [{ field: 'location', label: 'Location, day', isText: true }],
  cell: (day) => (
    <>
      <Opens day={day}>{day.location_name}</Opens>
      <Notes day={day} name={weekdayName(day.trading_date)} />
    </>
  ),
  headClasses: 'w-[28%] max-md:w-auto',
};

const twoColumns: Column[] = [
  {
    head: [{ field: 'location', label: 'Location', isText: true }],
    cell: (day) => <Opens day={day}>{day.location_name}</Opens>,
    headClasses: 'w-[19%]',
  },
  {
    head: [dayHead],
    cell: (day) => (
      <>
        {weekdayName(day.trading_date)}
        <Notes day={day} />
      </>
    ),
    headClasses: 'w-[15%]',
  },
];

const parts = (['fuel', 'fuel_volume', 'merchandise', 'tax', 'sales', 'revenue'] as const).map((part) =>
  sumColumn(part),
);

const columns = {
  ofOne: [dayColumn, ...parts],
  ofLocations: [columnOfBoth, ...parts],
  wide: [...twoColumns, ...parts],
};

const firstRows = 12;

/** Days of locations. On phones the parts stand below the name. */
export function SalesTable({ days, sort, hasLocations }: SalesTableProps) {
  // What is in view first: a slow PC needs long for a whole page.
  const drawn = useDeferredValue(days, days.slice(0, firstRows));
  const box = useRef<HTMLDivElement>(null);
  const isNarrow = useMediaQuery('(width < 75rem)');
  useLeftRow(box, drawn.length === days.length);
  return (
    <div ref={box}>
      <PlainTable
        caption="Sales by day"
        columns={columns[hasLocations ? (isNarrow ? 'ofLocations' : 'wide') : 'ofOne']}
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

function Opens({ day, children }: { day: SalesDay; children: string }) {
  return (
    <DayLink {...day} tooltip={spanOf(day) ?? undefined}>
      {children}
    </DayLink>
  );
}

/** What is to be known of a day, after the name of what stands above. */
function Notes({ day: { state, marks }, name }: { day: SalesDay; name?: string }) {
  const notes = [...(state === 'closed' ? [] : [stateNames[state]]), ...marks].join(' · ');
  if (!name && !notes) return null;
  return (
    <span className="block text-small wrap-anywhere text-ink-soft">
      {name}
      {name && notes && ' · '}
      {notes && <span className="text-amber-ink">{notes}</span>}
    </span>
  );
}
