import { change } from '../../../kernel/change.ts';
import { now } from '../../../kernel/context.ts';
import * as identities from '../identities/identities.repository.ts';
import { listSignUps, updateSignUp, type WaitingSignUp } from '../identities/links.repository.ts';
import * as passwords from '../identities/passwords.pure.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import { AuthError, deactivated, invalidCredentials } from '../protocol/auth-error.pure.ts';
import { toEmail } from '../protocol/bodies.schema.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, networkOf, tooMany } from '../protocol/limits.service.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import {
  readForSession,
  type SessionObject,
  sessionObject,
  startSession,
} from '../sessions/session-lifecycle.service.ts';
import { scheduleRefusedSignIn } from '../sessions/sign-in-audit.service.ts';
import { trustedDevice } from '../sessions/trusted-devices.service.ts';

/**
 * Until the password is known to be right, all emails get the same answer after the same work.
 * @throws AuthError 400 invalid_credentials, email_not_confirmed or user_banned; 429.
 */
export async function signIn(
  ctx: AuthContext,
  given: { email: string; password: string },
): Promise<SessionObject> {
  const email = toEmail(given.email);
  if (!email || !passwords.isPossiblePassword(given.password)) throw invalidCredentials();
  const { read } = ctx.app.database;
  const [identity, waiting] = await Promise.all([
    identities.findByEmail(read, email),
    listSignUps(read, email, now(ctx)),
  ]);
  try {
    return await signInTo(ctx, email, given, identity, waiting);
  } catch (error) {
    if (error instanceof AuthError) scheduleRefusedSignIn(ctx, email, identity, error);
    throw error;
  }
}

async function signInTo(
  ctx: AuthContext,
  email: string,
  given: { password: string },
  identity: Identity | undefined,
  waiting: WaitingSignUp[],
): Promise<SessionObject> {
  await consumeSignInAttempt(ctx, email, identity);
  const proven = await prove(ctx, email, given.password, identity, waiting);
  if (!proven) throw invalidCredentials();
  clearSignInAttempts(ctx, email);
  if ('waiting' in proven) {
    await ctx.app.database.write((tx) => updateSignUp(tx, proven.waiting.id, { touched_at: now(ctx) }));
    throw new AuthError('email_not_confirmed', 'Email not confirmed');
  }
  const rehashed = passwords.needsRehash(proven.hash) ? await passwords.hashPassword(given.password) : null;
  const { id } = proven.identity;
  const live = await change(
    ctx,
    {
      read: (ctx) => {
        const locked = [identities.lockIsActive(ctx.tx, id), identities.lockIdentity(ctx.tx, id)] as const;
        return Promise.all([...locked, readForSession(ctx, proven.identity)]);
      },
    },
    async (ctx, [isActive, current, known]) => {
      if (!isActive) throw deactivated(400);
      // The account was deleted or its password changed while we hashed.
      if (current?.password_hash !== proven.hash) throw invalidCredentials();
      if (rehashed) identities.updateIdentity(ctx.tx, id, { password_hash: rehashed });
      return startSession(ctx, current, 'password', Promise.resolve(known));
    },
  );
  return sessionObject(ctx, live);
}

type Proof = { identity: Identity; hash: string } | { waiting: WaitingSignUp };

/** One hash suffices: the passwords of waiting sign-ups share the salt of the email. */
async function prove(
  ctx: AuthContext,
  email: string,
  password: string,
  identity: Identity | undefined,
  waiting: WaitingSignUp[],
): Promise<Proof | null> {
  if (identity?.password_hash) {
    const isRight = await passwords.verifyPassword(identity.password_hash, password);
    return isRight ? { identity, hash: identity.password_hash } : null;
  }
  const hash = await passwords.hashPassword(
    password,
    passwords.emailSalt(ctx.app.secrets.derive('sign-up-salt'), email),
  );
  const match = waiting.find((signUp) => passwords.sameHash(signUp.password_hash, hash));
  return match && !identity?.email_confirmed_at ? { waiting: match } : null;
}

const unknownUserId = '00000000-0000-0000-0000-000000000000';

/**
 * Counts before the password is checked, so that concurrent attempts cannot exceed the limit. Over the limit only a
 * trusted device of the user may go on, with a limit of its own. @throws AuthError 429
 */
export async function consumeSignInAttempt(
  ctx: AuthContext,
  email: string,
  identity: Identity | undefined,
): Promise<void> {
  const { limits } = ctx.app;
  // One statement, the account first: attempts from one network wait for each other only there.
  const counted = await limits.consumeAttempts([
    { key: accountKey(email), limit: authLimits.signInOfAccount },
    { key: networkKey(ctx), limit: authLimits.signInOfNetwork },
  ]);
  if (counted.every(({ allowed }) => allowed)) return;
  const refused = tooMany(
    Math.max(...counted.map(({ retry_after_seconds }) => retry_after_seconds)),
    counted[1]?.allowed ? 'account' : 'network',
  );
  // Also looked up for unknown emails, so that both cost the same query.
  const device = await trustedDevice(ctx, identity?.id ?? unknownUserId);
  if (!device || !(await limits.consumeAttempt(`sign-in:${device}`, authLimits.signInOfAccount)).allowed)
    throw refused;
}

export function clearSignInAttempts(ctx: AuthContext, email: string): void {
  const keys = { cleared: accountKey(email), refunded: networkKey(ctx) };
  ctx.inBackground(() => ctx.app.limits.forgiveAttempts(keys));
}

function accountKey(email: string) {
  return `sign-in:account:${digest(email)}`;
}

function networkKey(ctx: AuthContext) {
  return `sign-in:network:${networkOf(ctx.request.ip)}`;
}
