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

/** In new maps, so that React sees the difference. */
export function rememberNames(named: { roles?: RoleRef[]; locations?: LocationRef[] }) {
  const { roles, locations } = store.get();
  store.set({ roles: merged(roles, named.roles), locations: merged(locations, named.locations) });
}

export function useKnownNames(): Names {
  return useStore(store);
}

function merged<Ref extends { id: string }>(known: ReadonlyMap<string, Ref>, more: Ref[] | undefined) {
  if (!more?.length) return known;
  return new Map([...known, ...more.map((ref) => [ref.id, ref] as const)]);
}
