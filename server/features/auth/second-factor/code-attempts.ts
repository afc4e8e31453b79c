import { transaction } from '../../../kernel/transaction.ts';
import type { AuthContext } from '../protocol/context.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { trustedDevice } from '../sessions/trusted-devices.service.ts';
import { recordWrongCode } from './second-factor-audit.ts';
import { wrongCodesEmail } from './second-factor-emails.ts';

/** A few wrong codes are normal. More mean that somebody else may know the password, so the user gets an email. */
const warningEmailAt = 5;

/** An attempt that is counted before the code is checked. */
interface CodeAttempt {
  /** Call for a right code, which does not count against the limit. */
  refund(): void;
  /** Call for a wrong code: records it, and sends the warning email at the fifth. */
  recordFailure(): Promise<void>;
}

/**
 * Counts an attempt before the code is checked, so that concurrent attempts cannot exceed the limit. All factors and
 * recovery codes of a user share one limit, and each trusted device has its own. So somebody who knows the password
 * cannot lock the user out there; a stolen device cookie gives as many attempts again.
 * @throws AuthError 429
 */
export async function countCodeAttempt(ctx: AuthContext, user: User): Promise<CodeAttempt> {
  const { limits, mailer, config } = ctx.app;
  const key = `wrong-codes:${(await trustedDevice(ctx, user.user_id)) ?? user.user_id}`;
  const count = await consumeAttempt(ctx, key, authLimits.wrongCodes);
  return {
    refund: () => ctx.inBackground(() => limits.refundAttempt(key)),
    recordFailure: () =>
      transaction(ctx, async (ctx) => {
        await recordWrongCode(ctx, user);
        if (count === warningEmailAt) await mailer.enqueue(ctx.tx, wrongCodesEmail(config, user.email));
      }),
  };
}
