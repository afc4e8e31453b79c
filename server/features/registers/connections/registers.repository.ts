import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import type { RegisterConnectionsTable } from '../../../kernel/database/schema.ts';
import { inScope } from '../../../kernel/scope.ts';
import { forUpdate, inParts, isFound, isOneOf, whereAll } from '../../../platform/database/query.ts';

const columns = [
  'id',
  'name',
  'key_hint',
  'revoked_at',
  'is_lost',
  'store_number',
  'has_net_departments',
  'lacks_check_digit',
  'over_short_sign',
  'make',
  'version',
  'last_file_at',
  'created_at',
  'updated_at',
  'updated_by',
  'updated_by_name',
] as const;
export type RegisterRow = Pick<RegisterConnectionsTable, (typeof columns)[number]>;

/** One of its locations is in scope. Without any location it belongs to readers of all locations. */
function isVisible(scope: Scope): RawBuilder<boolean> {
  if (scope.all) return sql`true`;
  return sql`exists (select 1 from register_connection_locations as at
    where at.register_id = register_connections.id and ${sql.join(inScope(scope, 'at.location_id'))})`;
}

export function listRegisters(db: Queryable, scope: Scope, location: string | undefined) {
  let query = db.selectFrom('register_connections').select(columns).where(isVisible(scope));
  if (location !== undefined) {
    query = query.where(
      sql<boolean>`exists (select 1 from register_connection_locations as here
        where here.register_id = register_connections.id and here.location_id = ${location})`,
    );
  }
  return query
    .orderBy(sql`case when revoked_at is null then 0 else 1 end`)
    .orderBy('sort_name')
    .orderBy('id')
    .execute();
}

export async function findRegister(db: Queryable, scope: Scope, id: string): Promise<RegisterRow | null> {
  const query = db.selectFrom('register_connections').select(columns).where('id', '=', id);
  return (await query.where(isVisible(scope)).executeTakeFirst()) ?? null;
}

export async function lockRegister(tx: Transaction, scope: Scope, id: string): Promise<RegisterRow | null> {
  const query = tx.selectFrom('register_connections').select(columns).where('id', '=', id);
  return (await forUpdate(tx, query.where(isVisible(scope))).executeTakeFirst()) ?? null;
}

/** With its departments and places; its files remain without it. */
export async function deleteRegister(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('register_connections').where('id', '=', id).execute();
}

/** In the order of their ids. */
export function lockRegisters(tx: Transaction, ids: readonly string[]): Promise<RegisterRow[]> {
  const query = tx.selectFrom('register_connections').select(columns).orderBy('id');
  return forUpdate(tx, query.where(isOneOf(tx, 'id', ids))).execute();
}

export async function findByKey(db: Queryable, key_hash: string) {
  const query = db.selectFrom('register_connections').select(['id', 'name', 'key_hint', 'revoked_at']);
  return (await query.where('key_hash', '=', key_hash).executeTakeFirst()) ?? null;
}

export async function findName(db: Queryable, id: string): Promise<string> {
  const query = db.selectFrom('register_connections').select('name').where('id', '=', id);
  return (await query.executeTakeFirst())?.name ?? '';
}

export interface RegisterLocation {
  register_id: string;
  location_id: string;
  name: string;
  number: string | null;
  closed_on: string | null;
  is_in_scope: boolean;
}

export async function listLocationsOf(db: Queryable, scope: Scope, register_ids: readonly string[]) {
  const mine = scope.all ? sql`true` : sql.join(inScope(scope, 'locations.id'));
  const query = sql<RegisterLocation>`
    select at.register_id, at.location_id, locations.name, locations.number, locations.closed_on,
      ${mine} as is_in_scope
    from register_connection_locations as at join locations on locations.id = at.location_id
    where ${isOneOf(db, 'at.register_id', register_ids)} order by locations.search, locations.id`;
  const { rows } = await query.execute(db);
  return rows.map((row) => ({ ...row, is_in_scope: Boolean(row.is_in_scope) }));
}

/** The locations of which it sent anything. */
export async function listLocationsSentTo(db: Queryable, register_id: string): Promise<string[]> {
  const query = sql<{ location_id: string }>`
    select location_id from register_files where sender = ${register_id} and location_id is not null
    union select location_id from register_feed where register_id = ${register_id}
    union select location_id from register_connection_locations where register_id = ${register_id}`;
  return (await query.execute(db)).rows.map(({ location_id }) => location_id);
}

export async function countLocationsOf(db: Queryable, register_id: string): Promise<number> {
  const query = sql<{ total: number }>`select count(*) as total from register_connection_locations
    where register_id = ${register_id}`;
  return (await query.execute(db)).rows[0]?.total ?? 0;
}

/** When each of these sent the last file of a location in scope. */
export async function listLastFiles(db: Queryable, scope: Scope, register_ids: readonly string[]) {
  const query = sql<{ register_id: string; last: string | null }>`
    select at.register_id, max((select file.received_at from register_files as file
      where file.location_id = at.location_id and file.register_id = at.register_id
      order by file.received_at desc limit 1)) as last
    from register_connection_locations as at
    ${whereAll([isOneOf(db, 'at.register_id', register_ids), ...inScope(scope, 'at.location_id')])}
    group by at.register_id`;
  return new Map((await query.execute(db)).rows.map(({ register_id, last }) => [register_id, last]));
}

/** Working ones, oldest first. */
export async function listConnectionsAt(db: Queryable, location_ids: readonly string[]) {
  const query = sql<{ register_id: string; location_id: string }>`
    select at.register_id, at.location_id from register_connection_locations as at
      join register_connections as register on register.id = at.register_id
    where ${isOneOf(db, 'at.location_id', location_ids)} and register.revoked_at is null
    order by register.created_at, register.id`;
  return (await query.execute(db)).rows;
}

/** Closed ones, too. */
export async function listNumberedLocations(db: Queryable, scope: Scope) {
  const mine = scope.all ? sql`true` : sql.join(inScope(scope, 'locations.id'));
  const query = sql<{ location_id: string; name: string; number: string; closed_on: string | null }>`
    select locations.id as location_id, locations.name, locations.number, locations.closed_on from locations
    where locations.number is not null and ${mine}`;
  return (await query.execute(db)).rows;
}

/** False when the id is taken. */
export function insertRegister(tx: Transaction, row: RegisterConnectionsTable): Promise<boolean> {
  const query = tx.insertInto('register_connections').values(row).returning('id');
  return isFound(query.onConflict((conflict) => conflict.doNothing()));
}

export function updateRegister(tx: Transaction, id: string, changes: Partial<RegisterConnectionsTable>) {
  return tx.updateTable('register_connections').set(changes).where('id', '=', id).execute();
}

export async function replaceLocations(
  tx: Transaction,
  register_id: string,
  location_ids: readonly string[],
): Promise<void> {
  await tx.deleteFrom('register_connection_locations').where('register_id', '=', register_id).execute();
  const rows = location_ids.map((location_id) => ({ register_id, location_id }));
  for (const part of inParts(rows))
    await tx.insertInto('register_connection_locations').values(part).execute();
}
