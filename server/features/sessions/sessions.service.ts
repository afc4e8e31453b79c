import type { Authorized } from '../../kernel/access.ts';
import { audit, userSubject } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import type { Context, InTransaction } from '../../kernel/context.ts';
import { ApiError } from '../../platform/http/errors.ts';
import * as open from '../auth/sessions/session-lifecycle.service.ts';
import { findManageable, requireManageable } from '../users/guards.service.ts';

export async function listOwnSessions(ctx: Authorized<'signed_in'>) {
  return { sessions: await open.openSessionsOf(ctx, self(ctx).id) };
}

/** @throws ApiError 404 for any other session. */
export function endOwnSession(ctx: Authorized<'signed_in'>, session_id: string): Promise<void> {
  const user = self(ctx);
  return change(ctx, { user: user.id }, (ctx) => endOne(ctx, user, session_id));
}

export function endOtherSessions(ctx: Authorized<'signed_in'>): Promise<{ ended: number }> {
  const user = self(ctx);
  return change(ctx, { user: user.id }, async (ctx) => {
    const except = ctx.actor.session_id ?? undefined;
    const ended = await open.endOpenSessionsOf(ctx, user.id, 'ended_by_owner', except);
    if (ended > 0) await record(ctx, user, { scope: 'All others', sessions: ended });
    return { ended };
  });
}

/** @throws ApiError 404 out of scope, 403 for a user whom the actor cannot manage. */
export async function listSessionsOf(ctx: Authorized<'users.sessions'>, id: string) {
  await requireManageable(ctx, id);
  return { sessions: await open.openSessionsOf(ctx, id) };
}

/** @throws ApiError as `listSessionsOf`; 404 for a session of somebody else. */
export function endSessionOf(
  ctx: Authorized<'users.sessions'>,
  id: string,
  session_id: string,
): Promise<void> {
  return change(ctx, { user: id }, async (ctx) => {
    await endOne(ctx, userSubject(await findManageable(ctx, id)), session_id);
  });
}

/** @throws ApiError as `listSessionsOf`. */
export function endSessionsOf(ctx: Authorized<'users.sessions'>, id: string): Promise<{ ended: number }> {
  return change(ctx, { user: id }, async (ctx) => {
    const user = userSubject(await findManageable(ctx, id));
    const ended = await open.endOpenSessionsOf(ctx, id, reasonOf(ctx, id));
    if (ended > 0) await record(ctx, user, { scope: 'All of them', sessions: ended });
    return { ended };
  });
}

async function endOne(ctx: InTransaction, user: Subject, session_id: string): Promise<void> {
  const key = { user_id: user.id, session_id };
  const ended = (await open.endOpenSessionOf(ctx, key, reasonOf(ctx, user.id))) ?? notFound();
  if (ended.wasOpen) await record(ctx, user, { scope: 'One of them', device: ended.device });
}

type Subject = ReturnType<typeof self>;

async function record(ctx: InTransaction, subject: Subject, details: Record<string, unknown>) {
  audit(ctx, {
    action: 'session.ended',
    subject,
    details,
    at_locations_of_subject: true,
  });
}

function reasonOf(ctx: Context, user_id: string) {
  return ctx.actor.user_id === user_id ? 'ended_by_owner' : 'ended_by_administrator';
}

function self(ctx: Context) {
  if (!ctx.actor.user_id) throw new ApiError('unauthenticated', 'No user logged in');
  return { type: 'user', id: ctx.actor.user_id, name: ctx.actor.name } as const;
}

function notFound(): never {
  throw new ApiError('not_found', 'This session does not exist.');
}
