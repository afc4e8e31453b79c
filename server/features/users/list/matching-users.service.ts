import { searchMaxLength } from '../../../../contract/fields/limits.ts';
import { readListFilters, userList } from '../../../../contract/lists/list-filters.ts';
import { displayName } from '../../../../contract/users.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { invalid } from '../../../kernel/errors.ts';
import { listFilter } from './list-filter.ts';
import * as list from './users-list.repository.ts';

/**
 * The users that the list shows at this URL, by name.
 * @throws ApiError 400 for a filter that the list does not have, because without it more users would match than the
 * actor saw.
 */
export async function matchingUsers(
  ctx: Authorized<'users.read'>,
  address: Record<string, string>,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const { filters, ignored } = readListFilters(userList, address);
  const [unknown] = ignored.filter((field) => field !== 'sort');
  if (unknown)
    throw invalid({ path: 'selection', message: `The list does not know this filter: ${unknown}` });
  const q = address.q?.slice(0, searchMaxLength).trim() || undefined;
  const rows = await list.listMatches(reader(ctx), listFilter(ctx, { q, filters }), limit);
  return rows.map((row) => ({ id: row.id, name: displayName(row) }));
}
