import type { Transaction } from '../../../kernel/database/database.ts';
import { isOneOf } from '../../../kernel/database/query.ts';

/** Of locations of which stock is known; those of others change nothing here. */
export async function markStockStale(tx: Transaction, location_ids: readonly string[]): Promise<void> {
  await tx
    .updateTable('register_stock_locations')
    .set({ is_stale: true })
    .where(isOneOf(tx, 'location_id', location_ids))
    .where('is_stale', '=', false)
    .execute();
}
