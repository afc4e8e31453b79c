import { change } from '../../../kernel/change.ts';
import { originOf } from '../../../kernel/context.ts';
import { findIdentity, isActive } from '../identities/identities.repository.ts';
import { AuthError, deactivated } from '../protocol/auth-error.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import type { LiveSession } from './acting-user.service.ts';
import { decide, isGenuine, parseRefreshToken, type RefreshToken, recordUse } from './refresh-token.pure.ts';
import { refreshServerKey, type SessionObject, sessionObject } from './session-lifecycle.service.ts';
import { isOver } from './session-limits.rules.ts';
import { endSession, findRefreshKey, lockSession, updateSession } from './sessions.repository.ts';
import { recordReplay } from './sign-in-audit.service.ts';

/**
 * All requests with the same token get the same successor; a replayed one ends the session (auth protocol, 5). @throws
 * AuthError 400 for a token that cannot be used. No other failure gets a 4xx, because the client would sign out.
 */
export async function refreshSession(ctx: AuthContext, text: string): Promise<SessionObject> {
  const token = parseRefreshToken(text);
  if (!token) throw new AuthError('validation_failed', 'refresh_token is not a refresh token');
  await requireGenuine(ctx, token);
  await consumeAttempt(ctx, `refresh:${token.session_id}`, authLimits.refreshOfSession);
  const live = await exchange(ctx, token);
  if (!live) {
    throw new AuthError('refresh_token_already_used', 'Invalid Refresh Token: Already Used');
  }
  return sessionObject(ctx, live);
}

/** Before any lock or count: an invented token costs one read and ends no session. */
async function requireGenuine(ctx: AuthContext, token: RefreshToken): Promise<void> {
  const refreshKey = await findRefreshKey(ctx.app.database.read, token.session_id);
  if (!refreshKey || !isGenuine(refreshServerKey(ctx), refreshKey, token)) throw unknownToken();
}

/** Null for a replay: throwing here would roll back the end of the session. */
function exchange(ctx: AuthContext, token: RefreshToken): Promise<LiveSession | null> {
  const at = ctx.app.now();
  return change(ctx, {}, async (ctx) => {
    const session = await lockSession(ctx.tx, token.session_id);
    const identity = session && (await findIdentity(ctx.tx, session.user_id));
    if (!session || !identity) throw unknownToken();
    // A code entered meanwhile gave the session another key.
    if (!isGenuine(refreshServerKey(ctx), session.refresh_key, token)) throw unknownToken();
    if (!(await isActive(ctx.tx, identity.id))) throw deactivated(400);
    if (session.ended_at) {
      // Not session_not_found: the client drops that code, and the page could not say what happened.
      throw new AuthError('refresh_token_not_found', 'Your session has ended. Sign in again.');
    }
    if (isOver(ctx.app.config, session, ctx.app.activity.recordedAt(session.id), at.getTime())) {
      throw new AuthError('session_expired', 'Your session has ended. Sign in again.');
    }
    switch (decide(session, token.counter, at.getTime())) {
      case 'return_active':
        return { identity, session };
      case 'replayed':
        await endSession(ctx.tx, session.id, { ended_at: at.toISOString(), ended_reason: 'token_replayed' });
        await recordReplay(ctx, identity);
        return null;
      case 'unknown':
        throw unknownToken();
      case 'rotate': {
        const rotation = {
          refresh_counter: session.refresh_counter + 1,
          refresh_uses: recordUse(session.refresh_uses, at.getTime()),
          refreshed_at: at.toISOString(),
          ...originOf(ctx),
        };
        await updateSession(ctx.tx, session.id, rotation);
        return { identity, session: { ...session, ...rotation } };
      }
    }
  });
}

function unknownToken(): AuthError {
  return new AuthError('refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found');
}
