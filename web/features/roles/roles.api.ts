import { useQuery } from '@tanstack/react-query';
import { listRoles, type Role } from '../../../contract/roles.ts';
import { useAccess } from '../../lib/access.ts';
import { useAuth } from '../../lib/auth-store.ts';
import { call } from '../../lib/http.ts';

/** All roles by name; asked for only by those who may see them. */
export function useRoles({ enabled = true } = {}) {
  const { hasPermission } = useAccess();
  return useQuery({
    queryKey: ['roles'],
    queryFn: async ({ signal }) => (await call(listRoles, {}, { signal })).roles,
    enabled: enabled && hasPermission('roles.read'),
  });
}

/** Whether the signed-in person holds everything a role allows: nobody gives or takes more than they have. */
export function useMayGrant() {
  const { profile } = useAuth();
  return (role: Pick<Role, 'permissions'>) =>
    role.permissions.every((permission) => profile?.permissions.includes(permission));
}
