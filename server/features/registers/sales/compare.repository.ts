import { sql } from 'kysely';
import { type Figures, figureNames } from '../../../../contract/registers.ts';
import {
  type ComparedFigures,
  comparedNames,
  hourlyNames,
  type LeftOutReason,
} from '../../../../contract/sales.ts';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { isOneOf, rowsOf, whereAll } from '../../../platform/database/query.ts';
import type { JournalHour } from '../figures/hours.pure.ts';
import { isReporting } from '../figures/reporting.repository.ts';
import type { Packed, Store } from './pairs.pure.ts';
import type { DateRange } from './periods.pure.ts';

export type ChosenStore = Store & {
  name: string;
  number: string | null;
  us_state: string;
  sort_name: string;
  time_zone: string;
};

type StoreRow = Omit<ChosenStore, 'first' | 'settled' | 'until'> & {
  first: string | null;
  last: string | null;
  closed_on: string | null;
  is_reporting: boolean | 0 | 1;
};

/** A new location grows from nothing: its first days with figures are not compared. Opening dates are not stored. */
const openingDays = 7;

/** Those that have figures until today, in the order of their ids. */
export async function listStores(
  db: Queryable,
  filter: LocationFilter,
  today: string,
): Promise<ChosenStore[]> {
  const date = (
    which: 'min' | 'max',
  ) => sql`(select ${sql.raw(which)}(sales_days.trading_date) from sales_days
    where sales_days.location_id = locations.id and sales_days.trading_date <= ${today})`;
  const query = sql<StoreRow>`
    select locations.id, locations.name, locations.number, locations.state as us_state, locations.closed_on,
      coalesce(locations.sort_name, '') as sort_name, locations.time_zone,
      ${date('min')} as first, ${date('max')} as last,
      ${isReporting(today)} as is_reporting
    from locations ${whereAll(atLocations(db, 'locations.id', filter))} order by locations.id`;
  return (await query.execute(db)).rows.flatMap(({ first, last, closed_on, is_reporting, ...row }) =>
    first === null
      ? []
      : [{ ...row, first, settled: daysBefore(first, -openingDays), until: is_reporting ? closed_on : last }],
  );
}

/** By id. */
export async function listLocationRefs(db: Queryable, filter: LocationFilter) {
  const query = sql<
    Pick<ChosenStore, 'id' | 'name' | 'number'>
  >`select locations.id, locations.name, locations.number
    from locations ${whereAll(atLocations(db, 'locations.id', filter))}`;
  return new Map((await query.execute(db)).rows.map((row) => [row.id, row]));
}

/**
 * Days of some dates, and their conditions. Of all locations SQLite must read the index that has the figures: it prefers
 * one of each location, and then reads the long rows.
 */
function daysOn(db: Queryable, filter: LocationFilter, dates: DateRange | readonly string[]) {
  const locations = atLocations(db, 'sales_days.location_id', filter);
  const isForced = db.dialect === 'sqlite' && locations.length === 0;
  const ofDates =
    'from' in dates
      ? [sql`sales_days.trading_date >= ${dates.from}`, sql`sales_days.trading_date <= ${dates.to}`]
      : [isOneOf(db, 'sales_days.trading_date', dates, 'text')];
  return sql`sales_days ${isForced ? sql`indexed by sales_days_figures` : sql``} ${whereAll([...ofDates, ...locations])}`;
}

const bit = (name: keyof Figures, value: number) =>
  sql.raw(`case when sales_days.${name} is null then 0 else ${value} end`);

/** What nobody decided about. */
export const heldNames = ['undecided', 'proposed_excluded', 'proposed_fuel'] as const;
export const shownNames = [...figureNames, ...heldNames] as const;
type Shown = Record<(typeof shownNames)[number], number | null>;

export type DateSums = Partial<Shown> & { trading_date: string; packed: Packed };

/** By trading date, with sums of some figures. One scan says both. */
export async function listPresent(
  db: Queryable,
  filter: LocationFilter,
  range: DateRange,
  names: readonly (keyof Shown)[],
): Promise<DateSums[]> {
  const [concat, char] = db.dialect === 'sqlite' ? ['group_concat', 'char'] : ['string_agg', 'chr'];
  // Nearly all are closed and know all figures: no sum of bits for these.
  const knownNames = ['fuel_volume', 'fuel', 'merchandise', 'tax', 'sales'];
  const knowsAll = sql.raw(knownNames.map((name) => `sales_days.${name} is not null`).join(' and '));
  const flags = sql`case when sales_days.is_closed and ${knowsAll} then 'o'
    else ${sql.raw(char)}(48 + case when sales_days.is_closed then 1 else 0 end + ${bit('fuel_volume', 2)} + ${bit('fuel', 4)}
      + ${bit('merchandise', 8)} + ${bit('tax', 16)} + ${bit('sales', 32)}) end`;
  const columns = [
    sql`sales_days.trading_date`,
    sql`${sql.raw(concat)}(cast(sales_days.location_id as text) || ${flags}, '') as packed`,
    ...(names.length > 0 ? [sumsOf(names, 'sales_days')] : []),
  ];
  const query = sql<DateSums>`select ${sql.join(columns)}
    from ${daysOn(db, filter, range)} group by sales_days.trading_date`;
  return (await query.execute(db)).rows;
}

/** Days that no pair takes, whatever they sold: they cover two dates, or somebody marked them. They are few. */
export async function listSpecialDays(db: Queryable, filter: LocationFilter, { from, to }: DateRange) {
  // Of some locations SQLite would read the rows.
  const index = db.dialect === 'sqlite' ? sql`indexed by sales_days_of_two_dates` : sql``;
  const ofTwoDates = sql`select sales_days.trading_date, sales_days.location_id, 'two_dates' as reason from sales_days ${index}
    ${whereAll([
      sql`sales_days.marks like '%"Covers 2 dates"%'`,
      sql`sales_days.trading_date >= ${from}`,
      sql`sales_days.trading_date <= ${to}`,
      ...atLocations(db, 'sales_days.location_id', filter),
    ])}`;
  // The mark is on a business day. Without figures that is a date, otherwise at most two days from it.
  const marked = sql`select coalesce(sales_days.trading_date, noted.business_date), noted.location_id, 'marked_closed'
    from sales_day_notes as noted left join sales_days on sales_days.location_id = noted.location_id
      and sales_days.business_date = noted.business_date
    ${whereAll([
      sql`noted.is_closed`,
      sql`noted.business_date >= ${daysBefore(from, 2)}`,
      sql`noted.business_date <= ${daysBefore(to, -2)}`,
      ...atLocations(db, 'noted.location_id', filter),
    ])}`;
  const query = sql<LocationDate & { reason: LeftOutReason }>`${ofTwoDates} union all ${marked}`;
  return (await query.execute(db)).rows;
}

const sumsOf = (names: readonly string[], table: string) =>
  sql.join(names.map((name) => sql`cast(sum(${sql.ref(`${table}.${name}`)}) as bigint) as ${sql.ref(name)}`));

/** By location: all that is shown of a range, or those that are compared of some dates. */
export async function sumByLocation(
  db: Queryable,
  filter: LocationFilter,
  dates: DateRange | readonly string[],
) {
  const names = 'from' in dates ? shownNames : comparedNames;
  const query = sql<Partial<Shown> & { location_id: string }>`
    select sales_days.location_id, ${sumsOf(names, 'sales_days')}
    from ${daysOn(db, filter, dates)} group by sales_days.location_id`;
  return (await query.execute(db)).rows;
}

/** The days of these dates with the hours of their journals; null without. */
export async function listHours(db: Queryable, filter: LocationFilter, dates: readonly string[]) {
  const hours =
    db.dialect === 'sqlite'
      ? sql`json_extract(sales_days.content, '$.hours')`
      : sql`(sales_days.content::json -> 'hours')::text`;
  const names = hourlyNames.map((name) => sql.ref(`sales_days.${name}`));
  const query = sql<LocationDate & HourlyFigures & { hours: string | null }>`
    select sales_days.trading_date, sales_days.location_id, ${hours} as hours, ${sql.join(names)}
    from ${daysOn(db, filter, dates)} and not sales_days.is_future`;
  return (await query.execute(db)).rows.map(({ hours, ...row }) => ({
    ...row,
    hours: hours === null ? null : (JSON.parse(hours) as JournalHour[]),
  }));
}

type HourlyFigures = Pick<Figures, (typeof hourlyNames)[number]>;
export type DayByHours = Awaited<ReturnType<typeof listHours>>[number];

export interface LocationDate {
  trading_date: string;
  location_id: string;
}

/** The compared figures of these days of locations. */
export async function listFigures(db: Queryable, days: readonly LocationDate[]) {
  const list = rowsOf<LocationDate>(
    db,
    { trading_date: 'text', location_id: 'uuid' },
    days.map(({ trading_date, location_id }) => ({ trading_date, location_id })),
  );
  const query = sql<LocationDate & ComparedFigures>`
    select list.trading_date, list.location_id, ${sumsOf(comparedNames, 'sales_days')}
    from ${list} join sales_days on sales_days.trading_date = list.trading_date and sales_days.location_id = list.location_id
    group by list.trading_date, list.location_id`;
  return (await query.execute(db)).rows;
}
