import { type RawBuilder, sql } from 'kysely';
import type { LocationRef } from '../../../contract/locations.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { forUpdate, isOneOf } from '../../kernel/database/query.ts';
import type { LocationsTable } from '../../kernel/database/schema.ts';
import { listColumns } from './locations-list.repository.ts';

const columns = listColumns;

/** For locations found by id: each row is checked. Lists start from the scope (locations-list.repository.ts). */
function isVisible(scope: Scope): RawBuilder<boolean> {
  if (scope.all) return sql`true`;
  return sql`exists (select 1 from user_locations as mine
    where mine.user_id = ${scope.user_id} and mine.location_id = locations.id)`;
}

export async function findLocation(db: Queryable, scope: Scope, id: string) {
  const query = db.selectFrom('locations').select(columns).where('id', '=', id).where(isVisible(scope));
  return (await query.executeTakeFirst()) ?? null;
}

/**
 * Locks the row until the transaction ends. Includes the columns that a repeated create or a stale edit is compared
 * with.
 */
export async function lockLocation(tx: Transaction, scope: Scope, id: string) {
  const query = tx
    .selectFrom('locations')
    .select([...columns, 'created_by', 'created_from', 'updated_by', 'updated_by_name'])
    .where('id', '=', id)
    .where(isVisible(scope));
  return (await forUpdate(tx, query).executeTakeFirst()) ?? null;
}

export async function listLocationRefs(db: Queryable, scope: Scope, ids: readonly string[]) {
  const query = sql<LocationRef>`select locations.id, locations.name, locations.city, locations.state
    from locations where ${isOneOf(db, 'locations.id', ids)} and ${isVisible(scope)}
    order by locations.search, locations.id`;
  return (await query.execute(db)).rows;
}

export async function findClosed(db: Queryable, ids: readonly string[]) {
  const query = sql<Pick<LocationsTable, 'name'>>`select name from locations
    where closed_on is not null and ${isOneOf(db, 'id', ids)} order by search limit 1`;
  return (await query.execute(db)).rows[0] ?? null;
}

export async function findNumberHolder(db: Queryable, number_key: string) {
  const query = db.selectFrom('locations').select('id').where('number_key', '=', number_key);
  return (await query.executeTakeFirst()) ?? null;
}

/** False when a location with this id or this number exists already. */
export async function insertLocation(tx: Transaction, row: LocationsTable): Promise<boolean> {
  const query = tx.insertInto('locations').values(row).returning('id');
  return (await query.onConflict((conflict) => conflict.doNothing()).executeTakeFirst()) !== undefined;
}

export function updateLocation(tx: Transaction, id: string, changes: Partial<LocationsTable>) {
  return tx
    .updateTable('locations')
    .set(changes)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

/** Deletes the row and, by foreign keys, its assignments. */
export async function deleteLocation(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('locations').where('id', '=', id).execute();
}

export async function countUsers(db: Queryable, id: string): Promise<number> {
  const row = await db
    .selectFrom('user_locations')
    .select((eb) => eb.fn.countAll<number>().as('users'))
    .where('location_id', '=', id)
    .executeTakeFirstOrThrow();
  return row.users;
}
