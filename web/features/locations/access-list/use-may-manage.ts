import { useQuery } from '@tanstack/react-query';
import type { AccessListUser } from '../../../../contract/location-access.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { rolesQuery, useMayGrant } from '../../roles/roles.api.ts';

/** The server decides; this only disables buttons that it would refuse. */
export function useMayManage() {
  const { mayAct } = useAccess();
  const { data: roles = [] } = useQuery(rolesQuery);
  const mayGrant = useMayGrant();
  const higher = new Set(roles.filter((role) => !mayGrant(role)).map((role) => role.id));
  const mayAssign = mayAct('assignLocations');
  return (user: AccessListUser) => mayAssign && !user.roles.some((role) => higher.has(role.id));
}
