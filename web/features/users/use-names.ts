import type { LocationRef } from '../../../contract/locations.ts';
import type { RoleRef } from '../../../contract/roles.ts';
import type { UserRow } from '../../../contract/users.ts';
import { useKnownLocations } from '../locations/locations.api.ts';
import { useRoles } from '../roles/roles.api.ts';
import { useLearntNames } from './user-names.ts';

export interface NamedUser {
  roles: RoleRef[];
  locations: Pick<LocationRef, 'id' | 'name'>[];
  /** Locations that nothing has named yet; they count, and their names come with the list of locations. */
  hidden_count: number;
}

/**
 * Joins the ids of a row to roles and locations: from the lists where they may be read, else from what the
 * answers about users have named. The lists are fetched once the users are there.
 */
export function useNames(areUsersHere: boolean): (user: UserRow) => NamedUser {
  const learnt = useLearntNames();
  const { data: allRoles = none } = useRoles({ enabled: areUsersHere });
  const { byId, complete } = useKnownLocations(areUsersHere);
  const roles = new Map([...learnt.roles, ...allRoles.map((role) => [role.id, role] as const)]);

  return (user) => {
    const locations = user.location_ids.flatMap((id) => byId.get(id) ?? learnt.locations.get(id) ?? []);
    return {
      roles: user.role_ids.flatMap((id) => roles.get(id) ?? []),
      locations,
      hidden_count: complete ? 0 : user.location_ids.length - locations.length,
    };
  };
}

const none: RoleRef[] = [];
