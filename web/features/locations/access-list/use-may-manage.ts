import { useQuery } from '@tanstack/react-query';
import type { AccessListUser } from '../../../../contract/location-access.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { rolesQuery, useMayGrant } from '../../roles/roles.api.ts';

/**
 * Whose assignment the actor may change. The server decides; this only greys out what it would refuse: a missing
 * permission, and users whose roles allow more than the actor's own.
 */
export function useMayManage() {
  const { hasPermission } = useAccess();
  const { data: roles = [] } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();
  const higher = new Set(roles.filter((role) => !mayGrant(role)).map((role) => role.id));
  const mayAssign = hasPermission('users.assign_locations');
  return (user: AccessListUser) => mayAssign && !user.roles.some((role) => higher.has(role.id));
}
