import { type RawBuilder, sql } from 'kysely';
import type { Sort } from '../../../../contract/lists/list-filters.ts';
import type { StockItem, StockSortField, stockShown } from '../../../../contract/stock.ts';
import type { Scope } from '../../../kernel/access.ts';
import { atLocations, type LocationFilter } from '../../../kernel/at-locations.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { RegisterStockTable } from '../../../kernel/database/schema.ts';
import {
  type Column,
  type Order,
  orderOf,
  type Position,
  partsFrom,
  readParts,
  withId,
} from '../../../kernel/paging.ts';
import { inScope } from '../../../kernel/scope.ts';
import { escapeLike, isFound, isOneOf, rowsOf, whereAll } from '../../../platform/database/query.ts';
import type { DayDetails } from '../figures/figures.pure.ts';

/** The count less what was sold since. Below zero the count is wrong, and nobody knows more than that little is left. */
const left = sql.ref('register_stock.on_hand');
const on_hand = sql`(case when ${left} < 0 then 0 else ${left} end)`;
const isOversold = sql`${left} < 0`;
const reorder_point = sql.ref('register_stock.reorder_point');

/** A price book or a sale of the location names the product. */
function isActive(soldSince: string): RawBuilder<unknown> {
  return sql`(product.listing is not null and product.listing = 'active'
    or product.code is not null and product.listing is null and product.sold_on is not null
      and product.sold_on >= ${soldSince})`;
}

const isFew = sql`${reorder_point} is not null and ${left} <= ${reorder_point}`;

const tables = sql`register_stock join locations on locations.id = register_stock.location_id
  left join register_products as product
    on product.location_id = register_stock.location_id and product.code = register_stock.code`;

export interface StockFilter extends LocationFilter {
  show: (typeof stockShown)[number];
  /** Sold since then counts as active where no price book names it. */
  soldSince: string;
  words?: readonly string[];
}

function matches(
  db: Queryable,
  { show, soldSince, words = [], ...locations }: StockFilter,
): RawBuilder<unknown>[] {
  return [
    ...atLocations(db, 'register_stock.location_id', locations),
    sql`locations.closed_on is null`,
    ...(show === 'all' ? [] : [isFew, isActive(soldSince)]),
    ...(show === 'recount' ? [isOversold] : []),
    ...words.map(
      (word) =>
        sql`coalesce(product.search, register_stock.code) like ${`%${escapeLike(word)}%`} escape '\\'`,
    ),
  ];
}

export type StockSort = Sort<StockSortField>;

export function stockOrder(db: Queryable, { field, isDescending }: StockSort): Order {
  const bytewise = db.dialect === 'postgres' ? sql` collate "C"` : sql``;
  const product = sql`coalesce(product.search, register_stock.code)`;
  const location = sql`coalesce(locations.sort_name, '')`;
  const columns: Record<StockSortField, Omit<Column, 'isDescending'>> = {
    location: { of: sql`((${location} || ' ' || ${product})${bytewise})`, kind: 'text' },
    product: { of: sql`(${product}${bytewise})`, kind: 'text' },
    on_hand: { of: on_hand, kind: 'number' },
    reorder_point: { of: reorder_point, kind: 'number', isOptional: true },
    missing: { of: sql`(${reorder_point} - ${on_hand})`, kind: 'number', isOptional: true },
  };
  return withId({ ...columns[field], isDescending }, 'register_stock.id', isDescending);
}

type Flag = 'is_active' | 'is_low' | 'is_oversold';
export type StockRow = StockItem & { position: string | number | null };

export async function listStock(
  db: Queryable,
  filter: StockFilter,
  order: Order,
  after: Position | null,
  limit: number,
): Promise<StockRow[]> {
  const parts = partsFrom(order, { isBackward: false, after });
  const rows = await readParts(parts, limit, async ({ where, columns }, limit) => {
    const query = sql<Omit<StockRow, Flag> & Record<Flag, unknown>>`
      select register_stock.id, register_stock.location_id, locations.name as location_name,
        locations.number as location_number, register_stock.code, product.name, ${on_hand} as on_hand, ${reorder_point},
        register_stock.counted, register_stock.counted_at, register_stock.sold_since,
        ${isActive(filter.soldSince)} as is_active,
        (${isFew} and ${isActive(filter.soldSince)}) as is_low, ${isOversold} as is_oversold, ${order[0]?.of} as position
      from ${tables} ${whereAll([...matches(db, filter), ...where])} order by ${orderOf(columns)} limit ${limit}`;
    return (await query.execute(db)).rows;
  });
  return rows.map((row) => ({
    ...row,
    is_active: Boolean(row.is_active),
    is_low: Boolean(row.is_low),
    is_oversold: Boolean(row.is_oversold),
  }));
}

export async function countStock(db: Queryable, filter: StockFilter) {
  const query = sql<{ total: number; oversold: number }>`select count(*) as total,
    count(case when ${isOversold} then 1 end) as oversold from ${tables} ${whereAll(matches(db, filter))}`;
  const [row] = (await query.execute(db)).rows;
  if (!row) throw new Error('A count has one row');
  return row;
}

/** How many products are low at each of these locations whose stock is known. */
export async function countLowAt(db: Queryable, filter: StockFilter): Promise<ReadonlyMap<string, number>> {
  const query = sql<{ location_id: string; low: number }>`select register_stock.location_id,
    count(case when ${isFew} and ${isActive(filter.soldSince)} then 1 end) as low
    from ${tables} ${whereAll(matches(db, filter))} group by register_stock.location_id`;
  return new Map((await query.execute(db)).rows.map(({ location_id, low }) => [location_id, low]));
}

/** Open ones of which stock is known. */
export async function countStockLocations(db: Queryable, filter: LocationFilter): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from register_stock_locations as known
    join locations on locations.id = known.location_id ${whereAll([
      ...atLocations(db, 'known.location_id', filter),
      sql`locations.closed_on is null`,
      sql`exists (select 1 from register_stock where register_stock.location_id = known.location_id)`,
    ])}`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}

const factColumns = sql`register_stock.id, register_stock.location_id, locations.name as location_name,
  register_stock.code, register_stock.counted, register_stock.counted_at, register_stock.reorder_point,
  register_stock.updated_at, register_stock.updated_by, register_stock.updated_by_name, product.name as product_name`;

type Unread = 'sold_since' | 'on_hand' | 'created_at' | 'created_by' | 'created_from';
export type StockFactsRow = Omit<RegisterStockTable, Unread> & {
  location_name: string;
  product_name: string | null;
};

export async function listFacts(db: Queryable, scope: Scope, ids: readonly string[]) {
  const query = sql<StockFactsRow>`select ${factColumns} from ${tables}
    ${whereAll([...inScope(scope, 'register_stock.location_id'), isOneOf(db, 'register_stock.id', ids)])}`;
  return (await query.execute(db)).rows;
}

export interface StockKey {
  location_id: string;
  code: string;
}

export function keyOf({ location_id, code }: StockKey): string {
  return `${location_id} ${code}`;
}

function listOfKeys(db: Queryable, keys: readonly StockKey[]): RawBuilder<unknown> {
  const rows = keys.map(({ location_id, code }) => ({ location_id, code }));
  return rowsOf(db, { location_id: 'uuid', code: 'text' }, rows);
}

/** In one statement, whatever their number. */
export async function listByKeys(db: Queryable, scope: Scope, keys: readonly StockKey[]) {
  const query = sql<StockKey & { id: string; counted_at: string | null; updated_at: string }>`
    select register_stock.id, register_stock.location_id, register_stock.code, register_stock.counted_at,
      register_stock.updated_at
    from ${listOfKeys(db, keys)} join register_stock
      on register_stock.location_id = list.location_id and register_stock.code = list.code
    ${whereAll(inScope(scope, 'register_stock.location_id'))}`;
  return (await query.execute(db)).rows;
}

/** Products that a register of their location has named. */
export async function listProductNames(db: Queryable, keys: readonly StockKey[]) {
  const query = sql<StockKey & { name: string | null }>`
    select register_products.location_id, register_products.code, register_products.name
    from ${listOfKeys(db, keys)} join register_products
      on register_products.location_id = list.location_id and register_products.code = list.code`;
  return (await query.execute(db)).rows;
}

export async function findLocationOf(db: Queryable, id: string): Promise<string | null> {
  const query = db.selectFrom('register_stock').select('location_id').where('id', '=', id);
  return (await query.executeTakeFirst())?.location_id ?? null;
}

export function insertStock(tx: Transaction, row: RegisterStockTable): Promise<boolean> {
  const query = tx.insertInto('register_stock').values(row).returning('id');
  return isFound(query.onConflict((conflict) => conflict.doNothing()));
}

export async function updateStock(tx: Transaction, id: string, changes: Partial<RegisterStockTable>) {
  await tx.updateTable('register_stock').set(changes).where('id', '=', id).execute();
}

export async function deleteStock(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('register_stock').where('id', '=', id).execute();
}

/** The name of a product at a location, for the audit log. */
export async function findName(db: Queryable, id: string): Promise<string> {
  const [row] = await listFacts(db, { all: true }, [id]);
  return row ? nameOf(row) : '';
}

/** 'Cola 20 oz at Mill Road'. */
export function nameOf({
  code,
  product_name,
  location_name,
}: Pick<StockFactsRow, 'code' | 'product_name' | 'location_name'>): string {
  return `${product_name ?? code} at ${location_name}`;
}

export async function noteStockLocations(tx: Transaction, location_ids: readonly string[]): Promise<void> {
  const rows = [...new Set(location_ids)].sort().map((location_id) => ({ location_id, is_stale: true }));
  if (rows.length === 0) return;
  await tx
    .insertInto('register_stock_locations')
    .values(rows)
    .onConflict((conflict) => conflict.column('location_id').doUpdateSet({ is_stale: true }))
    .execute();
}

export async function listStaleStock(db: Queryable): Promise<string[]> {
  const query = db.selectFrom('register_stock_locations').select('location_id');
  const rows = await query.where('is_stale', '=', true).orderBy('location_id').execute();
  return rows.map(({ location_id }) => location_id);
}

export async function endStale(tx: Transaction, location_id: string): Promise<void> {
  const query = tx.updateTable('register_stock_locations').set({ is_stale: false });
  await query.where('location_id', '=', location_id).execute();
}

export function listStockOf(db: Queryable, location_id: string) {
  return db
    .selectFrom('register_stock')
    .select(['id', 'code', 'counted', 'counted_at', 'sold_since'])
    .where('location_id', '=', location_id)
    .execute();
}

/** Those that may have sold after this local day. */
export async function listDaysSince(db: Queryable, location_id: string, day: string) {
  const query = db
    .selectFrom('sales_days')
    .select(['business_date', 'trading_date', 'began', 'ended', 'content'])
    .where('location_id', '=', location_id)
    .where((eb) => eb.or([eb('trading_date', '>=', day), eb('ended', '>=', day)]));
  return (await query.execute()).map(({ content, ...row }) => ({
    ...row,
    products: (JSON.parse(content) as DayDetails).products,
  }));
}
