import { type RawBuilder, sql } from 'kysely';
import type { Sort } from '../../../../contract/lists/list-filters.ts';
import {
  type Figures,
  figureNames,
  type Product,
  type SalesDay,
  type SalesSortField,
} from '../../../../contract/registers.ts';
import type { DayState } from '../../../../contract/sales-selection.ts';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import type { LocationsTable } from '../../../kernel/database/schema.ts';
import {
  type Column,
  isBeyond,
  isUpTo,
  orderOf,
  type Part,
  type Position,
  partsFrom,
  readParts,
  type ValueKind,
} from '../../../kernel/paging.ts';
import { yieldToRequests } from '../../../platform/background/background.ts';
import { escapeLike, isOneOf, rowsOf, whereAll } from '../../../platform/database/query.ts';
import type { DayDetails } from '../figures/figures.pure.ts';
import { isConnected, isReporting } from '../figures/reporting.repository.ts';
import type { DateRange } from './periods.pure.ts';

const figureColumns = sql.join(figureNames.map((name) => sql.ref(`sales_days.${name}`)));
/** Sums of large integers are decimals on PostgreSQL. */
const figureSums = sql.join(
  figureNames.map((name) => sql`cast(sum(${sql.ref(`sales_days.${name}`)}) as bigint) as ${sql.ref(name)}`),
);

/** The newest business day of a location is open, an older one without a report not closed. */
export const state = sql<DayState>`case when sales_days.is_closed then 'closed'
  when exists (select 1 from sales_days as newer where newer.location_id = sales_days.location_id
    and newer.business_date > sales_days.business_date) then 'not_closed' else 'open' end`;

export interface DayFilter extends LocationFilter, DateRange {
  day?: DayState | undefined;
}

/** Conditions on `sales_days`. */
export function matches(db: Queryable, { from, to, day, ...locations }: DayFilter): RawBuilder<boolean>[] {
  return [
    ...atLocations(db, 'sales_days.location_id', locations),
    sql`sales_days.trading_date >= ${from}`,
    sql`sales_days.trading_date <= ${to}`,
    ...(day ? [sql<boolean>`${state} = ${day}`] : []),
  ];
}

type DayRow = Omit<SalesDay, 'marks'> & { marks: string };

const dayColumns = sql`sales_days.location_id, locations.name as location_name, locations.number as location_number,
  sales_days.business_date, sales_days.trading_date, sales_days.began, sales_days.ended, ${state} as state,
  ${figureColumns}, sales_days.undecided, sales_days.proposed_excluded, sales_days.proposed_fuel, sales_days.marks`;

function dayOf({ marks, ...row }: DayRow): SalesDay {
  return { ...row, marks: JSON.parse(marks) as string[] };
}

/** By which locations are sorted. */
const locationName = sql`coalesce(locations.sort_name, '')`;

export type SalesSort = Sort<SalesSortField>;

type SortedRow = Omit<DayRow, 'marks'> & { sort_name: string };

/** Days with the same value are ordered by date, newest first, then location. */
export function salesOrder({ field, isDescending }: SalesSort): (Column & { name: keyof SortedRow })[] {
  const column = (name: keyof SortedRow, kind: ValueKind, isDescending: boolean) => ({
    ...{ name, kind, isDescending },
    of: name === 'sort_name' ? locationName : sql.ref(`sales_days.${name}`),
  });
  const date = column('trading_date', 'day', true);
  const name = column('sort_name', 'text', false);
  const rest = [column('location_id', 'id', false), column('business_date', 'day', true)];
  if (field === 'trading_date') return [{ ...date, isDescending }, name, ...rest];
  if (field === 'location') return [{ ...name, isDescending }, date, ...rest];
  return [{ ...column(field, 'number', isDescending), isOptional: true }, date, name, ...rest];
}

/**
 * Of a page by a figure: the days between its first and its last figure and date, among which it is. Looking up the names
 * of the locations of all days, by which the rest is ordered, takes three times as long as finding the last.
 */
async function isAround(
  db: Queryable,
  filter: DayFilter,
  { among, columns, after }: Part,
  limit: number,
): Promise<RawBuilder<boolean>[]> {
  const figureAndDate = columns.slice(
    0,
    columns.findIndex(({ of }) => of === locationName),
  );
  const values = sql.join(figureAndDate.map(({ of }, index) => sql`${of} as ${sql.ref(`value_${index}`)}`));
  const behind = [...among, ...(after ? [isBeyond(figureAndDate, after)] : [])];
  const query = sql<Record<string, string | number>>`select ${values} from sales_days
    ${whereAll([...matches(db, filter), ...behind])} order by ${orderOf(figureAndDate)} limit 1 offset ${limit - 1}`;
  const [last] = (await query.execute(db)).rows;
  return [
    ...(after ? [isBeyond(figureAndDate, after, true)] : []),
    ...(last ? [isUpTo(figureAndDate, Object.values(last))] : []),
  ];
}

interface Page {
  sort: SalesSort;
  limit: number;
  after: Position | null;
}

/** Lists and CSV read what users say of a day beside what the figures say. */
function withNote(day: SalesDay, note: string | null, isClosed: boolean): SalesDay {
  return { ...day, marks: [...day.marks, ...(isClosed ? ['Location closed'] : []), ...(note ? [note] : [])] };
}

/** With what the cursor after each needs. */
export async function listDays(
  db: Queryable,
  filter: DayFilter,
  { sort, limit, after }: Page,
): Promise<{ day: SalesDay; position: Position }[]> {
  const isByFigure = sort.field !== 'trading_date' && sort.field !== 'location';
  const columns = salesOrder(sort);
  const parts = partsFrom(columns, { isBackward: false, after });
  return readParts(parts, limit, async (part, limit) => {
    const around = isByFigure ? await isAround(db, filter, part, limit) : [];
    const order = orderOf(part.columns);
    // An index has all that filters and orders days, but not all that is shown: only the days of the page are read whole.
    const query = sql<SortedRow & { marks: string; note: string | null; is_noted_closed: boolean | null }>`
      with page as (select sales_days.location_id, sales_days.business_date
        from sales_days join locations on locations.id = sales_days.location_id
        ${whereAll([...matches(db, filter), ...around, ...part.where])} order by ${order} limit ${limit})
      select ${dayColumns}, ${locationName} as sort_name, noted.note, noted.is_closed as is_noted_closed
      from page join sales_days on sales_days.location_id = page.location_id and sales_days.business_date = page.business_date
        join locations on locations.id = sales_days.location_id
        left join sales_day_notes as noted on noted.location_id = page.location_id and noted.business_date = page.business_date
      order by ${order}`;
    return (await query.execute(db)).rows.map(({ sort_name, note, is_noted_closed, ...row }) => ({
      day: withNote(dayOf(row), note, is_noted_closed ?? false),
      position: columns.map(({ name }) => ({ ...row, sort_name })[name]),
    }));
  });
}

export async function sumDays(db: Queryable, filter: DayFilter): Promise<Figures & { total: number }> {
  const query = sql<Figures & { total: number }>`select count(*) as total, ${figureSums} from sales_days
    ${whereAll(matches(db, filter))}`;
  const [row] = (await query.execute(db)).rows;
  if (!row) throw new Error('A sum has one row');
  return row;
}

/** Until this day, because a clock that is ahead must move no range. Null without figures at these locations. */
export async function findLastDate(
  db: Queryable,
  locations: LocationFilter,
  today: string,
): Promise<string | null> {
  const query = sql<{ last: string | null }>`select max(sales_days.trading_date) as last from sales_days
    ${whereAll([...atLocations(db, 'sales_days.location_id', locations), sql`sales_days.trading_date <= ${today}`])}`;
  return (await query.execute(db)).rows[0]?.last ?? null;
}

/** Of one location, some days at a time: their details are long. */
export async function* listDetails(
  db: Queryable,
  location_id: string,
  days: readonly Pick<SalesDay, 'business_date'>[],
): AsyncGenerator<DayDetails> {
  for (const { business_date } of days) {
    const query = db.selectFrom('sales_days').select('content').where('location_id', '=', location_id);
    const row = await query.where('business_date', '=', business_date).executeTakeFirst();
    if (row) yield JSON.parse(row.content) as DayDetails;
    await yieldToRequests();
  }
}

export async function findDay(db: Queryable, location_id: string, business_date: string) {
  const query = sql<DayRow & { content: string }>`select ${dayColumns}, sales_days.content
    from sales_days join locations on locations.id = sales_days.location_id
    where sales_days.location_id = ${location_id} and sales_days.business_date = ${business_date}`;
  const [row] = (await query.execute(db)).rows;
  if (!row) return null;
  const { content, ...day } = row;
  return { day: dayOf(day), details: JSON.parse(content) as DayDetails };
}

/** Of the whole chain, whatever the scope: a register file, a daily close of a spreadsheet, or a stock list. */
export async function hasFigures(db: Queryable): Promise<boolean> {
  const query = sql<{ has: number }>`select 1 as has where exists (select 1 from register_files)
    or exists (select 1 from register_closes) or exists (select 1 from register_stock_locations)`;
  return (await query.execute(db)).rows.length > 0;
}

export type ReportingLocation = Pick<LocationsTable, 'id' | 'name' | 'number' | 'time_zone' | 'closed_on'> & {
  /** Of its registers while one is connected, and of spreadsheets. */
  register_file_at: string | null;
  imported_at: string | null;
};

/** Those of which figures are expected today, that are open, or were until this day; only these, when some are named. */
export async function listReporting(
  db: Queryable,
  filter: LocationFilter,
  { today, closedSince }: { today: string; closedSince: string },
) {
  const query = sql<ReportingLocation>`
    select locations.id, locations.name, locations.number, locations.time_zone, locations.closed_on,
      (select max(received_at) from register_files
        where register_files.location_id = locations.id and ${isConnected}) as register_file_at,
      (select max(imported_at) from register_closes where register_closes.location_id = locations.id) as imported_at
    from locations ${whereAll([
      ...atLocations(db, 'locations.id', filter),
      sql`(locations.closed_on is null or locations.closed_on >= ${closedSince})`,
      isReporting(today),
    ])}
    order by locations.search, locations.id`;
  return (await query.execute(db)).rows;
}

/** Of each location, those that may be its day of today. */
export function listRecentDays(db: Queryable, filter: LocationFilter, since: string) {
  return db
    .selectFrom('sales_days')
    .select(['location_id', 'business_date', 'trading_date', 'ended', 'is_closed', 'is_future'])
    .select(['revenue', 'ahead'])
    .where((eb) => eb.and(atLocations(db, 'location_id', filter)))
    .where('trading_date', '>=', since)
    .orderBy('business_date', 'desc')
    .execute();
}

/** Conditions on `sales_days`. */
export function areThese(db: Queryable, days: readonly Pick<RecentDay, 'location_id' | 'business_date'>[]) {
  const rows = days.map(({ location_id, business_date }) => ({ location_id, business_date }));
  const list = rowsOf(db, { location_id: 'uuid', business_date: 'text' }, rows);
  return [
    sql`(sales_days.location_id, sales_days.business_date) in (select location_id, business_date from ${list})`,
  ];
}

export type RecentDay = Awaited<ReturnType<typeof listRecentDays>>[number];

export async function listLastDates(db: Queryable, filter: LocationFilter) {
  const query = sql<{ location_id: string; last: string }>`
    select sales_days.location_id, max(sales_days.trading_date) as last from sales_days
    ${whereAll(atLocations(db, 'sales_days.location_id', filter))} group by sales_days.location_id`;
  return new Map((await query.execute(db)).rows.map((row) => [row.location_id, row.last]));
}

export interface ProductFilter extends LocationFilter {
  /** Sold since then counts as active where no price book names it. */
  soldSince: string;
  words: readonly string[];
}

function isActive(db: Queryable, { soldSince, words, ...locations }: ProductFilter): RawBuilder<unknown> {
  return whereAll([
    ...atLocations(db, 'register_products.location_id', locations),
    sql`(register_products.listing = 'active'
      or (register_products.listing is null and register_products.sold_on >= ${soldSince}))`,
    ...words.map((word) => sql`register_products.search like ${`%${escapeLike(word)}%`} escape '\\'`),
  ]);
}

export async function countProducts(db: Queryable, filter: ProductFilter): Promise<number> {
  const query = sql<{ total: number }>`select count(distinct register_products.code) as total
    from register_products ${isActive(db, filter)}`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}

type ProductSummary = Omit<Product, 'location_ids'>;

export async function listProducts(
  db: Queryable,
  filter: ProductFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<ProductSummary[]> {
  const query = sql<ProductSummary>`
    select register_products.code, max(register_products.name) as name, count(*) as location_count,
      max(register_products.price) as last_price, max(register_products.sold_on) as last_sold_on
    from register_products ${isActive(db, filter)}
    group by register_products.code
    order by min(register_products.search), register_products.code limit ${limit} offset ${offset}`;
  return (await query.execute(db)).rows;
}

export async function listProductLocations(db: Queryable, filter: ProductFilter, codes: readonly string[]) {
  const query = sql<{ code: string; location_id: string }>`
    select register_products.code, register_products.location_id from register_products
    ${isActive(db, { ...filter, words: [] })} and ${isOneOf(db, 'register_products.code', codes, 'text')}
    order by register_products.code, register_products.location_id`;
  return Map.groupBy((await query.execute(db)).rows, ({ code }) => code);
}
