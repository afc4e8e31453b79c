import { randomUUID } from 'node:crypto';
import { readRecoveryCode } from '../../../../contract/auth/second-factor.ts';
import { recoveryCodesCount } from '../../../../contract/fields/limits.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now, reader } from '../../../kernel/context.ts';
import {
  deleteChallenges,
  type Factor,
  insertFactor,
  listFactors,
} from '../identities/factors.repository.ts';
import { isVerified } from '../identities/own-factors.service.ts';
import { AuthError } from '../protocol/auth-error.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { factorNotFound, insufficientAal } from '../protocol/shared-errors.pure.ts';
import { lockAccount } from '../sessions/account-lock.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { type SessionObject, sessionObject } from '../sessions/session-lifecycle.service.ts';
import { attemptCode } from './code-attempts.service.ts';
import { hashRecoveryCode, newRecoveryCodes } from './recovery-codes.pure.ts';
import * as repository from './recovery-codes.repository.ts';
import { recoveryCodeUsedEmail } from './second-factor.emails.ts';
import { recordFactor } from './second-factor-audit.service.ts';
import { hasRecentCode, stepUp } from './step-up.service.ts';

const type = 'recovery_code';

/** @throws AuthError 404 when the user has no codes. */
export async function countRecoveryCodes(ctx: AuthContext, user: User) {
  const set = await findSet(ctx, user.user_id);
  if (!set) throw factorNotFound();
  return {
    id: set.id,
    type,
    total: recoveryCodesCount,
    remaining: await repository.countUnused(reader(ctx), set.id),
  };
}

/**
 * Returns the codes once. 'replace' ends the old set. @throws AuthError 403 insufficient_aal without a code in the last
 * ten minutes; 404 or 422 when there is no set or one already; 422 without an authenticator app.
 */
export async function makeRecoveryCodes(ctx: AuthContext, user: User, mode: 'create' | 'replace') {
  await consumeAttempt(ctx, `factors:${user.user_id}`, authLimits.accountUpdates);
  if (!hasRecentCode(ctx, user)) throw insufficientAal(403);
  const codes = newRecoveryCodes();
  const set = await change(ctx, {}, async (ctx) => {
    await lockAccount(ctx, user);
    const known = await findSet(ctx, user.user_id);
    if (mode === 'create' && known) {
      throw new AuthError('mfa_verified_factor_exists', 'There are recovery codes already');
    }
    if (mode === 'replace' && !known) throw factorNotFound();
    const set = known ?? (await insertSet(ctx, user));
    await repository.deleteCodes(ctx.tx, set.id);
    await repository.insertCodes(
      ctx.tx,
      set.id,
      codes.map((code) => hash(ctx, set.id, code)),
    );
    recordFactor(ctx, user, 'user.recovery_codes_made');
    return set;
  });
  return { id: set.id, type, friendly_name: set.friendly_name, total: codes.length, codes };
}

/** It works once, and the user gets an email. @throws AuthError 422, 429 */
export async function verifyRecoveryCode(
  ctx: AuthContext,
  user: User,
  typed: string,
): Promise<SessionObject> {
  const live = await attemptCode(ctx, user, async (ctx) => {
    const code = readRecoveryCode(typed);
    const account = await lockAccount(ctx, user);
    const set = await findSet(ctx, user.user_id);
    if (!set || !(await repository.consumeCode(ctx.tx, set.id, hash(ctx, set.id, code), now(ctx))))
      return null;
    const left = await repository.countUnused(ctx.tx, set.id);
    await deleteChallenges(ctx.tx, user.session_id);
    recordFactor(ctx, user, 'user.recovery_code_used', { left });
    await ctx.app.mailer.enqueue(ctx.tx, recoveryCodeUsedEmail(ctx.app.config, user.email, left));
    const session = await stepUp(ctx, account.session, { method: 'mfa/recovery_code', factor_id: null });
    return { identity: account.identity, session };
  });
  return sessionObject(ctx, live);
}

/** To the client a set of codes is a factor (`mfa.recoveryCodes`). */
async function insertSet(ctx: InTransaction<AuthContext>, user: User): Promise<Factor> {
  const factors = await listFactors(ctx.tx, user.user_id, now(ctx));
  if (!factors.some(isVerified)) {
    throw new AuthError('mfa_recovery_codes_sole_factor', 'Set up an authenticator app first');
  }
  const at = now(ctx);
  const set: Factor = {
    id: randomUUID(),
    user_id: user.user_id,
    factor_type: type,
    friendly_name: 'Recovery codes',
    name_key: null,
    secret: null,
    status: 'verified',
    last_step: 0,
    created_at: at,
    updated_at: at,
  };
  await insertFactor(ctx.tx, set);
  return set;
}

async function findSet(ctx: AuthContext, user_id: string): Promise<Factor | undefined> {
  const factors = await listFactors(reader(ctx), user_id, now(ctx));
  return factors.find((factor) => factor.factor_type === type);
}

function hash(ctx: AuthContext, set_id: string, code: string): string {
  return hashRecoveryCode(ctx.app.secrets.derive('recovery-code'), set_id, code);
}
