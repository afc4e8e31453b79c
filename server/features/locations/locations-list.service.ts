import { filterValuesMax } from '../../../contract/fields/limits.ts';
import type {
  ListPosition,
  ListValues,
  LocationListQuery,
  LocationSelectionQuery,
  LocationValuesQuery,
} from '../../../contract/lists/list.ts';
import { definedOnly, locationList } from '../../../contract/lists/list-filters.ts';
import type { Location } from '../../../contract/locations.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import type { InTiers } from '../../kernel/database/search-tiers.ts';
import { countEach, findPosition, type Option, offered, readListPage } from '../../kernel/lists.ts';
import { fromStart } from '../../kernel/paging.ts';
import { runScopeOf } from '../../kernel/run-subjects.ts';
import { offeredDistricts } from '../districts/districts.service.ts';
import { notFound, storedOf } from './locations.service.ts';
import * as list from './locations-list.repository.ts';

export type { FoundLocationRow } from './locations-list.repository.ts';

export function listLocations(
  ctx: Authorized<'locations.read'>,
  { limit, after, from, include: _, ids, ...selection }: LocationListQuery,
) {
  const filter = { ...filterOfQuery(ctx, selection), ids };
  return readListPage(ctx, list.reads, filter, { selection, from, after, limit }, async (rows) => {
    const staff = await list.countStaff(
      reader(ctx),
      rows.map((row) => row.id),
    );
    return { locations: rows.map((row): Location => ({ ...storedOf(row), ...staff(row.id) })) };
  });
}

/** Counts all in scope without filters. */
export function countLocations(
  ctx: Authorized<'locations.read'>,
  query: LocationSelectionQuery = {},
): Promise<number> {
  return list.countRows(reader(ctx), filterOfQuery(ctx, query));
}

/** Also of a location that does not match (any more). @throws ApiError 404 out of scope. */
export async function getLocationPosition(
  ctx: Authorized<'locations.read'>,
  id: string,
  query: LocationSelectionQuery,
): Promise<ListPosition> {
  return (await findPosition(ctx, list.reads, filterOfQuery(ctx, query), query, id)) ?? notFound();
}

/** By name. */
export function matchingLocations(
  ctx: Authorized<'locations.read'>,
  query: LocationSelectionQuery,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return list.readRows(reader(ctx), filterOfQuery(ctx, query), list.byName, fromStart, limit);
}

export async function listLocationValues(
  ctx: Authorized<'locations.read'>,
  { field, find, ...selection }: LocationValuesQuery,
): Promise<ListValues> {
  const filter = filterOfQuery(ctx, selection);
  const chosen = filter.filters[field]?.values ?? [];
  const options = offered(chosen, await optionsOf(ctx, field, chosen, find));
  return countEach(options, (value) => {
    const filters = { ...filter.filters, [field]: { isNot: false, values: [value] } };
    return list.countRows(reader(ctx), { ...filter, filters });
  });
}

async function optionsOf(
  ctx: Authorized,
  field: LocationValuesQuery['field'],
  chosen: readonly string[],
  find: string | undefined,
): Promise<Option[]> {
  const fixed = (locationList.values[field].values ?? []).map((value) => ({ value }));
  if (field === 'state') return (await listStates(ctx)).map((value) => ({ value }));
  return field === 'district' ? [...fixed, ...(await offeredDistricts(ctx, chosen, find))] : fixed;
}

/** For a filter of users: those that a text finds, the best first, or all by name. */
export function listOfferedLocations(ctx: Authorized<'users.read'>, find: string | undefined) {
  const filter = { ...filterOfQuery(ctx, {}), q: find };
  const limit = filterValuesMax + 1;
  return find
    ? list.readBest(reader(ctx), filter, null, limit)
    : list.readRows(reader(ctx), filter, list.byName, fromStart, limit);
}

/** In scope, in order. */
export function listStates(ctx: Authorized): Promise<string[]> {
  return list.listStates(reader(ctx), scopeOf(ctx));
}

export function locationsToSearch(ctx: Authorized<'locations.read'>): InTiers {
  return list.inTiers(scopeOf(ctx));
}

function filterOfQuery(
  ctx: Authorized,
  { q, sort: _, ...filters }: LocationSelectionQuery,
): list.LocationListFilter {
  return { scope: scopeOf(ctx), q, filters: definedOnly(filters), runs: runScopeOf(ctx) };
}
