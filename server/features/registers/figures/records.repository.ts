import { sql } from 'kysely';
import { yieldToReaders } from '../../../kernel/background.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { forUpdate, isOneOf } from '../../../kernel/database/query.ts';
import type {
  RegisterEventsTable,
  RegisterReportsTable,
  SalesDaysTable,
} from '../../../kernel/database/schema.ts';
import type { JournalEvent, Report } from '../read/register-file.pure.ts';
import type { DayDetails } from './figures.pure.ts';
import type { FeedDay, StoredEvent, StoredReport } from './stored.pure.ts';

/** Rows of one statement: SQLite takes 32,766 values. */
const rowsAtOnce = 200;
const eventsAtOnce = 300;
const daysAtOnce = 10;
/** A file may have thousands. */
const newEventsAtOnce = 100;

/** In the order of their ids, until the transaction ends: a day is computed by one process at a time. */
export async function lockLocations(tx: Transaction, ids: readonly string[]): Promise<void> {
  const sorted = [...new Set(ids)].sort();
  if (sorted.length === 0) return;
  await tx
    .insertInto('register_locks')
    .values(sorted.map((location_id) => ({ location_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const query = tx.selectFrom('register_locks').select('location_id').orderBy('location_id');
  await forUpdate(tx, query.where(isOneOf(tx, 'location_id', sorted))).execute();
}

export async function insertReports(tx: Transaction, rows: readonly RegisterReportsTable[]): Promise<void> {
  for (const part of inParts(rows)) await tx.insertInto('register_reports').values(part).execute();
}

/** An event that came later takes the place of the one with its identity. Returns the files that had one of them. */
export async function upsertEvents(
  tx: Transaction,
  rows: Iterable<RegisterEventsTable>,
): Promise<Set<string>> {
  const replaced = new Set<string>();
  for (const part of inParts(rows, newEventsAtOnce)) {
    const newest = new Map<string, RegisterEventsTable>();
    for (const row of part) {
      const key = `${row.location_id} ${row.identity}`;
      const known = newest.get(key);
      if (!known || row.arrived >= known.arrived) newest.set(key, row);
    }
    for (const [location_id, events] of Map.groupBy(newest.values(), (row) => row.location_id)) {
      const identities = events.map(({ identity }) => identity);
      const known = await tx
        .selectFrom('register_events')
        .select('file_id')
        .where('location_id', '=', location_id)
        .where(isOneOf(tx, 'identity', identities, 'text'))
        .execute();
      for (const { file_id } of known) replaced.add(file_id);
    }
    await tx
      .insertInto('register_events')
      .values([...newest.values()])
      .onConflict((conflict) =>
        conflict
          .columns(['location_id', 'identity'])
          .doUpdateSet((eb) => ({
            file_id: eb.ref('excluded.file_id'),
            register_id: eb.ref('excluded.register_id'),
            arrived: eb.ref('excluded.arrived'),
            is_future: eb.ref('excluded.is_future'),
            content: eb.ref('excluded.content'),
          }))
          .whereRef('excluded.arrived', '>=', 'register_events.arrived'),
      )
      .execute();
    await yieldToReaders();
  }
  return replaced;
}

export interface FeedRow {
  location_id: string;
  business_date: string;
  version: number;
  day: FeedDay;
}

/** False when the known version is not lower. */
export async function upsertFeedDay(tx: Transaction, { location_id, business_date, version, day }: FeedRow) {
  const { register_id, arrived, is_future, began } = day;
  const content = JSON.stringify(day);
  const rows = await tx
    .insertInto('register_feed')
    .values({ location_id, business_date, began, register_id, version, arrived, is_future, content })
    .onConflict((conflict) =>
      conflict
        .columns(['location_id', 'business_date', 'began'])
        .doUpdateSet({ register_id, version, arrived, is_future, content })
        .where(sql<boolean>`register_feed.version < ${version}`),
    )
    .returning('began')
    .execute();
  return rows.length > 0;
}

/** The days that these files have a part in. */
export async function listDaysOf(tx: Transaction, file_ids: readonly string[]) {
  const from = (table: 'register_reports' | 'register_events') =>
    sql`select location_id, business_date from ${sql.table(table)} where ${isOneOf(tx, 'file_id', file_ids)}`;
  const query = sql<{ location_id: string; business_date: string }>`
    ${from('register_reports')} union ${from('register_events')}`;
  return (await query.execute(tx)).rows;
}

export async function deleteRecordsOf(tx: Transaction, file_ids: readonly string[]): Promise<void> {
  for (const table of ['register_reports', 'register_events'] as const)
    await tx
      .deleteFrom(table)
      .where(isOneOf(tx, 'file_id', file_ids))
      .execute();
}

export async function listReports(
  db: Queryable,
  location_id: string,
  dates: readonly string[],
): Promise<(StoredReport & { file_id: string })[]> {
  const rows = await db
    .selectFrom('register_reports')
    .select(['file_id', 'register_id', 'arrived', 'is_future', 'content'])
    .where('location_id', '=', location_id)
    .where(isOneOf(db, 'business_date', dates, 'text'))
    .execute();
  return rows.map(({ content, ...row }) => ({ ...(JSON.parse(content) as Report), ...row }));
}

/** Some at a time, because a day may have thousands. */
export async function* listEvents(
  db: Queryable,
  location_id: string,
  business_date: string,
): AsyncGenerator<StoredEvent> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('register_events')
      .select(['identity', 'register_id', 'arrived', 'is_future', 'content'])
      .where('location_id', '=', location_id)
      .where('business_date', '=', business_date)
      .where('identity', '>', after)
      .orderBy('identity')
      .limit(eventsAtOnce)
      .execute();
    for (const { content, ...row } of rows) yield { ...(JSON.parse(content) as JournalEvent), ...row };
    const last = rows.at(-1);
    if (!last || rows.length < eventsAtOnce) return;
    after = last.identity;
    await yieldToReaders();
  }
}

export async function listFeedDays(db: Queryable, location_id: string, dates: readonly string[]) {
  const rows = await db
    .selectFrom('register_feed')
    .select(['business_date', 'content'])
    .where('location_id', '=', location_id)
    .where(isOneOf(db, 'business_date', dates, 'text'))
    .execute();
  return rows.map(({ business_date, content }) => ({ business_date, ...(JSON.parse(content) as FeedDay) }));
}

export type DayRow = Omit<SalesDaysTable, 'marks' | 'content'> & { details: DayDetails };

export interface StoredDayRow extends Omit<SalesDaysTable, 'marks' | 'content'> {
  /** Read when they are asked for, because few days need them. */
  products: () => DayDetails['products'];
}

export async function listDays(
  db: Queryable,
  location_id: string,
  dates: readonly string[],
): Promise<StoredDayRow[]> {
  const rows = await db
    .selectFrom('sales_days')
    .select([
      'location_id',
      'business_date',
      'trading_date',
      'began',
      'ended',
      'is_closed',
      'is_future',
      'is_stale',
    ])
    .select(['fuel_gross', 'fuel_discounts', 'fuel', 'fuel_volume', 'merchandise_gross', 'merchandise'])
    .select(['excluded', 'tax', 'revenue', 'sales', 'refunds', 'content'])
    .where('location_id', '=', location_id)
    .where(isOneOf(db, 'business_date', dates, 'text'))
    .execute();
  return rows.map(({ content, ...row }) => ({
    ...row,
    products: () => (JSON.parse(content) as DayDetails).products,
  }));
}

/** The products of the days that trade since this date, newest first, some at a time. */
export async function* listProductsOfDays(
  db: Queryable,
  location_id: string,
  since: string,
): AsyncGenerator<{ trading_date: string; products: DayDetails['products'] }> {
  const all = db.selectFrom('sales_days').select(['trading_date', 'content']);
  const query = all.where('location_id', '=', location_id).where('trading_date', '>=', since);
  for (let offset = 0; ; offset += daysAtOnce) {
    const page = query.orderBy('trading_date', 'desc').orderBy('business_date', 'desc');
    const rows = await page.limit(daysAtOnce).offset(offset).execute();
    for (const { trading_date, content } of rows)
      yield { trading_date, products: (JSON.parse(content) as DayDetails).products };
    if (rows.length < daysAtOnce) return;
    await yieldToReaders();
  }
}

export async function upsertDays(tx: Transaction, days: readonly DayRow[]): Promise<void> {
  const rows = days.map(({ details, ...day }) => ({
    ...{ ...day, marks: JSON.stringify(details.marks), content: JSON.stringify(details) },
  }));
  for (const part of inParts(rows)) {
    const changed = Object.keys(part[0] ?? {}).filter((name) => !dayKey.includes(name));
    await tx
      .insertInto('sales_days')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['location_id', 'business_date'])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              changed.map((name) => [name, eb.ref(`excluded.${name}` as 'excluded.content')]),
            ),
          ),
      )
      .execute();
  }
}

const dayKey = ['location_id', 'business_date'];

export async function deleteDays(
  tx: Transaction,
  location_id: string,
  dates: readonly string[],
): Promise<void> {
  if (dates.length === 0) return;
  await tx
    .deleteFrom('sales_days')
    .where('location_id', '=', location_id)
    .where(isOneOf(tx, 'business_date', dates, 'text'))
    .execute();
}

/** All days of these locations are computed anew before they are right again. */
export async function markStale(tx: Transaction, location_ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('sales_days')
    .set({ is_stale: true })
    .where(isOneOf(tx, 'location_id', location_ids))
    .execute();
}

export function listStale(db: Queryable, limit: number) {
  return db
    .selectFrom('sales_days')
    .select(['location_id', 'business_date'])
    .where('is_stale', '=', true)
    .orderBy('location_id')
    .orderBy('business_date')
    .limit(limit)
    .execute();
}

export function listProducts(db: Queryable, location_id: string, codes: readonly string[]) {
  return db
    .selectFrom('register_products')
    .select(['code', 'name', 'listing', 'listed_at', 'sold_on'])
    .where('location_id', '=', location_id)
    .where(isOneOf(db, 'code', codes, 'text'))
    .execute();
}

export interface ProductRow {
  location_id: string;
  code: string;
  name: string | null;
  search: string;
  sold_on?: string | null;
  price?: number | null;
  listing?: 'active' | 'inactive' | null;
  listed_at?: string | null;
}

export async function upsertProducts(tx: Transaction, rows: readonly ProductRow[]): Promise<void> {
  for (const part of inParts(rows)) {
    const [first] = part;
    if (!first) continue;
    const changed = Object.keys(first).filter((column) => !['location_id', 'code'].includes(column));
    const defaults = { sold_on: null, price: null, listing: null, listed_at: null };
    await tx
      .insertInto('register_products')
      .values(part.map((row) => ({ ...defaults, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['location_id', 'code'])
          .doUpdateSet((eb) =>
            Object.fromEntries(
              changed.map((column) => [column, eb.ref(`excluded.${column}` as 'excluded.name')]),
            ),
          ),
      )
      .execute();
  }
}

/** By a price book that names every item: what it does not name is not listed. */
export async function unlistProducts(tx: Transaction, location_id: string, listed_at: string): Promise<void> {
  await tx
    .updateTable('register_products')
    .set({ listing: 'inactive', listed_at })
    .where('location_id', '=', location_id)
    .where('listing', '=', 'active')
    .where((eb) => eb.or([eb('listed_at', 'is', null), eb('listed_at', '<', listed_at)]))
    .execute();
}

function* inParts<Row>(rows: Iterable<Row>, atOnce = rowsAtOnce): Generator<Row[]> {
  let part: Row[] = [];
  for (const row of rows) {
    part.push(row);
    if (part.length < atOnce) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}

/** Between accepted and replaced. */
export async function setOutcome(
  tx: Transaction,
  ids: readonly string[],
  outcome: 'accepted' | 'replaced',
  reason: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('register_files')
    .set({ outcome, reason })
    .where(isOneOf(tx, 'id', ids))
    .where('outcome', '=', outcome === 'accepted' ? 'replaced' : 'accepted')
    .execute();
}
