import { createHash } from 'node:crypto';
import { watchedRowsMax } from '../../../contract/fields/limits.ts';
import {
  definedOnly,
  locationList,
  presentUserList,
  readListFilters,
  userList,
} from '../../../contract/lists/list-filters.ts';
import type { View } from '../../../contract/views.ts';
import { type Authorized, requirePermission, scopeOf } from '../../kernel/access.ts';
import { reader } from '../../kernel/context.ts';
import { matchingLocations } from '../locations/locations-list.service.ts';
import { matchingUsers } from '../users/list/matching-users.service.ts';
import * as repository from './watches.repository.ts';

export interface Evaluated {
  /** Null for more rows than a watch remembers. */
  ids: string[] | null;
  /** Another one means that the rows of before say nothing about what entered. */
  scope_key: string;
}

type WatchedView = Pick<View, 'list' | 'query'>;

/** With the filter of the page, and as the actor sees the list. @throws ApiError 403 for a list they may not read. */
export async function evaluate(ctx: Authorized, view: WatchedView): Promise<Evaluated> {
  const rows = await matching(ctx, view);
  const scope = scopeOf(ctx);
  const locations = scope.all ? 'all' : await repository.listLocationIds(reader(ctx), scope.user_id);
  const key = [view.list, view.query, [...ctx.actor.permissions].sort(), locations];
  const scope_key = createHash('sha256').update(JSON.stringify(key)).digest('hex');
  const isTooLarge = rows.length > watchedRowsMax;
  return { ids: isTooLarge ? null : rows.map(({ id }) => id), scope_key };
}

/** A filter that the page ignores for this reader is ignored here. */
async function matching(ctx: Authorized, { list, query }: WatchedView): Promise<{ id: string }[]> {
  // Views of sales are not watched.
  if (list === 'sales') return [];
  const search = Object.fromEntries(new URLSearchParams(query));
  const q = search.q?.trim() || undefined;
  if (list === 'locations') {
    const { filters } = readListFilters(locationList, search);
    const selection = { q, ...definedOnly(filters) };
    return matchingLocations(requirePermission(ctx, 'locations.read'), selection, watchedRowsMax + 1);
  }
  const { filters } = readListFilters(scopeOf(ctx).hidesPast ? presentUserList : userList, search);
  const selection = { q, ...definedOnly(filters) };
  return matchingUsers(requirePermission(ctx, 'users.read'), selection, watchedRowsMax + 1);
}
