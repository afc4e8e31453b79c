import * as z from 'zod/mini';
import type { AuditSubjectType } from '../../../contract/audit.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { id } from '../../../contract/fields.ts';
import { scopeOf } from '../../kernel/access.ts';
import { audit } from '../../kernel/audit/audit.ts';
import type { Context } from '../../kernel/context.ts';
import { type ApiError, logFault } from '../../kernel/errors.ts';
import { transaction } from '../../kernel/transaction.ts';
import { findName } from './names.ts';

/** Somebody who tries in a loop is written down often enough to be seen, and not more. */
const limit = { limit: 30, window_seconds: 60 };

/**
 * Writes down that somebody tried to change what is not theirs to change. Only those who have access to all locations read
 * it, because it names what the user could not see. A 404 is written down whether or not the thing exists, so
 * that neither the answer nor its time tells; a fault here changes nothing for the caller.
 */
export async function recordDenial(
  ctx: Context,
  endpoint: Endpoint,
  params: unknown,
  error: ApiError,
): Promise<void> {
  // Who reaches everything and finds nothing was not refused.
  if (error.code !== 'forbidden' && scopeOf(ctx).all) return;
  try {
    const { allowed } = await ctx.app.limits.consumeAttempt(`denial:${ctx.actor.user_id}`, limit);
    if (!allowed) return;
    const subject = await subjectOf(ctx, endpoint, (params as { id?: unknown }).id);
    const asked = endpoint.failure.replace(/^Failed to /, '');
    await transaction(ctx, (ctx) =>
      audit(ctx, { action: 'access.denied', subject, details: { asked, reason: error.message } }),
    );
  } catch (fault) {
    logFault(ctx.app.log, fault, 'a refusal could not be written down');
  }
}

const kinds: Record<string, AuditSubjectType> = { users: 'user', locations: 'location', roles: 'role' };

/** From '/api/users/:id/roles' and the id in its place: that user. */
async function subjectOf({ app }: Context, { path }: Endpoint, sent: unknown) {
  const type = kinds[path.split('/')[2] ?? ''] ?? 'settings';
  // As the endpoint reads it: what it would have changed is named here.
  const { success, data } = z.safeParse(id, sent);
  if (!success) return { type, id: null, name: '' };
  return { type, id: data, name: await findName(app, type, data) };
}
