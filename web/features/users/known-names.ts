import type { DistrictRef } from '../../../contract/districts.ts';
import type { LocationRef } from '../../../contract/locations.ts';
import type { RoleRef } from '../../../contract/roles.ts';
import type { UserRow } from '../../../contract/users.ts';
import { onAccountChange } from '../../lib/account/auth-store.ts';
import { createStore, useStore } from '../../lib/store.ts';

interface Names {
  roles: ReadonlyMap<string, RoleRef>;
  locations: ReadonlyMap<string, LocationRef>;
  districts: ReadonlyMap<string, DistrictRef>;
}

const none: Names = { roles: new Map(), locations: new Map(), districts: new Map() };
const store = createStore(none);

onAccountChange(() => store.set(none));

interface Named {
  roles?: RoleRef[];
  locations?: LocationRef[];
  districts?: DistrictRef[];
}

/** In new maps, so that React sees a difference; and only when there is one, because every row reads them. */
export function rememberNames(named: Named) {
  const { roles, locations, districts } = store.get();
  const next = {
    roles: merged(roles, named.roles),
    locations: merged(locations, named.locations),
    districts: merged(districts, named.districts),
  };
  const isSame = next.roles === roles && next.locations === locations && next.districts === districts;
  if (!isSame) store.set(next);
}

export function areNamesKnown({
  role_ids,
  location_ids,
  district_ids,
}: Pick<UserRow, 'role_ids' | 'location_ids' | 'district_ids'>) {
  const { roles, locations, districts } = store.get();
  return (
    role_ids.every((id) => roles.has(id)) &&
    location_ids.every((id) => locations.has(id)) &&
    district_ids.every((id) => districts.has(id))
  );
}

export function useKnownNames(): Names {
  return useStore(store);
}

function merged<Ref extends { id: string }>(known: ReadonlyMap<string, Ref>, more: Ref[] | undefined) {
  const others = (more ?? []).filter((ref) => JSON.stringify(ref) !== JSON.stringify(known.get(ref.id)));
  return others.length > 0 ? new Map([...known, ...others.map((ref) => [ref.id, ref] as const)]) : known;
}
