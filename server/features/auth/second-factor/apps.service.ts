import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { factorSetupSeconds, factorsMaxCount } from '../../../../contract/fields/limits.ts';
import { change } from '../../../kernel/change.ts';
import { type Context, type InTransaction, now } from '../../../kernel/context.ts';
import { isWithin } from '../../../platform/clock.ts';
import * as repository from '../identities/factors.repository.ts';
import { guardBypass } from '../identities/guard-bypass.service.ts';
import {
  AuthError,
  factorNotFound,
  insufficientAal,
  reauthenticationNeeded,
} from '../protocol/auth-error.pure.ts';
import type { enrollBody, factorCodeBody } from '../protocol/bodies.schema.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { auditSelf, lockAccount } from '../sessions/acting-user.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { type SessionObject, sessionObject } from '../sessions/session-lifecycle.service.ts';
import { lowerSessions } from '../sessions/sessions.repository.ts';
import { deleteTrustedDevices } from '../sessions/trusted-devices.repository.ts';
import { factorAddedEmail, factorRemovedEmail } from './second-factor.emails.ts';
import { attemptCode, hasRecentCode, isSecondFactor, stepUp } from './step-up.service.ts';
import { findStep, newTotpSecret, openTotpSecret, qrCode, sealTotpSecret, totpUri } from './totp.pure.ts';

/**
 * The secret is shown once. The app counts only when a code confirms it within five minutes.
 * @throws AuthError 403 insufficient_aal without the code of a confirmed app; 400 reauthentication_needed; 422 for too
 * many apps or a used name; 429.
 */
export async function enrollFactor(ctx: AuthContext, user: User, body: z.output<typeof enrollBody>) {
  await consumeAttempt(ctx, `factors:${user.user_id}`, authLimits.accountUpdates);
  const secret = newTotpSecret();
  const friendly_name = body.friendly_name || null;
  const name_key = friendly_name && nameKey(friendly_name);
  const { id } = await change(ctx, {}, async (ctx) => {
    await lockAccount(ctx, user);
    await repository.deleteExpiredSetups(ctx, user.user_id);
    const apps = await repository.listApps(ctx, user.user_id);
    if (apps.some(repository.isVerified) && user.aal !== 'aal2') throw insufficientAal(403);
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
    const sealed = { secret: sealTotpSecret(ctx, secret), status: 'unverified' } as const;
    const named = { user_id: user.user_id, factor_type: 'totp', friendly_name, name_key } as const;
    return repository.insertFactor(ctx, { ...named, ...sealed });
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
    const apps = await repository.listApps(ctx, user.user_id);
    const app = apps.find((known) => known.id === id);
    if (!app) throw factorNotFound();
    if (!repository.isVerified(app)) return repository.deleteFactor(ctx.tx, id);
    if (!hasRecentCode(ctx, user)) throw insufficientAal(422);
    const isLast = apps.filter(repository.isVerified).length === 1;
    if (isLast) await repository.deleteAllFactors(ctx.tx, user.user_id);
    else await repository.deleteFactor(ctx.tx, id);
    if (isLast) guardBypass(ctx);
    await lowerSessions(ctx.tx, user.user_id, isLast ? null : id);
    auditSelf(ctx, user, 'user.factor_removed', { device: app.friendly_name });
    await ctx.app.mailer.enqueue(ctx.tx, factorRemovedEmail(ctx.app.config, user.email));
  });
  return { id };
}

/** 'My phone' and 'MY PHONE' count as the same name. */
function nameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

const recentMs = 900_000;

/** Otherwise somebody at an unlocked screen could lock the owner out. @throws AuthError 400 reauthentication_needed */
export function requireRecentPassword(ctx: AuthContext, user: User): void {
  if (!hasRecentPassword(ctx, user)) throw reauthenticationNeeded();
}

/** Also of a session that began recently with an emailed link, or of a recent sign-in at the provider; refreshed tokens do not count. */
export function hasRecentPassword(ctx: Context, { amr }: User): boolean {
  if (!ctx.app.config.require_current_password) return true;
  const proofs = amr.filter(({ method }) => !isSecondFactor(method));
  const entered = proofs.map((entry) =>
    entry.method === 'oauth' ? (entry.proven_at ?? 0) : entry.timestamp,
  );
  const nowMs = ctx.app.now().getTime();
  return entered.some((timestamp) => isWithin(recentMs, timestamp * 1000, nowMs));
}

/** A code may be entered within five minutes. @throws AuthError 404 for an unknown app; 429. */
export async function challengeFactor(ctx: AuthContext, user: User, factor_id: string) {
  const id = randomUUID();
  const expiresAtMs = ctx.app.now().getTime() + factorSetupSeconds * 1000;
  await change(ctx, {}, async (ctx) => {
    await lockAccount(ctx, user);
    await findApp(ctx, user, factor_id);
    await consumeAttempt(ctx, `challenges:${user.session_id}`, authLimits.challenges, ctx.tx);
    const expires_at = new Date(expiresAtMs).toISOString();
    await repository.insertChallenge(ctx.tx, { id, factor_id, session_id: user.session_id, expires_at });
  });
  return { id, type: 'totp', expires_at: Math.floor(expiresAtMs / 1000) };
}

/**
 * A right code confirms an app that is being set up. After it, codes of its and earlier time steps no longer work.
 * @throws AuthError 404 for an unknown app; 422 for a wrong code or an unusable challenge; 429.
 */
export async function verifyFactor(
  ctx: AuthContext,
  user: User,
  factor_id: string,
  { challenge_id, code }: z.output<typeof factorCodeBody>,
): Promise<SessionObject> {
  const live = await attemptCode(ctx, user, async (ctx) => {
    const account = await lockAccount(ctx, user);
    const app = await findApp(ctx, user, factor_id);
    await requireChallenge(ctx, { id: challenge_id, factor_id, session_id: user.session_id });
    const step = findStep(openTotpSecret(ctx, app), code, ctx.app.now().getTime());
    if (step === null || step <= app.last_step) return null;
    await repository.confirmStep(ctx.tx, app.id, { last_step: step, updated_at: now(ctx) });
    await repository.deleteChallenges(ctx.tx, user.session_id);
    if (repository.isVerified(app)) auditSelf(ctx, user, 'session.elevated', { device: app.friendly_name });
    else await finishAppSetup(ctx, user, app);
    return stepUp(ctx, account, { method: 'totp', factor_id: app.id });
  });
  return sessionObject(ctx, live);
}

async function findApp(ctx: InTransaction<AuthContext>, user: User, id: string): Promise<repository.Factor> {
  const app = (await repository.listApps(ctx, user.user_id)).find((known) => known.id === id);
  if (!app) throw factorNotFound();
  return app;
}

async function requireChallenge(
  ctx: InTransaction<AuthContext>,
  wanted: Pick<repository.Challenge, 'id' | 'factor_id' | 'session_id'>,
): Promise<void> {
  const challenge = await repository.findChallenge(ctx.tx, wanted);
  if (!challenge) throw factorNotFound(422);
  if (challenge.expires_at <= now(ctx)) {
    throw new AuthError('mfa_challenge_expired', 'This took too long. Try again');
  }
}

/** Deletes unfinished setups. The first app resets the trusted devices. */
async function finishAppSetup(
  ctx: InTransaction<AuthContext>,
  user: User,
  app: repository.Factor,
): Promise<void> {
  const { tx } = ctx;
  const isFirst = !(await repository.listApps(ctx, user.user_id)).some(
    (one) => repository.isVerified(one) && one.id !== app.id,
  );
  if (isFirst) await deleteTrustedDevices(tx, user.user_id);
  await repository.deleteUnverified(tx, user.user_id);
  auditSelf(ctx, user, 'user.factor_added', { device: app.friendly_name });
  await ctx.app.mailer.enqueue(tx, factorAddedEmail(ctx.app.config, user.email));
}
