import type { LocationWatch } from '../../../contract/notifications/watches.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { LocationWatchesTable } from '../../kernel/database/schema.ts';
import { isFound } from '../../platform/database/query.ts';

type Link = Omit<LocationWatchesTable, 'created_at'>;

export async function findWatch(db: Queryable, { user_id, location_id }: Link): Promise<LocationWatch> {
  const has = (links: 'location_watches' | 'user_locations') => {
    const query = db.selectFrom(links).select('location_id').where('user_id', '=', user_id);
    return isFound(query.where('location_id', '=', location_id));
  };
  return { is_watched: await has('location_watches'), is_assigned: await has('user_locations') };
}

/** Of other locations. */
export async function countWatches(db: Queryable, { user_id, location_id }: Link): Promise<number> {
  const all = db.selectFrom('location_watches').select(({ fn }) => fn.countAll().as('count'));
  const query = all.where('user_id', '=', user_id).where('location_id', '!=', location_id);
  return Number((await query.executeTakeFirst())?.count);
}

export async function insertWatch(tx: Transaction, row: LocationWatchesTable): Promise<void> {
  const query = tx.insertInto('location_watches').values(row);
  await query.onConflict((conflict) => conflict.doNothing()).execute();
}

export async function deleteWatch(tx: Transaction, { user_id, location_id }: Link): Promise<void> {
  const query = tx.deleteFrom('location_watches').where('user_id', '=', user_id);
  await query.where('location_id', '=', location_id).execute();
}
