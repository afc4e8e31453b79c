import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { RegisterClosesTable } from '../../../kernel/database/schema.ts';
import { type CloseDay, noRegister } from './close-day.pure.ts';

type Key = Pick<RegisterClosesTable, 'location_id' | 'business_date'>;

export async function findClose(
  db: Queryable,
  location_id: string,
  business_date: string,
): Promise<CloseDay | null> {
  const query = db.selectFrom('register_closes').select('content');
  const row = await query
    .where('location_id', '=', location_id)
    .where('business_date', '=', business_date)
    .executeTakeFirst();
  return row ? JSON.parse(row.content) : null;
}

/** As the day counts it. */
export async function findOverShort(db: Queryable, location_id: string, business_date: string) {
  const query = db.selectFrom('sales_parts').select('amount').where('location_id', '=', location_id);
  const value = query.where('business_date', '=', business_date).where('kind', '=', 'value');
  return (await value.where('code', '=', 'over_short').executeTakeFirst())?.amount ?? null;
}

/** Null takes it away. */
export async function storeClose(
  tx: Transaction,
  key: Key,
  close: CloseDay | null,
  imported_at: string,
): Promise<void> {
  if (!close) {
    const query = tx.deleteFrom('register_closes').where('location_id', '=', key.location_id);
    await query.where('business_date', '=', key.business_date).execute();
    return;
  }
  const row = { register_id: noRegister, content: JSON.stringify(close), imported_at };
  await tx
    .insertInto('register_closes')
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(['location_id', 'business_date']).doUpdateSet(row))
    .execute();
}
