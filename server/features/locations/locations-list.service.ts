import type {
  ListPosition,
  LocationListQuery,
  LocationSelectionQuery,
} from '../../../contract/lists/list.ts';
import { definedOnly } from '../../../contract/lists/list-filters.ts';
import type { Location } from '../../../contract/locations.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import { bestOrder } from '../../kernel/database/search-tiers.ts';
import { findPosition, newestFirst, presentTotal, requireSearch } from '../../kernel/lists.ts';
import { decodeCursor, encodeCursor, fromStart, readPage } from '../../kernel/paging.ts';
import { runScopeOf } from '../../kernel/run-subjects.ts';
import { notFound, storedOf } from './locations.service.ts';
import * as list from './locations-list.repository.ts';

export async function listLocations(
  ctx: Authorized<'locations.read'>,
  { limit, after, from, include: _, ids, ...selection }: LocationListQuery,
) {
  const db = reader(ctx);
  const filter = { ...filterOfQuery(ctx, selection), ids };
  const sort = selection.sort ?? newestFirst;
  const order = from === 'best' ? bestOrder : list.locationOrder(sort);
  if (from === 'best') requireSearch({ ...selection, ids });
  const question = [selection, from];
  const place = decodeCursor(question, order, after);
  const position = place?.position ?? null;
  const { rows, last } = await readPage(limit, (limit) =>
    from === 'best'
      ? list.bestLocations(db, filter, position, limit)
      : list.listLocations(db, filter, order, { isBackward: from === 'end', after: position }, limit),
  );
  const [total, staff] = await Promise.all([
    place?.total ?? (last ? list.countLocations(db, filter) : rows.length),
    list.countStaff(
      db,
      rows.map((row) => row.id),
    ),
  ]);
  return {
    locations: rows.map((row): Location => ({ ...storedOf(row), ...staff(row.id) })),
    ...presentTotal(total),
    next: last && encodeCursor(question, list.positionOf(last), total),
  };
}

/** Counts all in scope without filters. */
export function countLocations(
  ctx: Authorized<'locations.read'>,
  query: LocationSelectionQuery = {},
): Promise<number> {
  return list.countLocations(reader(ctx), filterOfQuery(ctx, query));
}

/** Also of a location that does not match (any more). @throws ApiError 404 out of scope. */
export async function getLocationPosition(
  ctx: Authorized<'locations.read'>,
  id: string,
  query: LocationSelectionQuery,
): Promise<ListPosition> {
  const db = reader(ctx);
  const filter = filterOfQuery(ctx, query);
  const sort = query.sort ?? newestFirst;
  const order = list.locationOrder(sort);
  const one = (filter: list.LocationListFilter) =>
    list.listLocations(db, { ...filter, ids: [id] }, order, fromStart, 1);
  const [row] = await one({ ...filter, q: undefined, filters: {} });
  const after = list.positionOf(row ?? notFound());
  return findPosition({
    isIn: (await one(filter)).length > 0,
    neighbors: (isBackward) => list.listLocations(db, filter, order, { isBackward, after }, 1),
    countBefore: () => list.countLocations(db, filter, { order, position: after }),
    count: () => list.countLocations(db, filter),
  });
}

/** By name. */
export function matchingLocations(
  ctx: Authorized<'locations.read'>,
  query: LocationSelectionQuery,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  return list.listLocations(reader(ctx), filterOfQuery(ctx, query), list.byName, fromStart, limit);
}

export function filterOfQuery(
  ctx: Authorized,
  { q, sort: _, ...filters }: LocationSelectionQuery,
): list.LocationListFilter {
  return { scope: scopeOf(ctx), q, filters: definedOnly(filters), runs: runScopeOf(ctx) };
}
