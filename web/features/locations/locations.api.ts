import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { moveLocation as moveToDistrict, previewDistrictMove } from '../../../contract/districts.ts';
import type { LocationInput } from '../../../contract/fields/location-input.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import { listFilterParameters, locationList, readListFilters } from '../../../contract/lists/list-filters.ts';
import { locationKey } from '../../../contract/lists/search-key.ts';
import type { Location } from '../../../contract/locations.ts';
import * as contract from '../../../contract/locations.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';
import {
  addOwnRow,
  cachedRow,
  clearLists,
  dropOwnRow,
  type ListSource,
  putOwnRow,
} from '../../lib/list/list-cache.ts';
import { receiveRows, tellFollowers } from '../../lib/list/list-changes.ts';
import { askForChanges, noteCursor } from '../../lib/network/change-log.ts';
import { invalidateRows } from '../../lib/network/query-keys.ts';
import { ignoreMissing } from '../../lib/network/request-failed.ts';
import { resetDistricts } from '../../parts/choose/district-choices.api.ts';

export type ListedLocation = Location & { key: string };

export const locationsSource: ListSource<ListedLocation> = {
  name: 'locations',
  read: async (query, signal) => toPage(await call(contract.listLocations, { query }, { signal })),
  count: async (query, signal) => (await call(contract.countLocations, { query }, { signal })).count,
  position: (id, query, signal) => call(contract.getLocationPosition, { params: { id }, query }, { signal }),
  isNamed: () => true,
};

function toPage({ locations, total, is_total_exact, next, cursor }: Answer<typeof contract.listLocations>) {
  noteCursor(cursor);
  return { rows: locations.map(keep), total, isTotalExact: is_total_exact, next };
}

function keep(location: Location): ListedLocation {
  return { ...location, key: locationKey(location) };
}

export function locationQuery(id: string) {
  return queryOptions({
    queryKey: ['location', id],
    queryFn: ({ signal }) => call(contract.getLocation, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function knownLocation(id: string): Location | undefined {
  return cachedRow(locationsSource, id);
}

/** The row of the list, else fetched. It does not change while the dialog is open. */
export function locationRowQuery(id: string) {
  return queryOptions({
    queryKey: ['location-row', id],
    queryFn: ({ signal }): Promise<Location> => call(contract.getLocation, { params: { id } }, { signal }),
    initialData: () => knownLocation(id),
    staleTime: 'static',
    gcTime: 0,
  });
}

export async function createLocation(
  id: string,
  input: LocationInput & { district_id?: string },
  { client, signal }: SaveContext,
) {
  const location = await call(contract.createLocation, { body: { ...input, id } }, { signal });
  if (location.district_id !== null) void resetDistricts(client);
  addOwnRow(client, locationsSource, keep(location));
  return location;
}

/** `seen` is the row that the form was filled with. */
export async function updateLocation(seen: Location, input: LocationInput, { client, signal }: SaveContext) {
  const { id, updated_at } = seen;
  const stored = await call(
    contract.updateLocation,
    { params: { id }, body: input },
    { ifMatch: updated_at, signal },
  );
  return await show(stored, client);
}

export async function closeLocation(id: string, closed_on: string, { client, signal }: SaveContext) {
  await show(await call(contract.closeLocation, { params: { id }, body: { closed_on } }, { signal }), client);
}

export async function reopenLocation(id: string, { client, signal }: SaveContext) {
  await show(await call(contract.reopenLocation, { params: { id } }, { signal }), client);
}

/** Who would gain it and who would lose it; null is no district. */
export function districtMoveQuery(id: string, district_id: string | null) {
  return queryOptions({
    queryKey: ['location', id, 'move', district_id],
    queryFn: ({ signal }) =>
      call(
        previewDistrictMove,
        { params: { id }, query: district_id === null ? {} : { district_id } },
        { signal },
      ),
    staleTime: 0,
    gcTime: 0,
  });
}

/** `seen` is the location at the preview. */
export async function moveLocation(
  seen: Location,
  district_id: string | null,
  { client, signal }: SaveContext,
): Promise<Location> {
  const { id, updated_at } = seen;
  const body = { district_id };
  const moved = await call(moveToDistrict, { params: { id }, body }, { ifMatch: updated_at, signal });
  askForChanges();
  void resetDistricts(client);
  return await show({ ...seen, ...moved }, client);
}

export async function deleteLocation(id: string, { client, signal }: SaveContext) {
  await ignoreMissing(call(contract.deleteLocation, { params: { id } }, { signal }));
  dropOwnRow(client, locationsSource, id);
}

/** Resolves when the page of the location has read it again. */
async function show(location: Location, client: QueryClient): Promise<Location> {
  putOwnRow(client, locationsSource, keep(location));
  await client.invalidateQueries(locationQuery(location.id));
  return location;
}

/** Takes what the change log says. `onChanged` gets the locations whose values are others now. */
export function receiveLocations(
  { rows, removed }: { rows: readonly Location[]; removed: readonly string[] },
  client: QueryClient,
  onChanged: (ids: string[]) => void,
): Promise<void> {
  void invalidateRows('location', [...rows.map(({ id }) => id), ...removed], client);
  return receiveRows(client, locationsSource, { rows: rows.map(keep), removed }, onChanged);
}

/** Rows changed, and nobody says which. The present ones go at once when the reader may not see all of them any more. */
export function resetLocations(isScopeChanged: boolean, client: QueryClient): Promise<void> {
  void client.invalidateQueries({ queryKey: ['location'] });
  if (!isScopeChanged) return tellFollowers('locations', 'unknown');
  return clearLists(client, 'locations');
}

/** Of the first locations at the URL of a list. */
export async function locationIdsOf(url: string, most: number): Promise<string[]> {
  const { q, ...parameters } = Object.fromEntries(new URLSearchParams(url));
  const { filters } = readListFilters(locationList, parameters);
  const query = { ...listFilterParameters({ filters, sort: null }), ...(q?.trim() && { q }), limit: most };
  return (await call(contract.listLocations, { query })).locations.map(({ id }) => id);
}

export interface TypedPlace {
  address: string;
  zip: string;
  phone?: string | null | undefined;
}

/** Fewer digits are a part of a number. */
const phoneMinDigits = 10;

export function samePlacesQuery({ address, zip, phone }: TypedPlace, ownId: string | null) {
  const isPhone = (phone ?? '').replace(/\D/g, '').length >= phoneMinDigits;
  const query = { address, zip, phone: phone ?? '', ...(ownId !== null && { except: ownId }) };
  return queryOptions({
    queryKey: ['same-places', query],
    queryFn: ({ signal }) => call(contract.listSamePlaces, { query }, { signal }),
    enabled: isPhone || (address.trim() !== '' && zip.trim() !== ''),
  });
}
