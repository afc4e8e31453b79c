import type { Role } from '../../../contract/roles.ts';
import type { Authorized } from '../../platform/access.ts';
import { type Context, reader } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import * as repository from './roles.repository.ts';

/** All roles with their permissions, by name. */
export function listRoles(ctx: Authorized<'roles.read'>): Promise<Role[]> {
  return allRoles(ctx);
}

/** @throws ApiError 404 when there is no such role. */
export async function getRole(ctx: Authorized<'roles.read'>, id: string): Promise<Role> {
  const role = await repository.findRole(reader(ctx), id);
  if (!role) throw new ApiError('not_found', 'This role does not exist.');
  const permissions = await repository.listPermissions(reader(ctx), [id]);
  return { ...role, permissions: permissions.get(id) ?? [] };
}

/** For the rules of other use cases, which ask for permissions of their own. */
export async function allRoles(ctx: Context): Promise<Role[]> {
  const roles = await repository.listRoles(reader(ctx));
  const permissions = await repository.listPermissions(
    reader(ctx),
    roles.map((role) => role.id),
  );
  return roles.map((role) => ({ ...role, permissions: permissions.get(role.id) ?? [] }));
}
