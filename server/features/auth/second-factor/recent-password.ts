import { isWithin } from '../../../platform/clock.ts';
import { reauthenticationNeeded } from '../protocol/auth-errors.ts';
import type { AuthContext } from '../protocol/context.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { isSecondFactor } from './step-up.ts';

/** How long a password that was entered stands for whoever sets a second factor up. */
const recentMs = 900_000;

/**
 * An open screen must not be enough to put a lock on somebody's account. What counts is the password, entered in this
 * session at its start or since, or the link in the mailbox with which the session began; new tokens do not.
 * @throws AuthError 400 reauthentication_needed, unless the operator asks for no current password at all.
 */
export function requireRecentPassword(ctx: AuthContext, { amr }: User): void {
  if (!ctx.app.config.require_current_password) return;
  const entered = amr.filter(({ method }) => !isSecondFactor(method)).map(({ timestamp }) => timestamp);
  const nowMs = ctx.app.now().getTime();
  if (!entered.some((timestamp) => isWithin(recentMs, timestamp * 1000, nowMs)))
    throw reauthenticationNeeded();
}
