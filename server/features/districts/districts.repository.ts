import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../kernel/access.ts';
import { insertOf, type Queryable, type Transaction } from '../../kernel/database/database.ts';
import type { DistrictsTable } from '../../kernel/database/schema.ts';
import { inScope, isCoverOn, isNoService, isUserInScope, ownDistricts } from '../../kernel/scope.ts';
import { forUpdate, isOneOf, listOf, readOften, whereAll } from '../../platform/database/query.ts';

/** The ids of districts with a location in scope. */
const districtsAt = (scope: Scope) => sql`select locations.district_id from locations
  ${whereAll([sql`locations.district_id is not null`, ...inScope(scope, 'locations.id')])}`;

/** Districts with a location in scope, and those that the actor has. */
function districtsInScope(scope: Scope): RawBuilder<boolean>[] {
  if (scope.all) return [];
  return [sql`districts.id in (${districtsAt(scope)} union ${ownDistricts(scope)})`];
}

/** Who has a district with a location in scope shares that location, so others alone are looked up. */
function holdersInScope(scope: Scope): RawBuilder<boolean>[] {
  if (scope.all) return [];
  return [sql`(held.district_id in (${districtsAt(scope)}) or ${isUserInScope(scope, 'held.user_id')})`];
}

const isWhole = (scope: Scope): RawBuilder<boolean> =>
  scope.all ? sql`true` : sql`districts.id in (${ownDistricts(scope)})`;

interface CountedDistrict
  extends Pick<DistrictsTable, 'id' | 'name' | 'number' | 'manager_id' | 'updated_at'> {
  location_count: number;
  user_count: number;
  is_whole: boolean;
}

/** All in scope, or one. The manager is null while deactivated. */
export async function listDistricts(db: Queryable, scope: Scope, id?: string): Promise<CountedDistrict[]> {
  // Of one alone, PostgreSQL would look for each location among all of the actor's.
  const only = (column: string) =>
    id === undefined || !scope.all ? [] : [sql<boolean>`${sql.ref(column)} = ${id}`];
  const open = [sql`locations.district_id is not null`, sql`locations.closed_on is null`];
  const query = sql<CountedDistrict>`
    select districts.id, districts.name, districts.number, manager.id as manager_id, districts.updated_at,
      coalesce(there.locations, 0) as location_count, coalesce(held.users, 0) as user_count,
      ${isWhole(scope)} as is_whole
    from districts
    left join users as manager on manager.id = districts.manager_id and manager.is_active
    left join (select locations.district_id, count(*) as locations from locations
      ${whereAll([...open, ...inScope(scope, 'locations.id'), ...only('locations.district_id')])}
      group by locations.district_id) as there on there.district_id = districts.id
    left join (select held.district_id, count(*) as users
      from user_districts as held join users on users.id = held.user_id and users.is_active
      ${whereAll([...holdersInScope(scope), ...only('held.district_id')])}
      group by held.district_id) as held on held.district_id = districts.id
    ${whereAll([...districtsInScope(scope), ...only('districts.id')])}`;
  const { rows } = await query.execute(db);
  const found = id === undefined ? rows : rows.filter((row) => row.id === id);
  return found.map((row) => ({ ...row, is_whole: Boolean(row.is_whole) }));
}

export function listNames(db: Queryable, scope: Scope) {
  const query = db.selectFrom('districts').select(['districts.id', 'districts.name', 'districts.number']);
  return query.where((eb) => eb.and(districtsInScope(scope))).execute();
}

/** Those that the actor has whole. */
export function listWhole(db: Queryable, scope: Scope, ids: readonly string[]) {
  const query = db.selectFrom('districts').select(['districts.id', 'districts.name']);
  return query
    .where(isOneOf(db, 'districts.id', ids))
    .where(isWhole(scope))
    .execute();
}

/** Active ones in scope, by name. */
export function listHolders(db: Queryable, scope: Scope, id: string, limit: number) {
  return db
    .selectFrom('user_districts as held')
    .innerJoin('users', 'users.id', 'held.user_id')
    .select(['users.id', 'users.full_name', 'users.email'])
    .select(['held.created_at as at', 'held.granted_by', 'held.granted_by_name'])
    .where('held.district_id', '=', id)
    .where('users.is_active', '=', true)
    .where((eb) => eb.and(holdersInScope(scope)))
    .orderBy('users.search')
    .orderBy('users.id')
    .limit(limit)
    .execute();
}

/** In scope or not, active or not. */
export function listAllHolders(tx: Transaction, id: string) {
  return tx
    .selectFrom('user_districts')
    .innerJoin('users', 'users.id', 'user_districts.user_id')
    .select(['users.id', 'users.full_name', 'users.email'])
    .where('user_districts.district_id', '=', id)
    .orderBy('users.id')
    .execute();
}

/** Includes the columns with which a repeated create or a stale edit is compared. */
export async function lockDistrict(tx: Transaction, id: string) {
  const query = tx
    .selectFrom('districts')
    .select(['id', 'name', 'number', 'manager_id', 'created_by', 'created_from'])
    .select(['updated_at', 'updated_by', 'updated_by_name'])
    .where('id', '=', id);
  return (await forUpdate(tx, query).executeTakeFirst()) ?? null;
}

/** All, or those of a manager. */
export async function countDistricts(db: Queryable, manager_id?: string): Promise<number> {
  const query = db.selectFrom('districts').select((eb) => eb.fn.countAll<number>().as('count'));
  const managed = manager_id === undefined ? query : query.where('manager_id', '=', manager_id);
  return (await managed.executeTakeFirstOrThrow()).count;
}

/** Closed ones too. */
export async function listLocationIds(db: Queryable, id: string): Promise<string[]> {
  const query = db.selectFrom('locations').select('id').where('district_id', '=', id);
  return (await query.orderBy('id').execute()).map((row) => row.id);
}

/** Null for a user who is not active. */
export async function findActiveUser(db: Queryable, id: string) {
  const query = db.selectFrom('users').select(['id', 'full_name', 'email']).where('is_active', '=', true);
  return (await query.where('id', '=', id).where(isNoService).executeTakeFirst()) ?? null;
}

export async function findName(db: Queryable, id: string): Promise<string | null> {
  const row = await db.selectFrom('districts').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name ?? null;
}

/** For `createOnce`. */
export function districtInsert(row: DistrictsTable): RawBuilder<unknown> {
  return insertOf('districts', row);
}

export async function updateDistrict(
  tx: Transaction,
  id: string,
  changes: Partial<DistrictsTable>,
): Promise<void> {
  await tx.updateTable('districts').set(changes).where('id', '=', id).execute();
}

/** Foreign keys delete who had it. */
export async function deleteDistrict(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('districts').where('id', '=', id).execute();
}

/** In the order of their ids, against deadlocks. */
export async function lockNames(tx: Transaction, ids: readonly string[]) {
  const query = tx
    .selectFrom('districts')
    .select(['id', 'name'])
    .where(isOneOf(tx, 'id', ids))
    .orderBy('id');
  return forUpdate(tx, query).execute();
}

/** Against a move of their locations. */
export async function shareHeldOr(tx: Transaction, ids: readonly string[], user_id: string): Promise<void> {
  // SQLite's write lock already covers them.
  if (tx.dialect === 'sqlite') return;
  await sql`select id from districts where ${isOneOf(tx, 'id', ids)}
    or id in (select district_id from user_districts where user_id = ${user_id}) order by id for share`.execute(
    tx,
  );
}

export interface HeldDistrict {
  id: string;
  name: string;
  is_held: boolean;
  /** In the actor's scope. */
  is_seen: boolean;
  is_whole: boolean;
}

export async function listHeldOr(
  tx: Transaction,
  scope: Scope,
  ids: readonly string[],
  user_id: string,
): Promise<HeldDistrict[]> {
  const isHeld = sql`exists (select 1 from user_districts as held
    where held.district_id = districts.id and held.user_id = ${user_id})`;
  const [isSeen = sql`true`] = districtsInScope(scope);
  const query = sql<HeldDistrict>`select districts.id, districts.name, ${isHeld} as is_held, ${isSeen} as is_seen,
      ${isWhole(scope)} as is_whole
    from districts where ${isOneOf(tx, 'districts.id', ids)}
      or districts.id in (select district_id from user_districts where user_id = ${user_id})
    order by districts.name_key`;
  const { rows } = await query.execute(tx);
  return rows.map(({ is_held, is_seen, is_whole, ...district }) => ({
    ...district,
    is_held: Boolean(is_held),
    is_seen: Boolean(is_seen),
    is_whole: Boolean(is_whole),
  }));
}

export interface SeenDistrict {
  id: string;
  name: string;
  /** Open ones in scope. */
  location_count: number;
  is_whole: boolean;
}

/** Those in scope of a user, or with these ids, by name. */
export async function listSeen(
  db: Queryable,
  scope: Scope,
  of: { user_id: string } | { ids: readonly string[] },
): Promise<SeenDistrict[]> {
  const open = [
    sql`locations.district_id = districts.id`,
    sql`locations.closed_on is null`,
    ...inScope(scope, 'locations.id'),
  ];
  const isMeant =
    'ids' in of
      ? isOneOf(db, 'districts.id', of.ids)
      : sql<boolean>`districts.id in (select district_id from user_districts where user_id = ${of.user_id})`;
  const query = sql<SeenDistrict>`select districts.id, districts.name, ${isWhole(scope)} as is_whole,
      (select count(*) from locations ${whereAll(open)}) as location_count
    from districts ${whereAll([isMeant, ...districtsInScope(scope)])}
    order by districts.name_key`;
  const { rows } = await query.execute(db);
  return rows.map((row) => ({ ...row, is_whole: Boolean(row.is_whole) }));
}

/** Whether there is an open location in scope that the manager does not see at this moment. `roleIds`: who sees all. */
export async function misses(
  db: Queryable,
  scope: Scope,
  id: string,
  { manager_id, roleIds, at }: { manager_id: string; roleIds: readonly string[]; at: string },
): Promise<boolean> {
  const isNone = (what: RawBuilder<unknown>) => sql<boolean>`not exists (select 1 from ${what})`;
  const query = sql`select 1 from locations ${whereAll([
    sql`locations.district_id = ${id}`,
    sql`locations.closed_on is null`,
    ...inScope(scope, 'locations.id'),
    isNone(sql`user_roles where user_id = ${manager_id} and ${isOneOf(db, 'role_id', roleIds)}`),
    isNone(sql`user_locations where user_id = ${manager_id} and location_id = locations.id`),
    isNone(
      sql`covers where user_id = ${manager_id} and location_id = locations.id and ${isCoverOn('covers', at)}`,
    ),
  ])} limit 1`;
  return (await query.execute(db)).rows.length > 0;
}

/** Of each user those in scope, by name. */
export async function listLinks(db: Queryable, scope: Scope, userIds: readonly string[]) {
  const query = sql<{ user_id: string } & Pick<DistrictsTable, 'id' | 'name'>>`
    select theirs.user_id, districts.id, districts.name
    from ${listOf(db, userIds)} join user_districts as theirs on theirs.user_id = list.value
      join districts on districts.id = theirs.district_id
    ${whereAll(districtsInScope(scope))} order by districts.name_key`;
  return readOften(db, query);
}
