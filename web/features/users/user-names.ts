import { useSyncExternalStore } from 'react';
import type { LocationRef } from '../../../contract/locations.ts';
import type { RoleRef } from '../../../contract/roles.ts';
import { onAccountChange } from '../../lib/account/auth-store.ts';

/** The roles and locations that answers about users have named so far. */
interface Names {
  roles: ReadonlyMap<string, RoleRef>;
  locations: ReadonlyMap<string, LocationRef>;
}

const none: Names = { roles: new Map(), locations: new Map() };
let names = none;
const listeners = new Set<() => void>();

onAccountChange(() => {
  names = none;
});

/** Remembers what an answer named; new maps, so that React sees the difference. */
export function learnNames(named: { roles?: RoleRef[]; locations?: LocationRef[] }) {
  names = { roles: merged(names.roles, named.roles), locations: merged(names.locations, named.locations) };
  for (const listener of listeners) listener();
}

export function useLearntNames(): Names {
  return useSyncExternalStore(subscribe, () => names);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function merged<Ref extends { id: string }>(known: ReadonlyMap<string, Ref>, more: Ref[] | undefined) {
  if (!more?.length) return known;
  return new Map([...known, ...more.map((ref) => [ref.id, ref] as const)]);
}
