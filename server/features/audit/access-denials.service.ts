import * as z from 'zod/mini';
import type { AuditSubjectType } from '../../../contract/audit.ts';
import { id } from '../../../contract/fields/fields.ts';
import type { Endpoint } from '../../../contract/http/endpoint.ts';
import { requirePermission, scopeOf } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import { change } from '../../kernel/change.ts';
import type { App, Context } from '../../kernel/context.ts';
import { ApiError, logFault } from '../../platform/http/errors.ts';

/** Enough to notice somebody who tries in a loop. */
const limit = { limit: 30, window_seconds: 60 };

/**
 * Only for readers with access to all locations, because it names what the actor could not see. A 404 is recorded
 * whether or not the row exists, so that neither the answer nor its time reveals it.
 */
export async function recordDenial(
  ctx: Context,
  endpoint: Endpoint,
  params: unknown,
  error: ApiError,
): Promise<void> {
  // An actor with access to all locations requested a row that does not exist, so nothing was refused.
  if (error.code !== 'forbidden' && scopeOf(requirePermission(ctx, 'signed_in')).all) return;
  try {
    const { allowed } = await ctx.app.limits.consumeAttempt(`denial:${ctx.actor.user_id}`, limit);
    if (!allowed) return;
    const subject = await subjectOf(ctx, endpoint, (params as { id?: unknown }).id);
    const attempted = endpoint.failure.replace(/^Failed to /, '');
    await change(ctx, {}, (ctx) =>
      audit(ctx, { action: 'access.denied', subject, details: { asked: attempted, reason: error.message } }),
    );
  } catch (fault) {
    logFault(ctx.app.log, fault, 'an access denial could not be recorded');
  }
}

/** The user, for '/api/users/:id/roles'. */
async function subjectOf({ app }: Context, endpoint: Endpoint, sent: unknown) {
  const type = subjectTypeOf(app, endpoint) ?? 'settings';
  // Parsed as the endpoint parses it, so that the entry names the row that the request would have changed.
  const { success, data } = z.safeParse(id, sent);
  if (!success) return { type, id: null, name: '' };
  return { type, id: data, name: await findName(app, type, data) };
}

/** Null for a path that names no row. */
export function subjectTypeOf(
  { auditSubjects }: Pick<App, 'auditSubjects'>,
  { path }: Pick<Endpoint, 'path'>,
): AuditSubjectType | null {
  const collection = path.split('/')[2] ?? '';
  const found = Object.entries(auditSubjects).find(([, { collections }]) => collections.includes(collection));
  return (found?.[0] as AuditSubjectType | undefined) ?? null;
}

/**
 * Empty when it does not exist. Ignores the scope, so only entries that need access to all locations use it. The same
 * query runs for users and locations that do not exist, so that the time of a refusal reveals nothing.
 */
export async function findName(app: App, type: AuditSubjectType, id: string): Promise<string> {
  return app.auditSubjects[type].findName(app, id).catch(ignoreMissing);
}

function ignoreMissing(error: unknown): string {
  if (error instanceof ApiError && error.code === 'not_found') return '';
  throw error;
}
