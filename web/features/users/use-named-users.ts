import { useQuery } from '@tanstack/react-query';
import { adminRole } from '../../../contract/access/permissions.ts';
import type { Filter } from '../../../contract/lists/list-filters.ts';
import type { LocationRef } from '../../../contract/locations.ts';
import type { Role, RoleRef } from '../../../contract/roles.ts';
import type { UserRow } from '../../../contract/users.ts';
import { useAccess } from '../../lib/account/access.ts';
import { districtsQuery } from '../../parts/choose/district-choices.api.ts';
import { rolesQuery } from '../roles/roles.api.ts';
import { useKnownNames } from './known-names.ts';

export interface Place extends Pick<LocationRef, 'id' | 'name'> {
  isDistrict?: true;
}

export interface NamedUser {
  roles: RoleRef[];
  /** Whole districts, then locations, also those through the districts. */
  places: Place[];
  /** Places whose names have not come yet. */
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

  const mayRead = hasPermission('districts.read');
  // The names of now: nothing else says that one was renamed.
  const districts = useQuery({ ...districtsQuery, enabled: mayRead && known.districts.size > 0 }).data;
  const named = new Map(districts?.map((one) => [one.id, one] as const));
  const placesOf = ({ district_ids, location_ids }: UserRow): Place[] => [
    ...district_ids.flatMap((id) => {
      const district = named.get(id) ?? known.districts.get(id);
      return district ? { id, name: district.name, isDistrict: true as const } : [];
    }),
    ...location_ids.flatMap((id) => known.locations.get(id) ?? []),
  ];

  const first = filter && !filter.isNot ? filter.values : [];
  const inOrder = (places: Place[]) =>
    first.length > 0
      ? places.toSorted((a, b) => Number(first.includes(b.id)) - Number(first.includes(a.id)))
      : places;

  return (user) => {
    const held = user.role_ids.flatMap((id) => roles.get(id) ?? []);
    const hasAllLocations =
      user.role_ids.some((id) => everywhere.has(id)) || held.some(({ name }) => name === adminRole);
    const places = inOrder(placesOf(user));
    return {
      roles: held,
      places,
      hidden_count: user.district_ids.length + user.location_ids.length - places.length,
      hasAllLocations,
      isScopeUnknown: areRolesUnknown && !hasAllLocations && user.role_ids.length > 0,
    };
  };
}

const none: Role[] = [];
