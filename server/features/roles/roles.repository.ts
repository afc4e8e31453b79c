import type { Queryable } from '../../platform/database/database.ts';
import { isOneOf } from '../../platform/database/query.ts';

const columns = ['id', 'name', 'description', 'color', 'is_builtin'] as const;

/** By name; the name's lower-cased form orders alike on both databases. */
export function listRoles(db: Queryable) {
  return db.selectFrom('roles').select(columns).orderBy('name_key').execute();
}

export async function findRole(db: Queryable, id: string) {
  return (await db.selectFrom('roles').select(columns).where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The permissions of these roles, by role id. */
export async function listPermissions(
  db: Queryable,
  roleIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('role_permissions')
    .select(['role_id', 'permission'])
    .where((eb) => isOneOf(db, eb.ref('role_id'), roleIds))
    .orderBy('permission')
    .execute();
  const permissions = new Map<string, string[]>();
  for (const { role_id, permission } of rows) {
    permissions.set(role_id, [...(permissions.get(role_id) ?? []), permission]);
  }
  return permissions;
}
