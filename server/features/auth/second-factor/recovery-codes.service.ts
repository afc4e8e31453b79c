import { createHmac, randomBytes } from 'node:crypto';
import { readRecoveryCode, recoveryCodeAlphabet } from '../../../../contract/auth/second-factor.ts';
import { recoveryCodeLength, recoveryCodesCount } from '../../../../contract/fields/limits.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now, reader } from '../../../kernel/context.ts';
import * as repository from '../identities/factors.repository.ts';
import { AuthError, factorNotFound, insufficientAal } from '../protocol/auth-error.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt } from '../protocol/limits.service.ts';
import { auditSelf, lockAccount } from '../sessions/acting-user.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { type SessionObject, sessionObject } from '../sessions/session-lifecycle.service.ts';
import { recoveryCodeUsedEmail } from './second-factor.emails.ts';
import { attemptCode, hasRecentCode, stepUp } from './step-up.service.ts';

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
  const codes = Array.from({ length: recoveryCodesCount }, newCode);
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
    auditSelf(ctx, user, 'user.recovery_codes_made');
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
    await repository.deleteChallenges(ctx.tx, user.session_id);
    auditSelf(ctx, user, 'user.recovery_code_used', { left });
    await ctx.app.mailer.enqueue(ctx.tx, recoveryCodeUsedEmail(ctx.app.config, user.email, left));
    return stepUp(ctx, account, { method: 'mfa/recovery_code', factor_id: null });
  });
  return sessionObject(ctx, live);
}

/** To the client a set of codes is a factor (`mfa.recoveryCodes`). */
async function insertSet(ctx: InTransaction<AuthContext>, user: User): Promise<repository.Factor> {
  const factors = await repository.listFactors(ctx, user.user_id);
  if (!factors.some(repository.isVerified)) {
    throw new AuthError('mfa_recovery_codes_sole_factor', 'Set up an authenticator app first');
  }
  const { user_id } = user;
  const described = { friendly_name: 'Recovery codes', status: 'verified' } as const;
  return repository.insertFactor(ctx, { user_id, factor_type: type, ...described });
}

async function findSet(ctx: AuthContext, user_id: string): Promise<repository.Factor | undefined> {
  const factors = await repository.listFactors(ctx, user_id);
  return factors.find((factor) => factor.factor_type === type);
}

/** Random codes need no slow hash. The key makes a copy of the table useless. */
function hash(ctx: AuthContext, set_id: string, code: string): string {
  const key = ctx.app.secrets.derive('recovery-code');
  return createHmac('sha256', key).update(`${set_id}:${code}`).digest('base64url');
}

/** 80 random bits. 32 characters divide the 256 values of a byte evenly. */
function newCode(): string {
  return Array.from(randomBytes(recoveryCodeLength), (byte) =>
    recoveryCodeAlphabet.charAt(byte % recoveryCodeAlphabet.length),
  ).join('');
}
