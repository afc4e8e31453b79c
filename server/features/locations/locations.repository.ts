import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../kernel/access.ts';
import { insertOf, type Queryable, type Transaction } from '../../kernel/database/database.ts';
import type { LocationsTable, UsersTable } from '../../kernel/database/schema.ts';
import { inScope, isCoverOn, isInScope, presentUsers, withoutCovers } from '../../kernel/scope.ts';
import { forUpdate, isFoundByOneOf, isOneOf, whereAll } from '../../platform/database/query.ts';
import { listColumns } from './locations-list.repository.ts';

const columns = listColumns;

export async function findLocation(db: Queryable, scope: Scope, id: string) {
  const query = db
    .selectFrom('locations')
    .select(columns)
    .where('id', '=', id)
    .where(isInScope(scope, 'locations.id'));
  return (await query.executeTakeFirst()) ?? null;
}

/** Includes the columns with which a repeated create or a stale edit is compared. */
export async function lockLocation(tx: Transaction, scope: Scope, id: string) {
  const query = tx
    .selectFrom('locations')
    .select([...columns, 'created_by', 'created_from', 'updated_by', 'updated_by_name'])
    .where('id', '=', id)
    .where(isInScope(scope, 'locations.id'));
  return (await forUpdate(tx, query).executeTakeFirst()) ?? null;
}

/** Those in scope, by name. */
export async function listByIds<Column extends keyof LocationsTable>(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  columns: readonly Column[],
) {
  if (ids.length === 0) return [];
  const query = sql<Pick<LocationsTable, Column>>`select ${sql.raw(columns.join())} from locations
    where ${isOneOf(db, 'locations.id', ids)} and ${isInScope(scope, 'locations.id')} order by search, id`;
  return (await query.execute(db)).rows;
}

const assignable = [
  'id',
  'name',
  'number',
  'address',
  'city',
  'state',
  'zip',
  'closed_on',
  'district_id',
  'time_zone',
] as const;
type Assignable = Pick<LocationsTable, (typeof assignable)[number]>;

/** Those in scope, by name, and whether they are without covers. */
export async function listAssignable(db: Queryable, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const query = sql<Assignable & { is_lasting: unknown }>`select ${sql.raw(assignable.join())},
      ${isInScope(withoutCovers(scope), 'locations.id')} as is_lasting
    from locations where ${isOneOf(db, 'locations.id', ids)} and ${isInScope(scope, 'locations.id')} order by search, id`;
  const { rows } = await query.execute(db);
  return rows.map((row) => ({ ...row, is_lasting: Boolean(row.is_lasting) }));
}

/** All in scope, by name: few enough to be compared one by one, whatever the spelling of their addresses. */
export async function listPlaces(db: Queryable, scope: Scope) {
  const columns = ['id', 'name', 'address', 'zip', 'phone', 'closed_on'] as const;
  const [condition] = inScope(scope, 'locations.id');
  const query = db.selectFrom('locations').select(columns).orderBy('sort_name').orderBy('id');
  return (condition ? query.where(condition) : query).execute();
}

/** In scope or not. */
export async function listNumberHolders(db: Queryable, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const query = db.selectFrom('locations').select(['id', 'number_key as key']);
  return query.where(isOneOf(db, 'number_key', keys, 'text')).execute();
}

/** For `createOnce`. */
export function locationInsert(row: LocationsTable): RawBuilder<unknown> {
  return insertOf('locations', row);
}

export function updateLocation(tx: Transaction, id: string, changes: Partial<LocationsTable>): void {
  tx.later(tx.updateTable('locations').set(changes).where('id', '=', id).execute());
}

/** Foreign keys delete its assignments. */
export async function deleteLocation(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('locations').where('id', '=', id).execute();
}

export async function listUserIds(db: Queryable, id: string): Promise<string[]> {
  const query = db.selectFrom('user_locations').select('user_id').where('location_id', '=', id);
  return (await query.orderBy('user_id').execute()).map((row) => row.user_id);
}

/** Whose cover of it is on. */
export async function listCoveringIds(db: Queryable, id: string, at: string): Promise<string[]> {
  const query = sql<{ user_id: string }>`select covers.user_id from covers
    where covers.location_id = ${id} and ${isCoverOn('covers', at)}`;
  return (await query.execute(db)).rows.map((row) => row.user_id);
}

export async function countUsers(db: Queryable, ids: readonly string[]) {
  const rows = await db
    .selectFrom('user_locations')
    .select((eb) => ['location_id', eb.fn.countAll<number>().as('users')])
    .where(isOneOf(db, 'location_id', ids))
    .groupBy('location_id')
    .execute();
  const counts = new Map(rows.map((row) => [row.location_id, row.users]));
  return (id: string) => counts.get(id) ?? 0;
}

function listed(db: Queryable, scope: Scope) {
  const [condition] = inScope(scope, 'locations.id');
  const query = db.selectFrom('locations').select(['id', 'name', 'number', 'zip']);
  return condition ? query.where(condition) : query;
}

export function listNumbered(db: Queryable, scope: Scope) {
  return listed(db, scope).execute();
}

export interface LocationKeys {
  ids: readonly string[];
  number_keys: readonly string[];
  sort_names: readonly string[];
}

export function listByKeys(db: Queryable, scope: Scope, { ids, number_keys, sort_names }: LocationKeys) {
  return listed(db, scope)
    .where(
      isFoundByOneOf('locations', [
        ids.length > 0 && isOneOf(db, 'locations.id', ids),
        number_keys.length > 0 && isOneOf(db, 'locations.number_key', number_keys, 'text'),
        sort_names.length > 0 && isOneOf(db, 'locations.sort_name', sort_names, 'text'),
      ]),
    )
    .orderBy('id')
    .execute();
}

interface Move {
  id: string;
  district_id: string | null;
  at: string;
}

/** Who would be given the location, or lose it, if it were in this district, covers apart; those who left too. By name. */
export async function listMoved(db: Queryable, scope: Scope, { id, district_id, at }: Move) {
  const shown = sql`users.id, users.full_name, users.email, users.is_active,
    (select max(covers.ends_at) from covers where covers.user_id = users.id and covers.location_id = ${id}
      and ${isCoverOn('covers', at)}) as covers_until`;
  const isThere = sql`exists (select 1 from user_locations as there
    where there.user_id = users.id and there.location_id = ${id})`;
  const isHolder = sql`exists (select 1 from user_districts as held
    where held.user_id = users.id and held.district_id = ${district_id})`;
  const read = async (from: RawBuilder<unknown>, where: RawBuilder<unknown>[]) => {
    const query = sql<MovedUser>`select ${shown} from ${from} join users on users.id = link.user_id
      ${whereAll([...where, ...presentUsers(scope, 'users.id')])} order by users.search, users.id`;
    return (await query.execute(db)).rows;
  };
  const lose = await read(sql`user_locations as link`, [
    sql`link.location_id = ${id} and not link.is_assigned`,
    ...(district_id === null ? [] : [sql`not ${isHolder}`]),
  ]);
  if (district_id === null) return { gain: [], lose };
  const gain = await read(sql`user_districts as link`, [
    sql`link.district_id = ${district_id}`,
    sql`not ${isThere}`,
  ]);
  return { gain, lose };
}

type MovedUser = Pick<UsersTable, 'id' | 'full_name' | 'email' | 'is_active'> & {
  covers_until: string | null;
};
