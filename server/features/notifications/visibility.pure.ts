import { listPermissions, type ViewList, viewLists } from '../../../contract/views.ts';
import { type Authorized, scopeOf } from '../../kernel/access.ts';
import type { Context } from '../../kernel/context.ts';
import type { NotificationSubjectType } from '../../kernel/database/schema.ts';
import { runScopeOf } from '../../kernel/run-subjects.ts';
import { ApiError } from '../../platform/http/errors.ts';
import type { Visibility } from './location-notices.repository.ts';

/** What the actor sees with their permissions of this moment. */
export function visibilityOf(ctx: Authorized): Visibility {
  const has = (permission: Parameters<typeof ctx.actor.permissions.has>[0]) =>
    ctx.actor.permissions.has(permission);
  const views: ViewList[] = viewLists.filter((list) => has(listPermissions[list]));
  const types: NotificationSubjectType[] = [
    ...(['account', 'run'] as const),
    ...(has('locations.read') ? (['location'] as const) : []),
    ...(has('users.read') ? (['user'] as const) : []),
    ...(has('settings.read') ? (['backup'] as const) : []),
    ...(views.length > 0 ? (['view'] as const) : []),
  ];
  return { user_id: userOf(ctx), scope: scopeOf(ctx), runs: runScopeOf(ctx), types, views };
}

export function userOf({ actor }: Context): string {
  if (actor.user_id === null) throw new ApiError('unauthenticated', 'No user logged in');
  return actor.user_id;
}
