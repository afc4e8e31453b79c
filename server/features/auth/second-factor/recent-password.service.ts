import { isWithin } from '../../../platform/clock.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { reauthenticationNeeded } from '../protocol/shared-errors.pure.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { isSecondFactor } from './step-up.service.ts';

const recentMs = 900_000;

/**
 * Also accepts a session that began recently with an emailed link; refreshed tokens do not count. Otherwise somebody at
 * an unlocked screen could lock the owner out. @throws AuthError 400 reauthentication_needed
 */
export function requireRecentPassword(ctx: AuthContext, { amr }: User): void {
  if (!ctx.app.config.require_current_password) return;
  const entered = amr.filter(({ method }) => !isSecondFactor(method)).map(({ timestamp }) => timestamp);
  const nowMs = ctx.app.now().getTime();
  if (!entered.some((timestamp) => isWithin(recentMs, timestamp * 1000, nowMs)))
    throw reauthenticationNeeded();
}
