import { useQuery } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { pageDefaultRows } from '../../../contract/limits.ts';
import { nextHeader } from '../../../contract/list.ts';
import {
  createLocation as createLocationEndpoint,
  deleteLocation as deleteLocationEndpoint,
  getLocation,
  type Location,
  type LocationInput,
  listLocations,
  updateLocation as updateLocationEndpoint,
} from '../../../contract/locations.ts';
import { locationKey } from '../../../contract/search-key.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import { call, open } from '../../lib/http/http.ts';
import { Directory } from '../../lib/list/directory.ts';
import { directoryOfAccount, expireDirectories, isFinal } from '../../lib/list/directory-account.ts';
import { yieldToBrowser } from '../../lib/list/directory-pages.ts';
import { useDirectory } from '../../lib/list/use-directory.ts';
import { untilGone } from '../../lib/network/request-failed.ts';

/** Every location in scope, in memory. */
const directoryOf = directoryOfAccount(
  () =>
    new Directory<Location>({
      keyOf: locationKey,
      isFinal,
      open: async ({ limit, after }, signal) => {
        const answer = await open(listLocations, { query: { limit, after } }, { signal });
        const next = answer.headers.get(nextHeader) ?? undefined;
        return { next, read: async () => await toPage(answer.json()) };
      },
      search: (q, signal) =>
        toPage(call(listLocations, { query: { q, limit: pageDefaultRows } }, { signal })),
    }),
);

async function toPage(body: Promise<{ locations: Location[]; total: number; next: string | null }>) {
  const { locations, total, next } = await body;
  await yieldToBrowser();
  return { rows: locations, total, next };
}

/** The locations that hold the text in name, address or city. */
export function useLocations(text: string) {
  const { user } = useAuth();
  return useDirectory(directoryOf(user?.id), text);
}

/** The locations at hand, for whoever has to name them; loading starts once they are wanted. */
export function useKnownLocations(isWanted: boolean) {
  const { user } = useAuth();
  const directory = directoryOf(user?.id);
  useEffect(() => {
    if (isWanted) directory.load();
  }, [directory, isWanted]);
  return useSyncExternalStore(directory.subscribe, directory.getState);
}

/** One location with how many users are assigned to it, always asked anew. */
export function useLocation(id: string, { enabled = true } = {}) {
  return useQuery({
    queryKey: ['location', id],
    queryFn: ({ signal }) => fetchLocation(id, signal),
    enabled,
    staleTime: 0,
    gcTime: 0,
  });
}

export async function fetchLocation(id: string, signal?: AbortSignal) {
  return await call(getLocation, { params: { id } }, { signal });
}

export async function createLocation(id: string, input: LocationInput, signal: AbortSignal) {
  show(await call(createLocationEndpoint, { body: { ...input, id } }, { signal }));
}

/** `seen` is the `updated_at` that the form was filled with. */
export async function updateLocation(id: string, seen: string, input: LocationInput, signal: AbortSignal) {
  show(await call(updateLocationEndpoint, { params: { id }, body: input }, { ifMatch: seen, signal }));
}

export async function deleteLocation(id: string, signal: AbortSignal) {
  await untilGone(call(deleteLocationEndpoint, { params: { id } }, { signal }));
  directoryOf().remove(id);
  // Users were assigned to it.
  expireDirectories();
  directoryOf().refresh();
}

/** The saved row is seen at once; the list reloads behind it (specification section 4). */
function show(location: Location) {
  directoryOf().put(location);
  directoryOf().refresh();
}
