import type { LocationRef } from '../../../contract/locations.ts';
import type { RoleRef } from '../../../contract/roles.ts';
import { onAccountChange } from '../../lib/account/auth-store.ts';
import { createStore, useStore } from '../../lib/store.ts';

interface Names {
  roles: ReadonlyMap<string, RoleRef>;
  locations: ReadonlyMap<string, LocationRef>;
}

const none: Names = { roles: new Map(), locations: new Map() };
const store = createStore(none);

onAccountChange(() => store.set(none));

/** In new maps, so that React sees a difference; and only when there is one, because every row reads them. */
export function rememberNames(named: { roles?: RoleRef[]; locations?: LocationRef[] }) {
  const { roles, locations } = store.get();
  const next = { roles: merged(roles, named.roles), locations: merged(locations, named.locations) };
  if (next.roles !== roles || next.locations !== locations) store.set(next);
}

export function areNamesKnown({ role_ids, location_ids }: { role_ids: string[]; location_ids: string[] }) {
  const { roles, locations } = store.get();
  return role_ids.every((id) => roles.has(id)) && location_ids.every((id) => locations.has(id));
}

export function useKnownNames(): Names {
  return useStore(store);
}

function merged<Ref extends { id: string }>(known: ReadonlyMap<string, Ref>, more: Ref[] | undefined) {
  const others = (more ?? []).filter((ref) => JSON.stringify(ref) !== JSON.stringify(known.get(ref.id)));
  return others.length > 0 ? new Map([...known, ...others.map((ref) => [ref.id, ref] as const)]) : known;
}
