import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { factorsMaxCount } from '../../../../contract/limits.ts';
import { now } from '../../../kernel/context.ts';
import { transaction } from '../../../kernel/transaction.ts';
import * as repository from '../identities/factors.repository.ts';
import { forgottenUntil, isVerified, listApps } from '../identities/own-factors.ts';
import { AuthError } from '../protocol/auth-error.ts';
import { factorNotFound, insufficientAal } from '../protocol/auth-errors.ts';
import type { enrolBody } from '../protocol/bodies.ts';
import type { AuthContext } from '../protocol/context.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { lockAccount } from '../sessions/account-lock.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { fallBack } from '../sessions/sessions.repository.ts';
import { requireRecentPassword } from './recent-password.ts';
import { recordFactor } from './second-factor-audit.ts';
import { factorRemovedMail } from './second-factor-emails.ts';
import { isFresh } from './step-up.ts';
import { newTotpSecret, qrCode, sealTotpSecret, totpUri } from './totp.ts';

/**
 * Begins to set up an authenticator app: its secret is told here and never again. Until a code confirms it, it
 * counts for nothing; after five minutes it is forgotten.
 * @throws AuthError 403 insufficient_aal beside a confirmed one whose code was not entered; 400 reauthentication_needed
 * when the password was entered long ago; 422 when there are too many, or one has the name; 429.
 */
export async function enrolFactor(ctx: AuthContext, user: User, body: z.output<typeof enrolBody>) {
  await consumeAttempt(ctx, `factors:${user.user_id}`, authLimits.accountUpdates);
  const id = randomUUID();
  const secret = newTotpSecret();
  const friendly_name = body.friendly_name || null;
  const name_key = friendly_name && nameKey(friendly_name);
  const at = now(ctx);
  await transaction(ctx, async (ctx) => {
    await lockAccount(ctx.tx, user);
    await repository.deleteForgotten(ctx.tx, forgottenUntil(ctx), user.user_id);
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
 * Removes one of the user's apps. Sessions that it brought to aal2 fall back; with the last one go the recovery
 * codes, and every session falls back.
 * @throws AuthError 404 for none of theirs; 422 insufficient_aal for a confirmed one, unless a code was entered in
 * the last ten minutes.
 */
export async function removeFactor(ctx: AuthContext, user: User, id: string): Promise<{ id: string }> {
  await consumeAttempt(ctx, `factors:${user.user_id}`, authLimits.accountUpdates);
  await transaction(ctx, async (ctx) => {
    await lockAccount(ctx.tx, user);
    const apps = await listApps(ctx, user.user_id);
    const app = apps.find((known) => known.id === id);
    if (!app) throw factorNotFound();
    if (!isVerified(app)) return repository.deleteFactor(ctx.tx, id);
    if (!isFresh(ctx, user)) throw insufficientAal(422);
    const isLast = apps.filter(isVerified).length === 1;
    if (isLast) await repository.deleteAllFactors(ctx.tx, user.user_id);
    else await repository.deleteFactor(ctx.tx, id);
    await fallBack(ctx.tx, user.user_id, isLast ? null : id);
    await recordFactor(ctx, user, 'user.factor_removed', { device: app.friendly_name });
    await ctx.app.mailer.enqueue(ctx.tx, factorRemovedMail(ctx.app.config, user.email));
  });
  return { id };
}

/** 'My phone' and 'MY PHONE' are one name. */
function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}
