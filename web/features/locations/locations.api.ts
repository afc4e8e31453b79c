import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { namedMaxRows } from '../../../contract/fields/limits.ts';
import type { LocationInput } from '../../../contract/fields/location-input.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import {
  type LocationFilterField,
  type LocationFilters,
  listFilterParameters,
} from '../../../contract/lists/list-filters.ts';
import { locationKey } from '../../../contract/lists/search-key.ts';
import { locationFilterValues, locationSortValue } from '../../../contract/location-list.ts';
import type { Location } from '../../../contract/locations.ts';
import * as contract from '../../../contract/locations.ts';
import { useAuth } from '../../lib/account/auth-store.ts';
import {
  Directory,
  type DirectoryReading,
  directoryOfAccount,
  expireDirectories,
  isFinal,
  noteListCursor,
  readPageHeaders,
  useDirectory,
  yieldToBrowser,
} from '../../lib/directory/index.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call, open } from '../../lib/http/http.ts';
import { invalidateRows } from '../../lib/network/invalidate-rows.ts';
import { ignoreMissing } from '../../lib/network/request-failed.ts';
import { useStore } from '../../lib/store.ts';
import { runsOf, useRunFilter } from '../runs/run-filter.api.ts';

const directoryOf = directoryOfAccount(
  () =>
    new Directory<ListedLocation>({
      isFinal,
      open: async ({ limit, after }, signal) => {
        const answer = await open(contract.listLocations, { query: { limit, after } }, { signal });
        return { ...readPageHeaders(answer.headers), read: async () => await toPage(answer.json()) };
      },
      search: (q, filters, page, signal) => {
        const query = { ...listFilterParameters(filters), ...(q && { q }), ...page };
        return toPage(call(contract.listLocations, { query }, { signal }));
      },
      rules: { valuesOf: locationValues, sortValue: locationSortValue },
    }),
);

export type ListedLocation = Location & { key: string };

function keep(location: Location): ListedLocation {
  return { ...location, key: locationKey(location) };
}

async function toPage(body: Promise<Answer<typeof contract.listLocations>>) {
  const { locations, total, next, cursor } = await body;
  noteListCursor(cursor);
  await yieldToBrowser();
  return { rows: locations.map(keep), total, next };
}

export function useLocations(text: string, reading?: DirectoryReading<LocationFilters>) {
  const { user } = useAuth();
  const { members } = useRunFilter(reading?.filters?.run);
  return useDirectory(directoryOf(user?.id), text, { ...reading, members });
}

export function locationValues(location: Location, field: LocationFilterField): readonly string[] {
  return field === 'run' ? runsOf(location.id) : locationFilterValues(location, field);
}

export function locationQuery(id: string) {
  return queryOptions({
    queryKey: ['location', id],
    queryFn: ({ signal }) => call(contract.getLocation, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The row of the list, as it changes. */
export function useKnownLocation(id: string): Location | undefined {
  const directory = directoryOf(useAuth().user?.id);
  return useStore(directory.store, () => directory.find(id));
}

export function knownLocation(id: string): Location | undefined {
  return directoryOf().find(id);
}

/** The row of the list, else fetched. It does not change while the dialog is open. */
export function locationRowQuery(id: string) {
  return queryOptions({
    queryKey: ['location-row', id],
    queryFn: ({ signal }): Promise<Location> => call(contract.getLocation, { params: { id } }, { signal }),
    initialData: () => directoryOf().find(id),
    staleTime: 'static',
    gcTime: 0,
  });
}

export async function createLocation(id: string, input: LocationInput, { signal }: SaveContext) {
  return show(await call(contract.createLocation, { body: { ...input, id } }, { signal }));
}

/** `seen` is the row that the form was filled with. */
export async function updateLocation(seen: Location, input: LocationInput, { client, signal }: SaveContext) {
  const { id, updated_at } = seen;
  const stored = show(
    await call(contract.updateLocation, { params: { id }, body: input }, { ifMatch: updated_at, signal }),
  );
  await client.invalidateQueries(locationQuery(id));
  // Users are filtered by it.
  if (stored.state !== seen.state) expireDirectories();
  return stored;
}

export async function closeLocation(id: string, closed_on: string, { client, signal }: SaveContext) {
  show(await call(contract.closeLocation, { params: { id }, body: { closed_on } }, { signal }));
  await client.invalidateQueries(locationQuery(id));
}

export async function reopenLocation(id: string, { client, signal }: SaveContext) {
  show(await call(contract.reopenLocation, { params: { id } }, { signal }));
  await client.invalidateQueries(locationQuery(id));
}

export async function deleteLocation(id: string, { signal }: SaveContext) {
  await ignoreMissing(call(contract.deleteLocation, { params: { id } }, { signal }));
  directoryOf().remove(id);
  expireDirectories();
}

function show(location: Location): Location {
  directoryOf().put(keep(location));
  return location;
}

/** Takes what other users changed. Returns the locations whose values are others now. */
export function receiveLocations(
  { rows, removed }: { rows: readonly Location[]; removed: readonly string[] },
  client: QueryClient,
): string[] {
  const changed = directoryOf().receive(rows.map(keep), removed);
  void invalidateRows('location', [...rows.map(({ id }) => id), ...removed], client);
  return changed;
}

/** The list must be read again, at once without the present rows when the reader may not see all of them any more. */
export function resetLocations(isScopeChanged: boolean, client: QueryClient) {
  if (isScopeChanged) directoryOf().clear();
  else directoryOf().follow();
  void client.invalidateQueries({ queryKey: ['location'] });
}

/** Reads the rows whose counts of users changed, if the list has them, in one request. */
export async function refreshLocations(ids: readonly string[]): Promise<void> {
  const directory = directoryOf();
  const known = [...new Set(ids)].filter((id) => directory.find(id));
  if (known.length === 0) return;
  try {
    const { locations } =
      known.length > namedMaxRows
        ? { locations: [] }
        : await call(contract.listLocations, { query: { ids: known.join() } });
    for (const location of locations) directory.put(keep(location));
    if (locations.length === known.length) return;
  } catch {
    // Handled below.
  }
  // What is missing is read with the whole list when it is shown next.
  directory.expire();
}
