import { useQuery } from '@tanstack/react-query';
import type { AccessListUser } from '../../../../contract/location-access.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { rolesQuery, useMayGrant } from '../../roles/roles.api.ts';

/**
 * Whether the actor may change a user's assignment. The server decides; this only disables buttons that it would
 * refuse: without the permission, and for users whose roles allow more than the actor's.
 */
export function useMayManage() {
  const { mayAct } = useAccess();
  const { data: roles = [] } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();
  const higher = new Set(roles.filter((role) => !mayGrant(role)).map((role) => role.id));
  const mayAssign = mayAct('assignLocations');
  return (user: AccessListUser) => mayAssign && !user.roles.some((role) => higher.has(role.id));
}
