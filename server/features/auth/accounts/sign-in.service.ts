import { now } from '../../../kernel/context.ts';
import { transaction } from '../../../kernel/transaction.ts';
import {
  findByEmail,
  lockIdentity,
  lockIsActive,
  updateIdentity,
} from '../identities/identities.repository.ts';
import {
  addressSalt,
  hashPassword,
  isPossiblePassword,
  needsRehash,
  sameHash,
  verifyPassword,
} from '../identities/passwords.ts';
import { listSignUps, touchSignUp, type WaitingSignUp } from '../identities/sign-ups.repository.ts';
import { digest } from '../keys/one-time-secret.ts';
import { AuthError } from '../protocol/auth-error.ts';
import { deactivated, invalidCredentials } from '../protocol/auth-errors.ts';
import { toAddress } from '../protocol/bodies.ts';
import type { AuthContext } from '../protocol/context.ts';
import { authLimits, networkOf, tooMany } from '../protocol/limits.service.ts';
import type { Identity } from '../protocol/user-object.ts';
import { type SessionObject, sessionObject, startSession } from '../sessions/sessions.service.ts';
import { noteRefusedSignIn } from '../sessions/sign-in-audit.ts';
import { trustedDevice } from '../sessions/trusted-devices.service.ts';

/**
 * Signs in with a password. Until the password is known to be right, known and unknown addresses get the same
 * answer after the same work; only then does a user read that the address is not verified or the account is
 * deactivated.
 * @throws AuthError 400 invalid_credentials, email_not_confirmed or user_banned; 429 after too many guesses.
 */
export async function signIn(
  ctx: AuthContext,
  given: { email: string; password: string },
): Promise<SessionObject> {
  const email = toAddress(given.email);
  if (!email || !isPossiblePassword(given.password)) throw invalidCredentials();
  const identity = await findByEmail(ctx.app.database.read, email);
  try {
    return await signInTo(ctx, email, given, identity);
  } catch (error) {
    if (error instanceof AuthError) noteRefusedSignIn(ctx, email, identity, error);
    throw error;
  }
}

async function signInTo(
  ctx: AuthContext,
  email: string,
  given: { password: string },
  identity: Identity | undefined,
): Promise<SessionObject> {
  const waiting = await listSignUps(ctx.app.database.read, email, now(ctx));
  await takeAttempt(ctx, email, identity);
  const proven = await prove(ctx, email, given.password, identity, waiting);
  if (!proven) throw invalidCredentials();
  forgetAttempts(ctx, email);
  if ('waiting' in proven) {
    await ctx.app.database.write((tx) => touchSignUp(tx, proven.waiting.id, now(ctx)));
    throw new AuthError('email_not_confirmed', 'Email not confirmed');
  }
  const rehashed = needsRehash(proven.hash) ? await hashPassword(given.password) : null;
  const live = await transaction(ctx, async (ctx) => {
    if (!(await lockIsActive(ctx.tx, proven.identity.id))) throw deactivated(400);
    const current = await lockIdentity(ctx.tx, proven.identity.id);
    // Deleted, or the password was changed, while we hashed.
    if (current?.password_hash !== proven.hash) throw invalidCredentials();
    if (rehashed) await updateIdentity(ctx.tx, current.id, { password_hash: rehashed });
    return startSession(ctx, current, 'password');
  });
  return sessionObject(ctx, live);
}

type Proof = { identity: Identity; hash: string } | { waiting: WaitingSignUp };

/** Exactly one hash in every case: passwords of waiting sign-ups share the address's salt. */
async function prove(
  ctx: AuthContext,
  email: string,
  password: string,
  identity: Identity | undefined,
  waiting: WaitingSignUp[],
): Promise<Proof | null> {
  if (identity?.password_hash) {
    const isRight = await verifyPassword(identity.password_hash, password);
    return isRight ? { identity, hash: identity.password_hash } : null;
  }
  const hash = await hashPassword(password, addressSalt(ctx.app.secrets.derive('sign-up-salt'), email));
  const match = waiting.find((signUp) => sameHash(signUp.password_hash, hash));
  return match && !identity?.email_confirmed_at ? { waiting: match } : null;
}

const nobodysId = '00000000-0000-0000-0000-000000000000';

/**
 * Counts the attempt before the work, so that many at once cannot outrun the count. Beyond the limit only a
 * trusted device of the user may go on, within a limit of its own.
 */
export async function takeAttempt(
  ctx: AuthContext,
  email: string,
  identity: Identity | undefined,
): Promise<void> {
  const { limits } = ctx.app;
  const account = await limits.take(accountKey(email), authLimits.signInOfAccount);
  const network = await limits.take(networkKey(ctx), authLimits.signInOfNetwork);
  if (account.allowed && network.allowed) return;
  const refused = tooMany(
    Math.max(account.retry_after_seconds, network.retry_after_seconds),
    network.allowed ? 'account' : 'network',
  );
  // Asked for an email that nobody has as well: the same question to the database either way.
  const device = await trustedDevice(ctx, identity?.id ?? nobodysId);
  if (!device || !(await limits.take(`sign-in:${device}`, authLimits.signInOfAccount)).allowed) throw refused;
}

/** A right password is no guess. */
export function forgetAttempts(ctx: AuthContext, email: string): void {
  ctx.inBackground(async () => {
    await ctx.app.limits.clear(accountKey(email));
    await ctx.app.limits.refundAttempt(networkKey(ctx));
  });
}

function accountKey(email: string) {
  return `sign-in:account:${digest(email)}`;
}

function networkKey(ctx: AuthContext) {
  return `sign-in:network:${networkOf(ctx.request.ip)}`;
}
