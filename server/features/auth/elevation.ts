import { isWithin } from '../../platform/clock.ts';
import type { SecondFactorMethod } from '../../platform/database/auth-schema.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Person } from './authenticate.service.ts';
import type { AuthContext } from './context.ts';
import { rememberDevice } from './devices.service.ts';
import { recordUse } from './refresh-token.ts';
import { elevateSession, endLowerSessions, type SessionRow } from './sessions.repository.ts';
import { lastSeen } from './sessions.service.ts';

/** How long a code that was entered stands for whoever takes a second factor away. */
const freshMs = 600_000;

interface Proof {
  method: SecondFactorMethod;
  /** Null for a recovery code. */
  factor_id: string | null;
}

/**
 * Brings the locked session to aal2 with a new refresh token, and ends the person's other sessions that are not
 * there. From aal1 the counter jumps by two: no token of before can become one of after (protocol section 5).
 */
export async function elevate(
  tx: Transaction,
  ctx: AuthContext,
  session: SessionRow,
  { method, factor_id }: Proof,
): Promise<SessionRow> {
  const at = ctx.app.now();
  const time = at.toISOString();
  const earlier = session.amr.filter((entry) => entry.method !== method);
  const refresh_counter = session.refresh_counter + (session.aal === 'aal1' ? 2 : 1);
  const change = {
    aal: 'aal2' as const,
    amr: [{ method, timestamp: Math.floor(at.getTime() / 1000) }, ...earlier],
    factor_id,
    refresh_counter,
    refreshed_at: time,
    ...(session.aal === 'aal1'
      ? { refresh_uses: '', elevated_counter: refresh_counter, elevated_at: time }
      : { refresh_uses: recordUse(session.refresh_uses, at.getTime()) }),
    ...lastSeen(ctx),
  };
  await elevateSession(tx, session.id, change);
  await rememberDevice(tx, ctx, session.user_id, 'proven');
  await endLowerSessions(tx, session.user_id, session.id, { ended_at: time, ended_reason: 'second_factor' });
  return { ...session, ...change };
}

/** Whether a code was entered in this session just now: an unlocked screen must not be enough. */
export function isFresh(ctx: AuthContext, person: Person): boolean {
  if (person.aal !== 'aal2') return false;
  const entered = person.amr.filter(({ method }) => isSecondFactor(method)).map(({ timestamp }) => timestamp);
  const nowMs = ctx.app.now().getTime();
  return entered.some((timestamp) => isWithin(freshMs, timestamp * 1000, nowMs));
}

export function isSecondFactor(method: string): method is SecondFactorMethod {
  return method === 'totp' || method === 'mfa/recovery_code';
}
