import type { Step } from './columns.ts';

/**
 * Grants a new permission to built-in roles; `roles` must name admin, which always holds everything. It adds this one
 * permission and leaves alone what users changed about the roles. Where admin holds the permission already, it was
 * granted before, and another role lacks it because somebody removed it: then nothing is granted.
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
    // An edit that began before this release would remove the permission again, unseen.
    await db
      .updateTable('roles')
      .set({ updated_at: new Date().toISOString(), updated_by: null, updated_by_name: 'The installation' })
      .where('id', '=', id)
      .execute();
  }
}
