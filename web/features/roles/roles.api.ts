import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  createRole as createRoleEndpoint,
  deleteRole as deleteRoleEndpoint,
  getRole,
  listRoles,
  type Role,
  type RoleInput,
  updateRole as updateRoleEndpoint,
} from '../../../contract/roles.ts';
import { useAccess } from '../../lib/account/access.ts';
import { loadProfile, useAuth } from '../../lib/account/auth-store.ts';
import { call } from '../../lib/http/http.ts';
import { expireDirectories } from '../../lib/list/directory-account.ts';
import { untilGone } from '../../lib/network/request-failed.ts';

/** All roles by name; asked for only by those who may see them. */
export function useRoles({ enabled = true } = {}) {
  const { hasPermission } = useAccess();
  return useQuery({
    queryKey: ['roles'],
    queryFn: async ({ signal }) => (await call(listRoles, {}, { signal })).roles,
    enabled: enabled && hasPermission('roles.read'),
  });
}

/** Whether the signed-in user holds everything a role allows: nobody gives or takes more than they have. */
export function useMayGrant() {
  const { profile } = useAuth();
  return (role: Pick<Role, 'permissions'>) =>
    role.permissions.every((permission) => profile?.permissions.includes(permission));
}

export function fetchRole(id: string) {
  return call(getRole, { params: { id } });
}

export function createRole(id: string, input: RoleInput, signal: AbortSignal) {
  return call(createRoleEndpoint, { body: { ...input, id } }, { signal });
}

/** `seen` is the `updated_at` that the form was filled with. */
export function updateRole(id: string, seen: string, changes: Partial<RoleInput>, signal: AbortSignal) {
  return call(updateRoleEndpoint, { params: { id }, body: changes }, { ifMatch: seen, signal });
}

export function deleteRole(id: string, signal: AbortSignal) {
  return untilGone(call(deleteRoleEndpoint, { params: { id } }, { signal }));
}

/** After a change: the list, the badges on other lists, and perhaps what one may do oneself. */
export function useRolesChanged() {
  const queries = useQueryClient();
  return async () => {
    expireDirectories();
    void loadProfile();
    await queries.invalidateQueries({ queryKey: ['roles'] });
  };
}
