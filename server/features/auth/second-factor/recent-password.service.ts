import { isWithin } from '../../../platform/clock.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { reauthenticationNeeded } from '../protocol/shared-errors.pure.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { isSecondFactor } from './step-up.service.ts';

/** How long after entering the password a second factor may be set up. */
const recentMs = 900_000;

/**
 * Requires that the password was entered recently in this session, or that the session began recently with an emailed
 * link. Otherwise somebody at an unlocked screen could set up a second factor and lock the owner out. Refreshed
 * tokens do not count.
 * @throws AuthError 400 reauthentication_needed, unless REQUIRE_CURRENT_PASSWORD is off.
 */
export function requireRecentPassword(ctx: AuthContext, { amr }: User): void {
  if (!ctx.app.config.require_current_password) return;
  const entered = amr.filter(({ method }) => !isSecondFactor(method)).map(({ timestamp }) => timestamp);
  const nowMs = ctx.app.now().getTime();
  if (!entered.some((timestamp) => isWithin(recentMs, timestamp * 1000, nowMs)))
    throw reauthenticationNeeded();
}
