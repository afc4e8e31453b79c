import { sql } from 'kysely';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { DayDetails } from '../figures/figures.pure.ts';
import type { Counted } from './sold-since.pure.ts';

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
    .execute() as Promise<
    (Omit<Counted, 'counted_at'> & { counted: number; counted_at: string | null; sold_since: number })[]
  >;
}

/** Those that may have sold after this local day. */
export async function listDaysSince(db: Queryable, location_id: string, day: string) {
  const query = sql<{
    business_date: string;
    trading_date: string;
    began: string | null;
    ended: string | null;
    content: string;
  }>`select business_date, trading_date, began, ended, content from sales_days
    where location_id = ${location_id} and (trading_date >= ${day} or ended >= ${day})`;
  const { rows } = await query.execute(db);
  return rows.map(({ content, ...row }) => ({
    ...row,
    products: (JSON.parse(content) as DayDetails).products,
  }));
}

/** Those whose sum changed: usually the few products that a business day sold. */
export async function setSold(
  tx: Transaction,
  rows: readonly { id: string; counted: number; sold_since: number }[],
): Promise<void> {
  for (const { id, counted, sold_since } of rows) {
    await tx
      .updateTable('register_stock')
      .set({ sold_since, on_hand: counted - sold_since })
      .where('id', '=', id)
      .execute();
  }
}
