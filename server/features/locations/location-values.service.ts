import { filterValuesMax } from '../../../contract/fields/limits.ts';
import type { ListValues, LocationValuesQuery } from '../../../contract/lists/list.ts';
import { locationList } from '../../../contract/lists/list-filters.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import { countEach, offered } from '../../kernel/lists.ts';
import { fromStart } from '../../kernel/paging.ts';
import * as list from './locations-list.repository.ts';
import { filterOfQuery } from './locations-list.service.ts';

export async function listLocationValues(
  ctx: Authorized<'locations.read'>,
  { field, find: _, ...selection }: LocationValuesQuery,
): Promise<ListValues> {
  const filter = filterOfQuery(ctx, selection);
  const fixed = locationList.values[field].values ?? (await listStates(ctx));
  const options = offered(
    filter.filters[field]?.values ?? [],
    fixed.map((value) => ({ value })),
  );
  return countEach(options, (value) => {
    const filters = { ...filter.filters, [field]: { isNot: false, values: [value] } };
    return list.countLocations(reader(ctx), { ...filter, filters });
  });
}

/** For a filter of users: those that a text finds, the best first, or all by name. */
export function listOfferedLocations(ctx: Authorized<'users.read'>, find: string | undefined) {
  const filter = { ...filterOfQuery(ctx, {}), q: find };
  const limit = filterValuesMax + 1;
  return find
    ? list.bestLocations(reader(ctx), filter, null, limit)
    : list.listLocations(reader(ctx), filter, list.byName, fromStart, limit);
}

/** In scope, in order. */
export function listStates(ctx: Authorized<'users.read' | 'locations.read'>): Promise<string[]> {
  return list.listStates(reader(ctx), scopeOf(ctx));
}
