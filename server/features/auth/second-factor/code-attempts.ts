import { transaction } from '../../../kernel/transaction.ts';
import type { AuthContext } from '../protocol/context.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { trustedDevice } from '../sessions/trusted-devices.service.ts';
import { recordWrongCode } from './second-factor-audit.ts';
import { wrongCodesMail } from './second-factor-emails.ts';

/** So many wrong codes happen to everybody. Whoever sends more knows the password. */
const describedFrom = 5;

/** An attempt that was counted; it is known to be right or wrong later. */
interface CodeAttempt {
  /** A right code takes nothing from the limit. */
  right(): void;
  /** Writes it down. The user hears of the fifth. */
  wrong(): Promise<void>;
}

/**
 * Counts an attempt before it is looked at, so that many at once cannot outrun the count. There is one limit for all
 * factors and recovery codes of a user, and one for each trusted device: so whoever knows the password cannot lock the
 * user out there, and a stolen device name is worth as many attempts again.
 * @throws AuthError 429
 */
export async function countCodeAttempt(ctx: AuthContext, user: User): Promise<CodeAttempt> {
  const { limits, mailer, config } = ctx.app;
  const key = `wrong-codes:${(await trustedDevice(ctx, user.user_id)) ?? user.user_id}`;
  const count = await consumeAttempt(ctx, key, authLimits.wrongCodes);
  return {
    right: () => ctx.inBackground(() => limits.refundAttempt(key)),
    wrong: () =>
      transaction(ctx, async (ctx) => {
        await recordWrongCode(ctx, user);
        if (count === describedFrom) await mailer.enqueue(ctx.tx, wrongCodesMail(config, user.email));
      }),
  };
}
