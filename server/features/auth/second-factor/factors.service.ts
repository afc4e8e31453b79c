import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { factorsMaxCount } from '../../../../contract/fields/limits.ts';
import { change } from '../../../kernel/change.ts';
import { now } from '../../../kernel/context.ts';
import { isWithin } from '../../../platform/clock.ts';
import * as repository from '../identities/factors.repository.ts';
import { isVerified, listApps, setupCutoff } from '../identities/own-factors.service.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import type { enrollBody } from '../protocol/bodies.schema.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { factorNotFound, insufficientAal, reauthenticationNeeded } from '../protocol/shared-errors.pure.ts';
import { lockAccount } from '../sessions/account-lock.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { lowerSessions } from '../sessions/sessions.repository.ts';
import { factorRemovedEmail } from './second-factor.emails.ts';
import { recordFactor } from './second-factor-audit.service.ts';
import { hasRecentCode, isSecondFactor } from './step-up.service.ts';
import { newTotpSecret, qrCode, sealTotpSecret, totpUri } from './totp.pure.ts';

/**
 * The secret is shown once. The app counts only when a code confirms it within five minutes.
 * @throws AuthError 403 insufficient_aal without the code of a confirmed app; 400 reauthentication_needed; 422 for too
 * many apps or a used name; 429.
 */
export async function enrollFactor(ctx: AuthContext, user: User, body: z.output<typeof enrollBody>) {
  await consumeAttempt(ctx, `factors:${user.user_id}`, authLimits.accountUpdates);
  const id = randomUUID();
  const secret = newTotpSecret();
  const friendly_name = body.friendly_name || null;
  const name_key = friendly_name && nameKey(friendly_name);
  const at = now(ctx);
  await change(ctx, {}, async (ctx) => {
    await lockAccount(ctx, user);
    await repository.deleteExpiredSetups(ctx.tx, setupCutoff(ctx), user.user_id);
    const apps = await listApps(ctx, user.user_id);
    if (apps.some(isVerified) && user.aal !== 'aal2') throw insufficientAal(403);
    requireRecentPassword(ctx, user);
    if (apps.length >= factorsMaxCount) {
      throw new AuthError(
        'too_many_enrolled_mfa_factors',
        `At most ${factorsMaxCount} devices can be set up`,
      );
    }
    if (name_key && apps.some((app) => app.name_key === name_key)) {
      throw new AuthError('mfa_factor_name_conflict', 'One of your devices has this name already');
    }
    await repository.insertFactor(ctx.tx, {
      id,
      user_id: user.user_id,
      factor_type: 'totp',
      friendly_name,
      name_key,
      secret: sealTotpSecret(ctx, secret),
      status: 'unverified',
      last_step: 0,
      created_at: at,
      updated_at: at,
    });
  });
  const uri = totpUri(secret, { issuer: body.issuer || ctx.app.config.product_name, label: user.email });
  return {
    id,
    type: 'totp',
    friendly_name: friendly_name ?? '',
    totp: { qr_code: qrCode(uri), secret, uri },
  };
}

/**
 * Lowers the sessions that it raised; removing the last app also deletes the recovery codes.
 * @throws AuthError 404; 422 insufficient_aal for a confirmed app without a code in the last ten minutes.
 */
export async function removeFactor(ctx: AuthContext, user: User, id: string): Promise<{ id: string }> {
  await consumeAttempt(ctx, `factors:${user.user_id}`, authLimits.accountUpdates);
  await change(ctx, {}, async (ctx) => {
    await lockAccount(ctx, user);
    const apps = await listApps(ctx, user.user_id);
    const app = apps.find((known) => known.id === id);
    if (!app) throw factorNotFound();
    if (!isVerified(app)) return repository.deleteFactor(ctx.tx, id);
    if (!hasRecentCode(ctx, user)) throw insufficientAal(422);
    const isLast = apps.filter(isVerified).length === 1;
    if (isLast) await repository.deleteAllFactors(ctx.tx, user.user_id);
    else await repository.deleteFactor(ctx.tx, id);
    await lowerSessions(ctx.tx, user.user_id, isLast ? null : id);
    recordFactor(ctx, user, 'user.factor_removed', { device: app.friendly_name });
    await ctx.app.mailer.enqueue(ctx.tx, factorRemovedEmail(ctx.app.config, user.email));
  });
  return { id };
}

/** 'My phone' and 'MY PHONE' count as the same name. */
function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

const recentMs = 900_000;

/**
 * Also accepts a session that began recently with an emailed link; refreshed tokens do not count. Otherwise somebody at
 * an unlocked screen could lock the owner out. @throws AuthError 400 reauthentication_needed
 */
function requireRecentPassword(ctx: AuthContext, { amr }: User): void {
  if (!ctx.app.config.require_current_password) return;
  const entered = amr.filter(({ method }) => !isSecondFactor(method)).map(({ timestamp }) => timestamp);
  const nowMs = ctx.app.now().getTime();
  if (!entered.some((timestamp) => isWithin(recentMs, timestamp * 1000, nowMs)))
    throw reauthenticationNeeded();
}
