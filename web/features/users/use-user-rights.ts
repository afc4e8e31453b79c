import type { UserRow } from '../../../contract/users.ts';
import { useAccess } from '../../lib/access.ts';
import { useMayGrant, useRoles } from '../roles/roles.api.ts';
import type { UserRights } from './user-row-menu.tsx';

/**
 * What the signed-in person may do to whom. The server decides; this only greys out what it would refuse:
 * a missing permission, and anybody who holds more than one does oneself.
 */
export function useUserRights() {
  const { hasPermission } = useAccess();
  const { data: roles = [] } = useRoles();
  const mayGrant = useMayGrant();

  function may(user: UserRow): UserRights {
    const isWithinReach = roles.every((role) => mayGrant(role) || !user.role_ids.includes(role.id));
    return {
      edit: isWithinReach && hasPermission('users.update'),
      assignLocations: isWithinReach && hasPermission('users.assign_locations'),
      assignRoles: isWithinReach && hasPermission('users.assign_roles'),
      deactivate: isWithinReach && hasPermission('users.deactivate'),
      delete: isWithinReach && hasPermission('users.delete'),
    };
  }
  return { mayAdd: hasPermission('users.create'), may };
}
