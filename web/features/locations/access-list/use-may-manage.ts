import type { AccessListUser } from '../../../../contract/location-access.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useMayGrant, useRoles } from '../../roles/roles.api.ts';

/**
 * Whose assignment the signed-in user may change. The server decides; this only greys out what it would
 * refuse: a missing permission, and anybody who holds more than one does oneself.
 */
export function useMayManage() {
  const { hasPermission } = useAccess();
  const { data: roles = [] } = useRoles();
  const mayGrant = useMayGrant();
  const higher = new Set(roles.filter((role) => !mayGrant(role)).map((role) => role.id));
  const mayAssign = hasPermission('users.assign_locations');
  return (user: AccessListUser) => mayAssign && !user.roles.some((role) => higher.has(role.id));
}
