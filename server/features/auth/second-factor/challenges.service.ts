import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { factorSetupSeconds } from '../../../../contract/fields/limits.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import * as repository from '../identities/factors.repository.ts';
import { isVerified, listApps } from '../identities/own-factors.service.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import type { factorCodeBody } from '../protocol/bodies.schema.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { factorNotFound } from '../protocol/shared-errors.pure.ts';
import { lockAccount } from '../sessions/account-lock.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { type SessionObject, sessionObject } from '../sessions/session-lifecycle.service.ts';
import { deleteTrustedDevices } from '../sessions/trusted-devices.repository.ts';
import { attemptCode } from './code-attempts.service.ts';
import { factorAddedEmail } from './second-factor.emails.ts';
import { recordFactor } from './second-factor-audit.service.ts';
import { stepUp } from './step-up.service.ts';
import { findStep, openTotpSecret } from './totp.pure.ts';

/** A code may be entered within five minutes. @throws AuthError 404 for an unknown app; 429. */
export async function challengeFactor(ctx: AuthContext, user: User, factor_id: string) {
  const id = randomUUID();
  const expiresAtMs = ctx.app.now().getTime() + factorSetupSeconds * 1000;
  await change(ctx, {}, async (ctx) => {
    await lockAccount(ctx, user);
    await findApp(ctx, user, factor_id);
    await consumeAttempt(ctx, `challenges:${user.session_id}`, authLimits.challenges, ctx.tx);
    const expires_at = new Date(expiresAtMs).toISOString();
    await repository.insertChallenge(ctx.tx, {
      id,
      factor_id,
      session_id: user.session_id,
      expires_at,
    });
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
    await requireChallenge(ctx, {
      id: challenge_id,
      factor_id,
      session_id: user.session_id,
    });
    const step = findStep(openTotpSecret(ctx, app), code, ctx.app.now().getTime());
    if (step === null || step <= app.last_step) return null;
    await repository.confirmStep(ctx.tx, app.id, { last_step: step, updated_at: now(ctx) });
    await repository.deleteChallenges(ctx.tx, user.session_id);
    if (isVerified(app)) recordFactor(ctx, user, 'session.elevated', { device: app.friendly_name });
    else await finishAppSetup(ctx, user, app);
    const session = await stepUp(ctx, account.session, { method: 'totp', factor_id: app.id });
    return { identity: account.identity, session };
  });
  return sessionObject(ctx, live);
}

async function findApp(ctx: InTransaction<AuthContext>, user: User, id: string): Promise<repository.Factor> {
  const app = (await listApps(ctx, user.user_id)).find((known) => known.id === id);
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
  const isFirst = !(await listApps(ctx, user.user_id)).some((one) => isVerified(one) && one.id !== app.id);
  if (isFirst) await deleteTrustedDevices(tx, user.user_id);
  await repository.deleteUnverified(tx, user.user_id);
  recordFactor(ctx, user, 'user.factor_added', { device: app.friendly_name });
  await ctx.app.mailer.enqueue(tx, factorAddedEmail(ctx.app.config, user.email));
}
