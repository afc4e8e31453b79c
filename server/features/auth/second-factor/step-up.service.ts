import { auditUser } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type Context, type InTransaction, originOf } from '../../../kernel/context.ts';
import type { SecondFactorMethod } from '../../../kernel/database/auth-schema.ts';
import { isWithin } from '../../../platform/clock.ts';
import { wrongCode } from '../protocol/auth-error.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { type LiveSession, signedIn } from '../sessions/acting-user.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { firstRefreshToken } from '../sessions/refresh-token.pure.ts';
import { endLowerSessions, updateSession } from '../sessions/sessions.repository.ts';
import { isNewDevice, trustDevice, trustedDevice } from '../sessions/trusted-devices.service.ts';
import { wrongCodesEmail } from './second-factor.emails.ts';

const recentCodeMs = 600_000;

/**
 * Ends the user's other sessions at aal1. The session gets a new refresh key, so that tokens issued at aal1 no longer
 * work. `factor_id` is null for a recovery code.
 */
export async function stepUp(
  ctx: InTransaction<AuthContext>,
  { identity, session }: LiveSession,
  { method, factor_id }: { method: SecondFactorMethod; factor_id: string | null },
): Promise<LiveSession> {
  const at = ctx.app.now();
  const time = at.toISOString();
  const earlier = session.amr.filter((entry) => entry.method !== method);
  const raised = {
    aal: 'aal2' as const,
    amr: [{ method, timestamp: Math.floor(at.getTime() / 1000) }, ...earlier],
    factor_id,
    refreshed_at: time,
    ...originOf(ctx),
    ...(session.aal === 'aal1' && firstRefreshToken()),
  };
  await updateSession(ctx.tx, session.id, raised);
  trustDevice(ctx, identity.id, await isNewDevice(ctx, identity.id, session.id));
  const ending = { ended_at: time, ended_reason: 'second_factor' } as const;
  await endLowerSessions(ctx.tx, identity.id, session.id, ending);
  return { identity, session: { ...session, ...raised } };
}

/** Somebody at an unlocked screen must not pass. */
export function hasRecentCode(ctx: Context, user: User): boolean {
  if (user.aal !== 'aal2') return false;
  const entered = user.amr.filter(({ method }) => isSecondFactor(method)).map(({ timestamp }) => timestamp);
  const nowMs = ctx.app.now().getTime();
  return entered.some((timestamp) => isWithin(recentCodeMs, timestamp * 1000, nowMs));
}

export function isSecondFactor(method: string): method is SecondFactorMethod {
  return method === 'totp' || method === 'mfa/recovery_code';
}

/** A few wrong codes are normal. More mean that somebody else may know the password, so the user gets an email. */
const warningEmailAt = 5;

/**
 * Counted before the check, so that concurrent attempts cannot exceed the limit. All factors and codes of a user share
 * one limit, but each trusted device has its own: who knows the password cannot lock the user out there. A right code
 * does not count. @throws AuthError 429, and 422 for a wrong code, for which `check` gives null.
 */
export async function attemptCode(
  ctx: AuthContext,
  user: User,
  check: (ctx: InTransaction<AuthContext>) => Promise<LiveSession | null>,
): Promise<LiveSession> {
  const { limits, mailer, config } = ctx.app;
  const key = `wrong-codes:${(await trustedDevice(ctx, user.user_id)) ?? user.user_id}`;
  const count = await consumeAttempt(ctx, key, authLimits.wrongCodes);
  const live = await change(ctx, {}, async (ctx) => {
    const live = await check(ctx);
    if (live) {
      await limits.forgiveAttempts({ refunded: key }, ctx.tx);
      return live;
    }
    // There is no actor yet: the second factor is missing.
    auditUser(ctx, signedIn(user), 'session.refused', { reason: 'Wrong code of the second factor' });
    if (count === warningEmailAt) await mailer.enqueue(ctx.tx, wrongCodesEmail(config, user.email));
    return null;
  });
  if (!live) throw wrongCode();
  return live;
}
