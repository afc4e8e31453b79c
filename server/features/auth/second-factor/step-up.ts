import type { InTransaction } from '../../../kernel/context.ts';
import type { SecondFactorMethod } from '../../../kernel/database/auth-schema.ts';
import { isWithin } from '../../../platform/clock.ts';
import type { AuthContext } from '../protocol/context.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { firstRefreshToken } from '../sessions/refresh-token.ts';
import { endLowerSessions, type SessionRow, updateSession } from '../sessions/sessions.repository.ts';
import { lastSeen } from '../sessions/sessions.service.ts';
import { trustDevice } from '../sessions/trusted-devices.service.ts';

/** How long a code that was entered stands for whoever takes a second factor away. */
const freshMs = 600_000;

interface Proof {
  method: SecondFactorMethod;
  /** Null for a recovery code. */
  factor_id: string | null;
}

/**
 * Brings the locked session to aal2, and ends the user's other sessions that are not there. From aal1 the session gets
 * a new key for its refresh tokens, so that none of before is worth anything after it (protocol section 5).
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
    ...lastSeen(ctx),
    ...(session.aal === 'aal1' && firstRefreshToken()),
  };
  await updateSession(ctx.tx, session.id, change);
  await trustDevice(ctx, session.user_id);
  await endLowerSessions(ctx.tx, session.user_id, session.id, {
    ended_at: time,
    ended_reason: 'second_factor',
  });
  return { ...session, ...change };
}

/** Whether a code was entered in this session just now: an unlocked screen must not be enough. */
export function isFresh(ctx: AuthContext, user: User): boolean {
  if (user.aal !== 'aal2') return false;
  const entered = user.amr.filter(({ method }) => isSecondFactor(method)).map(({ timestamp }) => timestamp);
  const nowMs = ctx.app.now().getTime();
  return entered.some((timestamp) => isWithin(freshMs, timestamp * 1000, nowMs));
}

export function isSecondFactor(method: string): method is SecondFactorMethod {
  return method === 'totp' || method === 'mfa/recovery_code';
}
