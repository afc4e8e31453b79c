import { change } from '../../../kernel/change.ts';
import type { InTransaction } from '../../../kernel/context.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { wrongCode } from '../protocol/shared-errors.pure.ts';
import type { User } from '../sessions/authenticate.service.ts';
import type { LiveSession } from '../sessions/session-lifecycle.service.ts';
import { trustedDevice } from '../sessions/trusted-devices.service.ts';
import { wrongCodesEmail } from './second-factor.emails.ts';
import { recordWrongCode } from './second-factor-audit.service.ts';

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
    recordWrongCode(ctx, user);
    if (count === warningEmailAt) await mailer.enqueue(ctx.tx, wrongCodesEmail(config, user.email));
    return null;
  });
  if (!live) throw wrongCode();
  return live;
}
