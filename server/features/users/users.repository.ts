import { type SelectQueryBuilder, sql } from 'kysely';
import { adminRole } from '../../../contract/permissions.ts';
import { searchTerms } from '../../../contract/search-key.ts';
import type { Scope } from '../../platform/access.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';
import { prepared } from '../../platform/database/prepared.ts';
import { forUpdate, holdsOneOf, idList, isInList, isOneOf } from '../../platform/database/query.ts';
import type { Tables, UsersTable } from '../../platform/database/schema.ts';
import type { Position } from '../../platform/keyset.ts';

const columns = [
  'users.id',
  'users.email',
  'users.full_name',
  'users.phone',
  'users.is_active',
  'users.created_at',
  'users.updated_at',
] as const;

interface Filter {
  scope: Scope;
  q: string | undefined;
}

/** Oneself and everyone who shares a store. */
function within<O>(query: SelectQueryBuilder<Tables, 'users', O>, scope: Scope) {
  if (scope.all) return query;
  return query.where((eb) =>
    eb.or([
      eb('users.id', '=', scope.user_id),
      eb.exists(
        eb
          .selectFrom('user_locations as theirs')
          .innerJoin('user_locations as mine', 'mine.location_id', 'theirs.location_id')
          .select('theirs.location_id')
          .where('mine.user_id', '=', scope.user_id)
          .whereRef('theirs.user_id', '=', 'users.id'),
      ),
    ]),
  );
}

function matching<O>(query: SelectQueryBuilder<Tables, 'users', O>, { scope, q }: Filter) {
  const scoped = within(query, scope);
  return q ? scoped.where((eb) => holdsOneOf(eb.ref('users.search'), searchTerms(q))) : scoped;
}

/** Newest first; ids break ties of the same millisecond. */
export function listUsers(db: Queryable, filter: Filter, limit: number, after: Position | null) {
  // A prepared search would skip PostgreSQL's trigram index.
  if (filter.q) return page(db, filter, limit, after).execute();
  return listAllUsers(db, filter.scope, limit, after);
}

const listAllUsers = prepared((db: Queryable, scope: Scope, limit: number, after: Position | null) =>
  page(db, { scope, q: undefined }, limit, after),
);

function page(db: Queryable, filter: Filter, limit: number, after: Position | null) {
  return matching(db.selectFrom('users'), filter)
    .select(columns)
    .$if(after !== null, (query) =>
      query.where(
        sql<boolean>`(users.created_at, users.id) < (${after?.created_at ?? null}, ${after?.id ?? null})`,
      ),
    )
    .orderBy('users.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .limit(limit);
}

export async function countUsers(db: Queryable, filter: Filter): Promise<number> {
  const [row] = filter.q ? await count(db, filter).execute() : await countAllUsers(db, filter.scope);
  return row?.total ?? 0;
}

const countAllUsers = prepared((db: Queryable, scope: Scope) => count(db, { scope, q: undefined }));

function count(db: Queryable, filter: Filter) {
  return matching(db.selectFrom('users'), filter).select((eb) => eb.fn.countAll<number>().as('total'));
}

export async function findUser(db: Queryable, scope: Scope, id: string) {
  const [row] = await selectUser(db, scope, id);
  return row ?? null;
}

const selectUser = prepared((db: Queryable, scope: Scope, id: string) =>
  within(db.selectFrom('users').select(columns).where('users.id', '=', id), scope),
);

/** The people among the ids who are within the scope, by what they are called. */
export function listNames(db: Queryable, scope: Scope, ids: readonly string[]) {
  return within(db.selectFrom('users'), scope)
    .select(['users.id', 'users.full_name', 'users.email'])
    .where((eb) => isOneOf(db, eb.ref('users.id'), ids))
    .execute();
}

export async function findUserByEmailKey(db: Queryable, email_key: string) {
  const [row] = await selectByEmailKey(db, email_key);
  return row ?? null;
}

const selectByEmailKey = prepared((db: Queryable, email_key: string) =>
  db.selectFrom('users').select(columns).where('email_key', '=', email_key),
);

/**
 * Locks the user until the transaction ends, and gives what a create or a stale edit is compared to. Belongs inside
 * `changeUser`, which locked the actor as well.
 */
export async function lockUser(tx: Transaction, scope: Scope, id: string) {
  const [row] = await selectForUpdate(tx, scope, id);
  return row ?? null;
}

const selectForUpdate = prepared((tx: Transaction, scope: Scope, id: string) => {
  const query = tx
    .selectFrom('users')
    .select([
      ...columns,
      'users.created_by',
      'users.created_from',
      'users.updated_by',
      'users.updated_by_name',
    ])
    .where('users.id', '=', id);
  return forUpdate(tx, within(query, scope));
});

/** See `LockUsers`. SQLite's write lock holds everything already. */
export async function lockUsers(
  tx: Transaction,
  { actor, changed }: { actor: string | null; changed: string | null },
): Promise<void> {
  if (tx.dialect === 'sqlite') return;
  const ids = new Set([actor, changed].filter((id) => id !== null));
  for (const id of [...ids].sort()) {
    const row = tx.selectFrom('users').select('id').where('id', '=', id);
    // Changes of one actor go on beside each other; nobody changes the actor beside them.
    await (id === changed ? row.forUpdate() : row.forShare()).execute();
  }
}

/** From here to its end, no other transaction takes an administrator away. Nothing is locked after it. */
export async function lockAdministrators(tx: Transaction): Promise<void> {
  const query = tx.selectFrom('settings').select('key').where('key', '=', 'administrators_lock');
  await forUpdate(tx, query).executeTakeFirstOrThrow();
}

/** Everybody with the admin role, by email. Only those can sign in who are active, confirmed, and have a password. */
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

/** Administrators who are active and can sign in: confirmed, with a password. */
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
    .where('auth_users.password_hash', 'is not', null)
    .limit(1);
}

export async function isWorkingAdmin(db: Queryable, userId: string): Promise<boolean> {
  const row = await workingAdmins(db).where('user_roles.user_id', '=', userId).executeTakeFirst();
  return row !== undefined;
}

/** Whether there is one, or one besides the given user. */
export async function hasWorkingAdmin(db: Queryable, besides?: string): Promise<boolean> {
  const query = workingAdmins(db).$if(besides !== undefined, (query) =>
    query.where('user_roles.user_id', '!=', besides ?? ''),
  );
  return (await query.executeTakeFirst()) !== undefined;
}

/** False when a row with this id exists already. */
export async function insertUser(tx: Transaction, row: UsersTable): Promise<boolean> {
  return (await insertOnce(tx, row)).length > 0;
}

const insertOnce = prepared((tx: Transaction, row: UsersTable) =>
  tx
    .insertInto('users')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id'),
);

export async function updateUser(tx: Transaction, id: string, changes: Partial<UsersTable>): Promise<void> {
  await update(tx, id, changes);
}

const update = prepared((tx: Transaction, id: string, changes: Partial<UsersTable>) =>
  tx.updateTable('users').set(changes).where('id', '=', id),
);

/** Links go with the row (foreign keys cascade). */
export async function deleteUser(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('users').where('id', '=', id).execute();
}

/** Role links of these people, each with its role, by name. */
export function listRoleLinks(db: Queryable, userIds: readonly string[]) {
  return selectRoleLinks(db, idList(db, userIds));
}

const selectRoleLinks = prepared((db: Queryable, userIds: string) =>
  roleLinks(db, userIds).select([
    'user_roles.user_id',
    'roles.id',
    'roles.name',
    'roles.description',
    'roles.color',
  ]),
);

function roleLinks(db: Queryable, userIds: string) {
  return db
    .selectFrom('user_roles')
    .innerJoin('roles', 'roles.id', 'user_roles.role_id')
    .where((eb) => isInList(db, eb.ref('user_roles.user_id'), userIds))
    .orderBy('roles.name_key');
}

/** The ids alone, for lists: a page of a thousand people has thousands of links, and few things that they name. */
export function listRoleIds(db: Queryable, userIds: readonly string[]) {
  return selectRoleIds(db, idList(db, userIds));
}

const selectRoleIds = prepared((db: Queryable, userIds: string) =>
  roleLinks(db, userIds).select(['user_roles.user_id', 'roles.id']),
);

/** Store links of these people within the scope, each with its store, by name. */
export function listLocationLinks(db: Queryable, scope: Scope, userIds: readonly string[]) {
  return selectLocationLinks(db, scope, idList(db, userIds));
}

const selectLocationLinks = prepared((db: Queryable, scope: Scope, userIds: string) =>
  locationLinks(db, scope, userIds).select([
    'user_locations.user_id',
    'locations.id',
    'locations.name',
    'locations.city',
    'locations.state',
  ]),
);

/** The ids alone; see `listRoleIds`. */
export function listLocationIds(db: Queryable, scope: Scope, userIds: readonly string[]) {
  return selectLocationIds(db, scope, idList(db, userIds));
}

const selectLocationIds = prepared((db: Queryable, scope: Scope, userIds: string) =>
  locationLinks(db, scope, userIds).select(['user_locations.user_id', 'locations.id']),
);

function locationLinks(db: Queryable, scope: Scope, userIds: string) {
  return db
    .selectFrom('user_locations')
    .innerJoin('locations', 'locations.id', 'user_locations.location_id')
    .where((eb) => isInList(db, eb.ref('user_locations.user_id'), userIds))
    .$if(!scope.all, (query) =>
      query.where('user_locations.location_id', 'in', (eb) =>
        eb
          .selectFrom('user_locations as mine')
          .select('mine.location_id')
          .where('mine.user_id', '=', scope.all ? '' : scope.user_id),
      ),
    )
    .orderBy('locations.search')
    .orderBy('locations.id');
}

export async function hasLocationLink(db: Queryable, userId: string, locationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('user_locations')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  return row !== undefined;
}

/** How many stores a person has, whoever asks. */
export async function countLocationLinks(db: Queryable, userId: string): Promise<number> {
  const [row] = await countLinks(db, userId);
  return row?.links ?? 0;
}

const countLinks = prepared((db: Queryable, userId: string) =>
  db
    .selectFrom('user_locations')
    .select((eb) => eb.fn.countAll<number>().as('links'))
    .where('user_id', '=', userId),
);

/** Everything that the person's roles allow. */
export async function listPermissionsOf(db: Queryable, userId: string): Promise<string[]> {
  return (await selectPermissions(db, userId)).map((row) => row.permission);
}

const selectPermissions = prepared((db: Queryable, userId: string) =>
  db
    .selectFrom('user_roles')
    .innerJoin('role_permissions', 'role_permissions.role_id', 'user_roles.role_id')
    .select('role_permissions.permission')
    .distinct()
    .where('user_roles.user_id', '=', userId),
);

interface Grant {
  user_id: string;
  created_at: string;
  granted_by: string | null;
  granted_by_name: string | null;
}

const linksPerStatement = 5000;

export async function deleteLocationLinks(
  tx: Transaction,
  userId: string,
  locationIds: readonly string[],
): Promise<void> {
  if (locationIds.length === 0) return;
  await tx
    .deleteFrom('user_locations')
    .where('user_id', '=', userId)
    .where((eb) => isOneOf(tx, eb.ref('location_id'), locationIds))
    .execute();
}

export async function insertLocationLinks(
  tx: Transaction,
  grant: Grant,
  locationIds: readonly string[],
): Promise<void> {
  for (let start = 0; start < locationIds.length; start += linksPerStatement) {
    const links = locationIds
      .slice(start, start + linksPerStatement)
      .map((location_id) => ({ ...grant, location_id }));
    await tx.insertInto('user_locations').values(links).execute();
  }
}

export async function deleteRoleLinks(
  tx: Transaction,
  userId: string,
  roleIds: readonly string[],
): Promise<void> {
  if (roleIds.length === 0) return;
  await tx
    .deleteFrom('user_roles')
    .where('user_id', '=', userId)
    .where((eb) => isOneOf(tx, eb.ref('role_id'), roleIds))
    .execute();
}

export async function insertRoleLinks(
  tx: Transaction,
  grant: Grant,
  roleIds: readonly string[],
): Promise<void> {
  if (roleIds.length === 0) return;
  await tx
    .insertInto('user_roles')
    .values(roleIds.map((role_id) => ({ ...grant, role_id })))
    .execute();
}
