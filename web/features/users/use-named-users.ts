import { useQuery } from '@tanstack/react-query';
import { adminRole } from '../../../contract/access/permissions.ts';
import type { Filter } from '../../../contract/lists/list-filters.ts';
import type { LocationRef } from '../../../contract/locations.ts';
import type { Role, RoleRef } from '../../../contract/roles.ts';
import type { UserRow } from '../../../contract/users.ts';
import { useAccess } from '../../lib/account/access.ts';
import { rolesQuery } from '../roles/roles.api.ts';
import { useKnownNames } from './known-names.ts';

export interface NamedUser {
  roles: RoleRef[];
  locations: Pick<LocationRef, 'id' | 'name'>[];
  /** Locations whose names have not come yet. */
  hidden_count: number;
  /** One of their roles has access to all locations. Actors who may not see what roles allow know it of admin. */
  hasAllLocations: boolean;
  /** What the roles of this user allow is not loaded yet, so that "No locations" could be untrue. */
  isScopeUnknown: boolean;
}

/** With the names that came with answers. Those locations that `filter` names come first. */
export function useNamedUsers(filter: Filter | undefined): (user: UserRow) => NamedUser {
  const known = useKnownNames();
  const { data } = useQuery(rolesQuery);
  const allRoles = data ?? none;
  const { hasPermission } = useAccess();
  const areRolesUnknown = !data && hasPermission('roles.read');
  const roles = new Map<string, RoleRef>([
    ...known.roles,
    ...allRoles.map((role) => [role.id, role] as const),
  ]);

  const everywhere = new Set(
    allRoles.filter(({ permissions }) => permissions.includes('locations.all')).map(({ id }) => id),
  );

  const first = filter && !filter.isNot ? filter.values : [];
  const inOrder = (ids: readonly string[]) =>
    first.length > 0 ? ids.toSorted((a, b) => Number(first.includes(b)) - Number(first.includes(a))) : ids;

  return (user) => {
    const held = user.role_ids.flatMap((id) => roles.get(id) ?? []);
    const hasAllLocations =
      user.role_ids.some((id) => everywhere.has(id)) || held.some(({ name }) => name === adminRole);
    const named = inOrder(user.location_ids).flatMap((id) => known.locations.get(id) ?? []);
    return {
      roles: held,
      locations: named,
      hidden_count: user.location_ids.length - named.length,
      hasAllLocations,
      isScopeUnknown: areRolesUnknown && !hasAllLocations && user.role_ids.length > 0,
    };
  };
}

const none: Role[] = [];
