import { searchMaxLength } from '../../../contract/fields/limits.ts';
import { locationList, readListFilters } from '../../../contract/lists/list-filters.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import { invalid } from '../../kernel/errors.ts';
import * as list from './locations-list.repository.ts';

/**
 * The locations that the list shows at this URL, by name.
 * @throws ApiError 400 for a filter that the list does not have.
 */
export function matchingLocations(
  ctx: Authorized<'locations.read'>,
  address: Record<string, string>,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const { filters, ignored } = readListFilters(locationList, address);
  const [unknown] = ignored.filter((field) => field !== 'sort');
  if (unknown)
    throw invalid({ path: 'selection', message: `The list does not know this filter: ${unknown}` });
  const q = address.q?.slice(0, searchMaxLength).trim() || undefined;
  return list.listMatches(reader(ctx), { scope: scopeOf(ctx), q, filters }, limit);
}
