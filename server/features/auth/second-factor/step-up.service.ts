import { type InTransaction, originOf } from '../../../kernel/context.ts';
import type { SecondFactorMethod } from '../../../kernel/database/auth-schema.ts';
import { isWithin } from '../../../platform/clock.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { firstRefreshToken } from '../sessions/refresh-token.pure.ts';
import { endLowerSessions, type SessionRow, updateSession } from '../sessions/sessions.repository.ts';
import { isNewDevice, trustDevice } from '../sessions/trusted-devices.service.ts';

const recentCodeMs = 600_000;

interface Proof {
  method: SecondFactorMethod;
  /** Null for a recovery code. */
  factor_id: string | null;
}

/**
 * Ends the user's other sessions at aal1. The session gets a new refresh key, so that tokens issued at aal1 no longer
 * work.
 */
export async function stepUp(
  ctx: InTransaction<AuthContext>,
  session: SessionRow,
  { method, factor_id }: Proof,
): Promise<SessionRow> {
  const at = ctx.app.now();
  const time = at.toISOString();
  const earlier = session.amr.filter((entry) => entry.method !== method);
  const change = {
    aal: 'aal2' as const,
    amr: [{ method, timestamp: Math.floor(at.getTime() / 1000) }, ...earlier],
    factor_id,
    refreshed_at: time,
    ...originOf(ctx),
    ...(session.aal === 'aal1' && firstRefreshToken()),
  };
  await updateSession(ctx.tx, session.id, change);
  trustDevice(ctx, session.user_id, await isNewDevice(ctx, session.user_id));
  await endLowerSessions(ctx.tx, session.user_id, session.id, {
    ended_at: time,
    ended_reason: 'second_factor',
  });
  return { ...session, ...change };
}

/** Somebody at an unlocked screen must not pass. */
export function hasRecentCode(ctx: AuthContext, user: User): boolean {
  if (user.aal !== 'aal2') return false;
  const entered = user.amr.filter(({ method }) => isSecondFactor(method)).map(({ timestamp }) => timestamp);
  const nowMs = ctx.app.now().getTime();
  return entered.some((timestamp) => isWithin(recentCodeMs, timestamp * 1000, nowMs));
}

export function isSecondFactor(method: string): method is SecondFactorMethod {
  return method === 'totp' || method === 'mfa/recovery_code';
}
