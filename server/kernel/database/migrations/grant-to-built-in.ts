import type { Step } from './columns.ts';

/**
 * Grants a new permission to built-in roles; `roles` must name admin, which has every permission. Other changes that
 * users made to the roles stay. If admin has the permission already, it was granted before and a role without it was
 * changed by users, so nothing is granted.
 */
export async function grantToBuiltIn(
  { db }: Step,
  permission: string,
  roles: readonly ['admin', ...('manager' | 'employee' | 'viewer')[]],
): Promise<void> {
  const holders = await db
    .selectFrom('role_permissions')
    .innerJoin('roles', 'roles.id', 'role_permissions.role_id')
    .select(['roles.id', 'roles.name_key'])
    .where('permission', '=', permission)
    .execute();
  if (holders.some((role) => role.name_key === 'admin')) return;
  const given = new Set(holders.map((role) => role.id));
  const found = await db.selectFrom('roles').select('id').where('name_key', 'in', roles).execute();
  for (const { id } of found) {
    if (given.has(id)) continue;
    await db.insertInto('role_permissions').values({ role_id: id, permission }).execute();
    // A new version, so that an edit begun before this release cannot remove the permission unseen.
    await db
      .updateTable('roles')
      .set({ updated_at: new Date().toISOString(), updated_by: null, updated_by_name: 'The installation' })
      .where('id', '=', id)
      .execute();
  }
}
