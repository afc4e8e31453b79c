import { createHash } from 'node:crypto';
import { watchedRowsMax, watchesMaxCount } from '../../../contract/fields/limits.ts';
import {
  definedOnly,
  locationList,
  presentUserList,
  readListFilters,
  userList,
} from '../../../contract/lists/list-filters.ts';
import type { ViewWatch } from '../../../contract/notifications/watches.ts';
import { isWatchable, type View } from '../../../contract/views.ts';
import { type Authorized, requirePermission, scopeOf } from '../../kernel/access.ts';
import { change } from '../../kernel/change.ts';
import { readClock } from '../../kernel/changes/change-clock.ts';
import { type Context, reader } from '../../kernel/context.ts';
import { listOwnLocations } from '../../kernel/scope.ts';
import { ApiError, invalid } from '../../platform/http/errors.ts';
import { listLocationRefs } from '../locations/locations.service.ts';
import { matchingLocations } from '../locations/locations-list.service.ts';
import { matchingUsers } from '../users/list/users-list.service.ts';
import { namesInScope } from '../users/users.service.ts';
import { findView } from '../views/views.service.ts';
import * as repository from './watches.repository.ts';

export function listWatches(ctx: Authorized<'signed_in'>): Promise<ViewWatch[]> {
  return repository.listWatches(reader(ctx), userOf(ctx));
}

/**
 * From now on: what is in the view already is not told. @throws ApiError 404 for a view that the actor does not see; 400
 * for one too large to tell what enters; 409 for one watch too many.
 */
export function watchView(
  ctx: Authorized<'signed_in'>,
  view_id: string,
  { condition, delivery }: Pick<ViewWatch, 'condition' | 'delivery'>,
): Promise<ViewWatch> {
  const user_id = userOf(ctx);
  // The lock of the user makes two requests at once count each other's watch.
  return change(ctx, { user: user_id }, async (ctx) => {
    const view = (await findView(ctx, view_id)) ?? notFound();
    if (!isWatchable(view.list)) {
      throw invalid({ path: 'id', message: 'A view of sales cannot be watched.' });
    }
    const watches = await repository.listWatches(ctx.tx, user_id);
    const isNew = watches.every((watch) => watch.view_id !== view_id);
    if (isNew && watches.length >= watchesMaxCount) {
      throw new ApiError('conflict', `You watch ${watchesMaxCount} views. Stop watching one of them first.`);
    }
    const { seq } = await readClock(ctx.tx);
    const { ids, scope_key } = await evaluate(ctx, view);
    if (condition === 'enters' && ids === null) {
      const message = `This view has more than ${watchedRowsMax.toLocaleString('en-US')} rows, so it can only tell when it is not empty.`;
      throw invalid({ path: 'condition', message });
    }
    await repository.saveWatch(ctx.tx, {
      ...{ user_id, view_id, condition, delivery, scope_key, ...repository.markOf(ctx.app.now(), seq) },
      ...{ seen_ids: remembered(condition, ids), leased_until: null },
    });
    return { view_id, condition, delivery, is_broken: false };
  });
}

/** Repeating it changes nothing. */
export function unwatchView(ctx: Authorized<'signed_in'>, view_id: string): Promise<void> {
  return change(ctx, {}, (ctx) => repository.deleteWatch(ctx.tx, userOf(ctx), view_id));
}

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
  const locations = (await listOwnLocations(reader(ctx), scopeOf(ctx))) ?? 'all';
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

/** Of rows of the view, in the scope of the actor. */
export async function namesOf(
  ctx: Authorized,
  { list }: WatchedView,
  ids: readonly string[],
): Promise<string[]> {
  const names =
    list === 'users'
      ? await namesInScope(ctx, ids)
      : new Map((await listLocationRefs(ctx, ids)).map(({ id, name }) => [id, name]));
  return ids.flatMap((id) => names.get(id) ?? []);
}

/** Whether it is empty needs one id. */
export function remembered(condition: ViewWatch['condition'], ids: readonly string[] | null): string[] {
  if (condition === 'enters') return [...(ids ?? [])];
  return ids === null ? ['many'] : ids.slice(0, 1);
}

export function userOf({ actor }: Context): string {
  return actor.user_id ?? notFound();
}

function notFound(): never {
  throw new ApiError('not_found', 'This view does not exist, or is not shared with you.');
}
