import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type {
  RegisterJournalsTable,
  RegisterProductsTable,
  RegisterReportsTable,
  SalesDaysTable,
} from '../../../kernel/database/schema.ts';
import { yieldToReaders } from '../../../platform/background/background.ts';
import { forUpdate, inParts, isOneOf } from '../../../platform/database/query.ts';
import { unpackText } from '../../../platform/packed-list.ts';
import type { JournalEvent, Report } from '../read/register-file.pure.ts';
import type { DayPart } from './day-parts.pure.ts';
import { replaceParts } from './day-parts.repository.ts';
import type { JournalRow } from './events.pure.ts';
import type { DayDetails } from './figures.pure.ts';
import type { FeedDay } from './stored.pure.ts';
import { isFedSelected, isFedWithdrawn, isFileCounted, type Selection } from './withdrawn.repository.ts';

const daysAtOnce = 10;

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

export async function insertJournals(tx: Transaction, rows: readonly RegisterJournalsTable[]): Promise<void> {
  for (const part of inParts(rows)) await tx.insertInto('register_journals').values(part).execute();
}

/** How many events are stored of a day. All versions count. */
export async function countEvents(tx: Transaction, location_id: string, business_date: string) {
  const query = sql<{ total: number }>`select cast(coalesce(sum(events), 0) as integer) as total
    from register_journals where location_id = ${location_id} and business_date = ${business_date}`;
  return (await query.execute(tx)).rows[0]?.total ?? 0;
}

type DayKey = Pick<SalesDaysTable, 'location_id' | 'business_date'>;

/** Of its connection: false when the known version is not lower, and was not withdrawn. */
export async function upsertFeedDay(tx: Transaction, { location_id, business_date }: DayKey, day: FeedDay) {
  const { register_id, arrived, is_future, version } = day;
  const began = `${day.began} ${register_id}`;
  const content = JSON.stringify(day);
  const rows = await tx
    .insertInto('register_feed')
    .values({ location_id, business_date, began, register_id, version, arrived, is_future, content })
    .onConflict((conflict) =>
      conflict
        .columns(['location_id', 'business_date', 'began'])
        .doUpdateSet({ register_id, version, arrived, is_future, content })
        .where(sql<boolean>`(register_feed.version < ${version} or ${isFedWithdrawn(tx)})`),
    )
    .returning('began')
    .execute();
  return rows.length > 0;
}

/** The second one has events of a release before journals were kept by file. */
const recordTables = ['register_reports', 'register_events', 'register_journals'] as const;

/** The days that these files have a part in. */
export async function listDaysOf(tx: Transaction, file_ids: readonly string[]) {
  const from = (table: (typeof recordTables)[number]) =>
    sql`select location_id, business_date from ${sql.table(table)} where ${isOneOf(tx, 'file_id', file_ids)}`;
  const query = sql<DayKey>`${sql.join(recordTables.map(from), sql` union `)}`;
  return (await query.execute(tx)).rows;
}

export async function deleteRecordsOf(tx: Transaction, file_ids: readonly string[]): Promise<void> {
  for (const table of recordTables)
    await tx
      .deleteFrom(table)
      .where(isOneOf(tx, 'file_id', file_ids))
      .execute();
}

/** Those that are not withdrawn; nor are they with `also`. */
export async function listReports(
  db: Queryable,
  location_id: string,
  business_date: string,
  also: Selection | null = null,
) {
  const rows = await db
    .selectFrom('register_reports')
    .select(['file_id', 'register_id', 'arrived', 'is_future', 'content'])
    .where('location_id', '=', location_id)
    .where('business_date', '=', business_date)
    .where(isFileCounted('file_id', also))
    .execute();
  return rows.map(({ content, ...row }) => {
    const { data, ...head } = JSON.parse(content) as Omit<Report, 'data'> & { data: Report['data'] | string };
    let read = typeof data === 'string' ? null : data;
    return {
      ...head,
      ...row,
      // Long data is packed, and read when the report counts.
      get data() {
        read ??= JSON.parse(unpackText(String(data))) as Report['data'];
        return read;
      },
    };
  });
}

/** All versions of the events of a day, in no order, like `listReports`. */
export async function listJournals(
  db: Queryable,
  location_id: string,
  business_date: string,
  also: Selection | null = null,
) {
  const isCounted = isFileCounted('file_id', also);
  const query = sql<Omit<JournalRow, 'events'> & { content: string }>`
    select file_id, register_id, arrived, position, content from register_journals
    where location_id = ${location_id} and business_date = ${business_date} and ${isCounted}
    union all select file_id, register_id, arrived, 0, '[' || content || ']' from register_events
      where location_id = ${location_id} and business_date = ${business_date} and ${isCounted}`;
  return (await query.execute(db)).rows.map(({ content, ...row }) => ({
    ...row,
    events: () => JSON.parse(unpackText(content)) as JournalEvent[],
  }));
}

/** Like `listReports`. Of rows with the same begin at several connections all are returned. */
export async function listFeedDays(
  db: Queryable,
  location_id: string,
  business_date: string,
  also: Selection | null = null,
) {
  let query = db.selectFrom('register_feed').select(['version', 'content']);
  query = query.where('location_id', '=', location_id).where('business_date', '=', business_date);
  query = query.where(sql<boolean>`not ${isFedWithdrawn(db)}`);
  if (also) query = query.where(sql<boolean>`not ${isFedSelected(db, also)}`);
  const rows = await query.execute();
  return rows.map(({ version, content }) => ({ ...(JSON.parse(content) as FeedDay), version }));
}

type DayRow = Omit<SalesDaysTable, 'marks' | 'content'> & { details: DayDetails; parts: readonly DayPart[] };

/** Its products are read when they are asked for, because few days need them. */
export async function findDay(db: Queryable, location_id: string, business_date: string) {
  const query = db.selectFrom('sales_days').selectAll().where('location_id', '=', location_id);
  const row = await query.where('business_date', '=', business_date).executeTakeFirst();
  return row ? { ...row, products: () => (JSON.parse(row.content) as DayDetails).products } : null;
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

export async function upsertDay(tx: Transaction, { details, parts, ...day }: DayRow): Promise<void> {
  // Servers of the release before look for both in there.
  const content = JSON.stringify({ ...details, grades: [], departments: [] });
  const row = { ...day, marks: JSON.stringify(details.marks), content };
  const { location_id: _, business_date: __, ...figures } = row;
  const query = tx.insertInto('sales_days').values(row);
  await query
    .onConflict((conflict) => conflict.columns(['location_id', 'business_date']).doUpdateSet(figures))
    .execute();
  await replaceParts(tx, day, parts);
}

export async function deleteDay(tx: Transaction, location_id: string, business_date: string): Promise<void> {
  const query = tx.deleteFrom('sales_days').where('location_id', '=', location_id);
  await query.where('business_date', '=', business_date).execute();
}

export function listProducts(db: Queryable, location_id: string, codes: readonly string[]) {
  return db
    .selectFrom('register_products')
    .select(['code', 'name', 'listing', 'listed_at', 'sold_on'])
    .where('location_id', '=', location_id)
    .where(isOneOf(db, 'code', codes, 'text'))
    .execute();
}

/** Up to this many. */
export async function countProducts(db: Queryable, location_id: string, most: number): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from
    (select 1 from register_products where location_id = ${location_id} limit ${most}) as found`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}

/** Those whose newest sale was on this trading date. */
export function listProductsSoldOn(db: Queryable, location_id: string, sold_on: string) {
  return db
    .selectFrom('register_products')
    .select('code')
    .where('location_id', '=', location_id)
    .where('sold_on', '=', sold_on)
    .execute();
}

type ProductRow = Partial<RegisterProductsTable> &
  Pick<RegisterProductsTable, 'location_id' | 'code' | 'name' | 'search'>;

/** In all rows the same columns are given. */
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

/** By a price book that names every item: what it does not name is not listed. Returns how many there were. */
export async function unlistProducts(
  tx: Transaction,
  location_id: string,
  listed_at: string,
  limit: number,
): Promise<number> {
  const query = sql<{ code: string }>`
    update register_products set listing = 'inactive', listed_at = ${listed_at}
    where location_id = ${location_id} and code in (select code from register_products
      where location_id = ${location_id} and listing = 'active'
        and (listed_at is null or listed_at < ${listed_at}) limit ${limit})
    returning code`;
  return (await query.execute(tx)).rows.length;
}

/** Of the files of a day those that do not count now: they lost against others, or waited for the day. */
export async function listNotCounted(tx: Transaction, location_id: string, business_date: string) {
  const query = sql<{ id: string }>`select id from register_files
    where location_id = ${location_id} and outcome in ('replaced', 'waiting')
      and (business_date = ${business_date} or business_date is null)`;
  return (await query.execute(tx)).rows.map(({ id }) => id);
}

/** Files of one day lose when nothing of them counts. Those of several days are never named so. */
export async function setOutcome(
  tx: Transaction,
  ids: readonly string[],
  outcome: 'accepted' | 'replaced',
  reason: string | null,
): Promise<void> {
  if (ids.length === 0) return;
  const query = tx
    .updateTable('register_files')
    .set({ outcome, reason })
    .where(isOneOf(tx, 'id', ids));
  await (outcome === 'accepted'
    ? query.where('outcome', 'in', ['replaced', 'waiting'])
    : query.where('outcome', 'in', ['accepted', 'waiting']).where('business_date', 'is not', null)
  ).execute();
}

/** Of locations of which stock is known; those of others change nothing here. */
export async function markStockStale(tx: Transaction, location_ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('register_stock_locations')
    .set({ is_stale: true })
    .where(isOneOf(tx, 'location_id', location_ids))
    .where('is_stale', '=', false)
    .execute();
}
