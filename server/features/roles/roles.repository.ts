import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../kernel/access.ts';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { insertOf } from '../../kernel/database/database.ts';
import type { RolesTable } from '../../kernel/database/schema.ts';
import { usersInScope } from '../../kernel/scope.ts';
import { forUpdate, isOneOf, joined, listOf } from '../../platform/database/query.ts';

const columns = [
  'id',
  'name',
  'description',
  'color',
  'is_builtin',
  'requires_second_factor',
  'updated_at',
] as const;

/** By folded name, which both databases order alike. */
export function listRoles(db: Queryable) {
  return db.selectFrom('roles').select(columns).orderBy('name_key').execute();
}

export async function findRole(db: Queryable, id: string) {
  return (await db.selectFrom('roles').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function findIdByName(tx: Transaction, name_key: string): Promise<string | null> {
  const row = await tx.selectFrom('roles').select('id').where('name_key', '=', name_key).executeTakeFirst();
  return row?.id ?? null;
}

/** Includes the columns with which a repeated create or a stale edit is compared. */
export async function lockRole(tx: Transaction, id: string) {
  const query = tx
    .selectFrom('roles')
    .select([...columns, 'created_by', 'created_from', 'updated_by', 'updated_by_name'])
    .where('id', '=', id);
  return (await forUpdate(tx, query).executeTakeFirst()) ?? null;
}

/**
 * Locks these roles and those of a user, so that the permissions that were checked are the ones that are granted. Lock
 * users before. In the order of the ids, against deadlocks (docs/architecture.md).
 */
export async function lockRoles(tx: Transaction, ids: readonly string[], user_id: string): Promise<void> {
  // SQLite's write lock already covers them.
  if (tx.dialect === 'sqlite') return;
  const held = sql`select role_id from user_roles where user_id = ${user_id}`;
  await sql`select id from roles where ${isOneOf(tx, 'id', ids)} or id in (${held}) order by id for share`.execute(
    tx,
  );
}

/** Those which a user holds or shall hold. By folded name, in one statement, after `lockRoles`. */
export async function listHeldOr(tx: Transaction, ids: readonly string[], user_id: string) {
  const isHeld = sql<boolean>`id in (select role_id from user_roles where user_id = ${user_id})`;
  const permissions = sql<
    string | null
  >`(select ${joined(tx, 'permission')} from role_permissions where role_id = roles.id)`;
  const rows = await tx
    .selectFrom('roles')
    .select([...columns, isHeld.as('is_held'), permissions.as('permissions')])
    .where(sql<boolean>`(${isOneOf(tx, 'id', ids)} or ${isHeld})`)
    .orderBy('name_key')
    .execute();
  return rows.map(({ is_held, permissions, ...role }) => ({
    role: { ...role, permissions: permissions?.split(',').toSorted() ?? [] },
    isHeld: Boolean(is_held),
  }));
}

export async function listPermissions(
  db: Queryable,
  roleIds: readonly string[] | 'all',
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('role_permissions')
    .select(['role_id', 'permission'])
    .$if(roleIds !== 'all', (query) => query.where(isOneOf(db, 'role_id', roleIds as readonly string[])))
    .orderBy('permission')
    .execute();
  const permissions = new Map<string, string[]>();
  for (const { role_id, permission } of rows) {
    permissions.set(role_id, [...(permissions.get(role_id) ?? []), permission]);
  }
  return permissions;
}

/** Roles without users are missing. */
export async function countUsers(db: Queryable, scope: Scope): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('user_roles')
    .where((eb) => eb.and(usersInScope(scope, 'user_roles.user_id')))
    .select((eb) => ['role_id', eb.fn.countAll<number>().as('users')])
    .groupBy('role_id')
    .execute();
  return new Map(rows.map((row) => [row.role_id, row.users]));
}

/** Service accounts by the role that owns them. */
export async function countServices(db: Queryable): Promise<Map<string, number>> {
  const query = sql<{ role_id: string; total: number }>`select owner_role_id as role_id, count(*) as total
    from service_accounts where owner_role_id is not null group by owner_role_id`;
  const { rows } = await query.execute(db);
  return new Map(rows.map(({ role_id, total }) => [role_id, total]));
}

export function listHolders(tx: Transaction, roleId: string) {
  return tx
    .selectFrom('user_roles')
    .innerJoin('users', 'users.id', 'user_roles.user_id')
    .select(['users.id', 'users.full_name', 'users.email'])
    .where('user_roles.role_id', '=', roleId)
    .orderBy('users.id')
    .execute();
}

/** For `createOnce`. */
export function roleInsert(row: RolesTable): RawBuilder<unknown> {
  return insertOf('roles', row);
}

export function updateRole(tx: Transaction, id: string, changes: Partial<RolesTable>) {
  return tx
    .updateTable('roles')
    .set(changes)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function insertPermissions(
  tx: Transaction,
  role_id: string,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return;
  await sql`insert into role_permissions (role_id, permission)
    select ${role_id}, list.value from ${listOf(tx, permissions, 'text')}`.execute(tx);
}

export async function deletePermissions(
  tx: Transaction,
  role_id: string,
  permissions: readonly string[],
): Promise<void> {
  if (permissions.length === 0) return;
  const held = tx.deleteFrom('role_permissions').where('role_id', '=', role_id);
  await held.where(isOneOf(tx, 'permission', permissions, 'text')).execute();
}

/** Foreign keys delete its permissions and links. */
export async function deleteRole(tx: Transaction, id: string): Promise<void> {
  await tx.deleteFrom('roles').where('id', '=', id).execute();
}
