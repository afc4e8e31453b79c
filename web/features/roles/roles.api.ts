import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { RoleInput } from '../../../contract/fields/role-input.ts';
import type { CountedRole, Role } from '../../../contract/roles.ts';
import * as contract from '../../../contract/roles.ts';
import { hasPermission } from '../../lib/account/access.ts';
import { authState, loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';
import { ignoreMissing } from '../../lib/network/request-failed.ts';

export const rolesQuery = queryOptions({
  queryKey: ['roles'],
  queryFn: async ({ signal }) => (await call(contract.listRoles, {}, { signal })).roles,
  enabled: () => hasPermission(authState().profile, 'roles.read'),
});

export function roleQuery(id: string) {
  return queryOptions({
    queryKey: ['role', id],
    queryFn: ({ signal }) => call(contract.getRole, { params: { id } }, { signal }),
    gcTime: 0,
  });
}

/** Nobody grants or revokes more than they have. */
export function useMayGrant() {
  const { profile } = useAuth();
  return (role: Pick<Role, 'permissions'>) =>
    role.permissions.every((permission) => profile?.permissions.includes(permission));
}

export async function createRole(id: string, input: RoleInput, { client, signal }: SaveContext) {
  await call(contract.createRole, { body: { ...input, id } }, { signal });
  await refresh(client);
}

/** `seen` is the role that the form was filled with. */
export async function updateRole(
  seen: CountedRole,
  changes: Partial<RoleInput>,
  { client, signal }: SaveContext,
) {
  const { id, updated_at } = seen;
  await call(contract.updateRole, { params: { id }, body: changes }, { ifMatch: updated_at, signal });
  await refresh(client);
}

export async function deleteRole(id: string, { client, signal }: SaveContext) {
  await ignoreMissing(call(contract.deleteRole, { params: { id } }, { signal }));
  await refresh(client);
}

/** The list, the badges on other lists, and perhaps the actor's own permissions are stale. */
async function refresh(client: QueryClient) {
  void loadProfile();
  await client.invalidateQueries({ queryKey: rolesQuery.queryKey });
}
