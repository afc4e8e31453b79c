import type { UserSelectionQuery } from '../../../../contract/lists/list.ts';
import { displayName } from '../../../../contract/users.ts';
import type { Authorized } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import { filterOfQuery } from './list-filter.service.ts';
import * as list from './users-list.repository.ts';

/** By name. */
export async function matchingUsers(
  ctx: Authorized<'users.read'>,
  query: UserSelectionQuery,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const db = reader(ctx);
  const filter = await list.narrowed(db, filterOfQuery(ctx, query));
  const rows = await list.listMatches(db, filter, limit);
  return rows.map((row) => ({ id: row.id, name: displayName(row) }));
}
