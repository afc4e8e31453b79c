import { type RawBuilder, sql } from 'kysely';
import { adminRole } from '../../../contract/access/permissions.ts';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { insertOf } from '../../kernel/database/database.ts';
import type { LocationsTable, RolesTable, UsersTable } from '../../kernel/database/schema.ts';
import { inScope, isInScope as isAtInScope, isUserInScope, withoutCovers } from '../../kernel/scope.ts';
import { forUpdate, isFound, isOneOf, listOf, readOften, whereAll } from '../../platform/database/query.ts';
import { listColumns } from './list/users-list.repository.ts';

// The reads of the Users page and of one user are SQL text: building them took as long as the rest (decision 15).

const columns = listColumns;
type UserRow = Pick<UsersTable, (typeof columns)[number]>;
const userColumns = sql.raw(columns.map((column) => `users.${column}`).join());

export async function findUser<More>(
  db: Queryable,
  scope: Scope,
  id: string,
  more: { columns: RawBuilder<More>; joins: RawBuilder<unknown> },
) {
  const query = sql<UserRow & Pick<UsersTable, 'updated_by' | 'updated_by_name'> & More>`
    select ${userColumns}, users.updated_by, users.updated_by_name, ${more.columns}
    from users ${more.joins} where users.id = ${id} and ${isUserInScope(scope, 'users.id')}`;
  return (await readOften(db, query))[0] ?? null;
}

export async function isInScope(db: Queryable, scope: Scope, id: string): Promise<boolean> {
  const query = sql`select 1 from users where users.id = ${id} and ${isUserInScope(scope, 'users.id')}`;
  return (await query.execute(db)).rows.length > 0;
}

export async function listByIds<Column extends keyof UsersTable>(
  db: Queryable,
  scope: Scope,
  ids: readonly string[],
  columns: readonly Column[],
) {
  if (ids.length === 0) return [];
  const query = sql<Pick<UsersTable, Column>>`select ${sql.raw(columns.join())} from users
    where ${isOneOf(db, 'users.id', ids)} and ${isUserInScope(scope, 'users.id')}`;
  return (await query.execute(db)).rows;
}

export function listNames(db: Queryable, scope: Scope, ids: readonly string[]) {
  return listByIds(db, scope, ids, ['id', 'full_name', 'email']);
}

export async function findUserByEmailKey(db: Queryable, email_key: string): Promise<UserRow | null> {
  const query = db.selectFrom('users').select(columns).where('email_key', '=', email_key);
  return (await query.executeTakeFirst()) ?? null;
}

/** In scope or not. */
export async function listByEmailKeys(db: Queryable, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const query = db.selectFrom('users').select(['id', 'email_key as key']);
  return query.where(isOneOf(db, 'email_key', keys, 'text')).execute();
}

/** In scope or not. */
export async function listEmployeeNumberHolders(db: Queryable, keys: readonly string[]) {
  if (keys.length === 0) return [];
  const query = db.selectFrom('users').select(['id', 'employee_number_key as key']);
  return query.where(isOneOf(db, 'employee_number_key', keys, 'text')).execute();
}

/**
 * Includes the columns with which a repeated create or a stale edit is compared. A change has locked the row
 * before.
 */
export async function findForChange(tx: Transaction, scope: Scope, id: string) {
  const query = tx
    .selectFrom('users')
    .select([...columns, 'created_by', 'created_from', 'updated_by', 'updated_by_name'])
    .where('id', '=', id)
    .where(isUserInScope(scope, 'users.id'));
  return (await query.executeTakeFirst()) ?? null;
}

/** See `LockUsers`. SQLite's write lock holds everything already. */
export async function lockUsers(
  tx: Transaction,
  { actor, changed }: { actor: string | null; changed: string | null },
): Promise<void> {
  if (tx.dialect === 'sqlite') return;
  const ids = new Set([actor, changed].filter((id) => id !== null));
  const locks = [...ids].sort().map((id) => {
    const row = tx.selectFrom('users').select('id').where('id', '=', id);
    // Changes by one actor can run at the same time, but not together with a change of the actor.
    return (id === changed ? row.forUpdate() : row.forShare()).execute();
  });
  await Promise.all(locks);
}

/** Until the transaction ends, no other one removes an administrator. Lock nothing after it. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  const query = tx.selectFrom('settings').select('key').where('key', '=', 'administrators_lock');
  await forUpdate(tx, query).executeTakeFirstOrThrow();
}

export async function listAdmins(db: Queryable) {
  const rows = await db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .leftJoin('auth_users', 'auth_users.id', 'users.id')
    .select([
      'users.id',
      'users.full_name',
      'users.email',
      'users.is_active',
      'auth_users.email_confirmed_at',
      'auth_users.password_hash',
    ])
    .where('roles.name_key', '=', adminRole)
    .orderBy('users.email_key')
    .execute();
  return rows.map(({ email_confirmed_at, password_hash, ...user }) => ({
    ...user,
    can_sign_in: user.is_active && email_confirmed_at !== null && password_hash !== null,
  }));
}

/** Active, confirmed, with a password. */
function workingAdmins(db: Queryable) {
  return db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .innerJoin('auth_users', 'auth_users.id', 'user_roles.user_id')
    .select('user_roles.user_id')
    .where('roles.name_key', '=', adminRole)
    .where('users.is_active', '=', true)
    .where('auth_users.email_confirmed_at', 'is not', null)
    .where('auth_users.password_hash', 'is not', null);
}

/** Few look for all of them: PostgreSQL cannot know how rare the role is, and reads all accounts. */
export function isWorkingAdmin(db: Queryable, id: string): Promise<boolean> {
  return isFound(workingAdmins(db).where('user_roles.user_id', '=', id));
}

export async function listWorkingAdmins(db: Queryable): Promise<string[]> {
  return (await workingAdmins(db).execute()).map((row) => row.user_id);
}

export function hasWorkingAdmin(db: Queryable): Promise<boolean> {
  return isFound(workingAdmins(db).limit(1));
}

/** The working administrator who added the user, else the oldest one; null for a user whom nobody added. */
export async function findHelper(db: Queryable, userId: string) {
  const user = await db.selectFrom('users').select('created_by').where('id', '=', userId).executeTakeFirst();
  if (!user?.created_by) return null;
  const admins = await workingAdmins(db)
    .select(['users.full_name', 'users.email'])
    .orderBy('users.created_at')
    .orderBy('users.id')
    .execute();
  return admins.find((admin) => admin.user_id === user.created_by) ?? admins[0] ?? null;
}

/** For `createOnce`. */
export function userInsert(row: UsersTable): RawBuilder<unknown> {
  return insertOf('users', row);
}

/** False when the id is taken. An email that another user has violates its unique index. */
export async function ensureUser(tx: Transaction, row: UsersTable): Promise<boolean> {
  const query = sql`${insertOf('users', row)} on conflict (id) do nothing returning id`;
  return (await query.execute(tx)).rows.length > 0;
}

export function updateUser(tx: Transaction, id: string, changes: Partial<UsersTable>): void {
  tx.later(tx.updateTable('users').set(changes).where('id', '=', id).execute());
}

/** Foreign keys delete its links. */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

type RoleLink = { user_id: string } & Pick<RolesTable, 'id' | 'name' | 'description' | 'color'>;
type LocationLink = { user_id: string } & Pick<LocationsTable, 'id' | 'name' | 'city' | 'state'>;
type Reason = { is_assigned: boolean; is_lasting: boolean };
type IdLink = { user_id: string; id: string };

export async function listRoleLinks(db: Queryable, userIds: readonly string[]) {
  const query = sql<RoleLink>`
    select user_roles.user_id, roles.id, roles.name, roles.description, roles.color ${roleLinks(db, userIds)}`;
  return readOften(db, query);
}

/** Only the ids, for lists: a page of a thousand users has thousands of links to few roles. */
export async function listRoleIds(db: Queryable, userIds: readonly string[]) {
  const query = sql<IdLink>`select user_roles.user_id, roles.id ${roleLinks(db, userIds)}`;
  return readOften(db, query);
}

// Starts from the list of ids: looking for each link in it takes SQLite a third longer.
function roleLinks(db: Queryable, userIds: readonly string[]) {
  return sql`from ${listOf(db, userIds)} join user_roles on user_roles.user_id = list.value
    join roles on roles.id = user_roles.role_id
    order by roles.name_key`;
}

export async function listLocationLinks(db: Queryable, scope: Scope, userIds: readonly string[]) {
  const query = sql<LocationLink>`
    select user_locations.user_id, locations.id, locations.name, locations.city, locations.state
    ${locationLinks(db, scope, userIds)}`;
  return readOften(db, query);
}

/** See `listRoleIds`. */
export async function listLocationIds(db: Queryable, scope: Scope, userIds: readonly string[]) {
  const query = sql<IdLink & { state: string }>`
    select user_locations.user_id, locations.id, locations.state ${locationLinks(db, scope, userIds)}`;
  return readOften(db, query);
}

function locationLinks(
  db: Queryable,
  scope: Scope,
  userIds: readonly string[],
  ...more: RawBuilder<unknown>[]
) {
  return sql`from ${listOf(db, userIds)} join user_locations on user_locations.user_id = list.value
    join locations on locations.id = user_locations.location_id
    ${whereAll([...more, ...inScope(scope, 'user_locations.location_id')])}
    order by locations.search, locations.id`;
}

/** Also those through districts, with whether each is assigned, and whether the actor has it without covers. */
export async function listReasons(db: Queryable, scope: Scope, userIds: readonly string[]) {
  const isLasting = isAtInScope(withoutCovers(scope), 'user_locations.location_id');
  const query = sql<LocationLink & Reason>`
    select user_locations.user_id, locations.id, locations.name, locations.city, locations.state,
      user_locations.is_assigned, ${isLasting} as is_lasting ${locationLinks(db, scope, userIds)}`;
  const { rows } = await query.execute(db);
  return rows.map((row) => ({
    ...row,
    is_assigned: Boolean(row.is_assigned),
    is_lasting: Boolean(row.is_lasting),
  }));
}

/** See `listRoleIds`; without those through districts only. */
export async function listAssignedIds(db: Queryable, scope: Scope, userIds: readonly string[]) {
  const query = sql<IdLink>`
    select user_locations.user_id, locations.id ${locationLinks(db, scope, userIds, sql`user_locations.is_assigned`)}`;
  return readOften(db, query);
}

/** Why a user sees a location; undefined when no link says it. */
export async function findLocationLink(db: Queryable, userId: string, locationId: string) {
  const row = await db
    .selectFrom('user_locations as link')
    .select('link.is_assigned')
    .select(
      sql<string | null>`(select districts.name from locations
        join user_districts as held on held.district_id = locations.district_id and held.user_id = link.user_id
        join districts on districts.id = held.district_id where locations.id = link.location_id)`.as(
        'district',
      ),
    )
    .where('link.user_id', '=', userId)
    .where('link.location_id', '=', locationId)
    .executeTakeFirst();
  return row && { ...row, is_assigned: Boolean(row.is_assigned) };
}

/** Of the districts that a user has or shall have, closed ones too. */
export async function listLocationsOfDistricts(db: Queryable, ids: readonly string[], userId: string) {
  const chosen = sql`(select value as district_id from ${listOf(db, ids)}
    union select held.district_id from user_districts as held where held.user_id = ${userId}) as chosen`;
  const isOne = sql`locations.district_id = chosen.district_id`;
  // Of 100 districts, which PostgreSQL expects, it would read all locations: `offset 0` makes it look for each.
  const found =
    db.dialect === 'sqlite'
      ? sql`${chosen} cross join locations on ${isOne}`
      : sql`${chosen} cross join lateral (select id, district_id from locations where ${isOne} offset 0) as locations`;
  const query = sql<{
    id: string;
    district_id: string;
  }>`select locations.id, locations.district_id from ${found}`;
  return (await query.execute(db)).rows;
}

/** In scope or not. */
export async function countLocationLinks(db: Queryable, userIds: readonly string[]) {
  const rows = await db
    .selectFrom('user_locations')
    .select((eb) => ['user_id', eb.fn.countAll<number>().as('links')])
    .where(isOneOf(db, 'user_id', userIds))
    .groupBy('user_id')
    .execute();
  const counts = new Map(rows.map((row) => [row.user_id, row.links]));
  return (id: string) => counts.get(id) ?? 0;
}

export async function listPermissionsOf(db: Queryable, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('user_roles')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
    .select('role_permissions.permission')
    .distinct()
    .where('user_roles.user_id', '=', userId)
    .execute();
  return rows.map((row) => row.permission);
}

interface Grant {
  user_id: string;
  created_at: string;
  granted_by: string | null;
  granted_by_name: string | null;
}

const linkTables = {
  role: { links: sql.table('user_roles'), id: 'role_id' },
  location: { links: sql.table('user_locations'), id: 'location_id' },
  district: { links: sql.table('user_districts'), id: 'district_id' },
};

export async function deleteLinks(
  tx: Transaction,
  to: keyof typeof linkTables,
  userId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  const { links, id } = linkTables[to];
  await sql`delete from ${links} where user_id = ${userId} and ${isOneOf(tx, id, ids)}`.execute(tx);
}

export function insertLinks(
  tx: Transaction,
  to: keyof typeof linkTables,
  grant: Grant,
  ids: readonly string[],
): void {
  if (ids.length === 0) return;
  const { links, id } = linkTables[to];
  const insert = sql`insert into ${links} (${sql.ref(id)}, user_id, created_at, granted_by, granted_by_name)
    select list.value, ${grant.user_id}, ${grant.created_at}, ${grant.granted_by}, ${grant.granted_by_name}
    from ${listOf(tx, ids)} where true ${to === 'location' ? instead : sql``}`;
  tx.later(insert.execute(tx));
}

/** Of the row through a district. */
const instead = sql`on conflict (user_id, location_id) do update set is_assigned = true,
  created_at = excluded.created_at, granted_by = excluded.granted_by, granted_by_name = excluded.granted_by_name`;

export async function listReceiverIds(db: Queryable, email_key: string): Promise<string[]> {
  const rows = await db
    .selectFrom('auth_users')
    .select('id')
    .where((eb) => eb.or([eb('email', '=', email_key), eb('new_email', '=', email_key)]))
    .union(db.selectFrom('users').select('id').where('email_key', '=', email_key))
    .execute();
  return rows.map((row) => row.id);
}
