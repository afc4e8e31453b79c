import type * as z from 'zod/mini';
import { audit } from '../../platform/audit.ts';
import { now } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { AuthError } from './auth-error.ts';
import type { Person } from './authenticate.service.ts';
import { parseEmail, parseMetadata, type userBody } from './bodies.ts';
import type { AuthContext } from './context.ts';
import { forgetDevices } from './devices.repository.ts';
import { rememberDevice } from './devices.service.ts';
import { findIdentity, lockIdentity, lockIsActive, updateIdentity } from './identities.repository.ts';
import { budgets, spend } from './limits.service.ts';
import { passwordChangedMail } from './mails.ts';
import { deleteTokens } from './one-time-tokens.repository.ts';
import { checkNewPassword, hashPassword, samePassword, verifyPassword } from './passwords.ts';
import { deactivated, personGone, sessionGone } from './refusals.ts';
import { lockSession, updateAmr } from './sessions.repository.ts';
import { endSessionsOf } from './sessions.service.ts';
import { forgetAttempts, takeAttempt } from './sign-in.service.ts';
import { type Identity, type UserObject, userObject } from './user-object.ts';

type Changes = z.output<typeof userBody>;

/** The signed-in person's identity. */
export async function getAccount(ctx: AuthContext, person: Person): Promise<UserObject> {
  const identity = await findIdentity(ctx.app.database.read, person.user_id);
  if (!identity) throw personGone();
  return userObject(identity);
}

/**
 * Changes one's own password or data. A new password ends all other sessions, kills mailed links and is told to
 * the owner by mail. Outside sessions that began in the mailbox (recovery, invitation) it takes the current one.
 * @throws AuthError 400, 403 or 422 that says what is wrong; 409 when the password changed meanwhile; 429.
 */
export async function updateAccount(ctx: AuthContext, person: Person, changes: Changes): Promise<UserObject> {
  await spend(ctx, `account:${person.user_id}`, budgets.accountUpdates);
  if (changes.app_metadata !== undefined) throw new AuthError('not_admin', 'User not allowed');
  refuseNewAddress(person, changes.email);
  const before = await findIdentity(ctx.app.database.read, person.user_id);
  if (!before) throw personGone();
  const password_hash =
    typeof changes.password === 'string'
      ? await newPasswordHash(ctx, person, before, changes.password, changes.current_password)
      : null;

  const after = await ctx.app.database.write(async (tx) => {
    const current = await lockAccount(tx, person);
    if (password_hash && current.password_hash !== before.password_hash) {
      throw new AuthError('conflict', 'The password was changed meanwhile. Sign in with the new one.');
    }
    const next: Identity = {
      ...current,
      user_metadata: changes.data ? merge(current.user_metadata, changes.data) : current.user_metadata,
      password_hash: password_hash ?? current.password_hash,
      updated_at: now(ctx),
    };
    await updateIdentity(tx, next.id, {
      user_metadata: JSON.stringify(next.user_metadata),
      password_hash: next.password_hash,
      updated_at: next.updated_at,
    });
    if (password_hash) await settlePasswordChange(tx, ctx, person, next);
    return next;
  });
  return userObject(after);
}

/** The profile's address and the identity's stay one; changing them together is not offered yet. */
function refuseNewAddress(person: Person, email: string | null | undefined): void {
  if (email && parseEmail(email) !== person.email) {
    throw new AuthError('validation_failed', 'The email address cannot be changed. Ask your administrator.');
  }
}

/** The same order of locks as deactivation and deletion: profile, identity, session. */
async function lockAccount(tx: Transaction, person: Person): Promise<Identity> {
  if (!(await lockIsActive(tx, person.user_id))) throw deactivated(403);
  const identity = await lockIdentity(tx, person.user_id);
  if (!identity) throw personGone();
  const session = await lockSession(tx, person.session_id);
  if (!session || session.ended_at) throw sessionGone();
  return identity;
}

async function newPasswordHash(
  ctx: AuthContext,
  person: Person,
  identity: Identity,
  password: string,
  currentPassword: string | null | undefined,
): Promise<string> {
  checkNewPassword(password);
  const stored = identity.password_hash;
  if (stored && needsCurrentPassword(ctx, person)) {
    if (!currentPassword) {
      throw new AuthError('current_password_required', 'Enter your current password to set a new one');
    }
    await takeAttempt(ctx, identity.email, identity);
    if (!(await verifyPassword(stored, currentPassword))) {
      throw new AuthError('current_password_invalid', 'The current password is wrong');
    }
    forgetAttempts(ctx, identity.email);
    if (samePassword(password, currentPassword)) throw samePasswordRefused();
  } else if (stored && (await verifyPassword(stored, password))) {
    throw samePasswordRefused();
  }
  return hashPassword(password);
}

/** Until its first password change, a session that began in the mailbox needs no other proof. */
function needsCurrentPassword(ctx: AuthContext, person: Person): boolean {
  const method = person.amr[0]?.method;
  return ctx.app.config.require_current_password && method !== 'recovery' && method !== 'invite';
}

function samePasswordRefused(): AuthError {
  return new AuthError('same_password', 'New password should be different from the old password.');
}

/** Shallow; null deletes a member. */
function merge(current: Record<string, unknown>, data: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries({ ...current, ...data }).filter(([, value]) => value !== null);
  return parseMetadata(Object.fromEntries(merged));
}

async function settlePasswordChange(
  tx: Transaction,
  ctx: AuthContext,
  person: Person,
  identity: Identity,
): Promise<void> {
  const { user_id, session_id } = person;
  const timestamp = Math.floor(ctx.app.now().getTime() / 1000);
  await endSessionsOf(tx, user_id, 'password_changed', { except: session_id, at: now(ctx) });
  await updateAmr(tx, session_id, [{ method: 'password', timestamp }, ...person.amr]);
  await deleteTokens(tx, user_id);
  await forgetDevices(tx, user_id);
  await rememberDevice(tx, ctx, user_id);
  await ctx.app.mailer.enqueue(tx, passwordChangedMail(ctx.app.config, identity.email));
  await audit(tx, asPerson(ctx, person), {
    action: 'user.password_changed',
    subject: { type: 'user', id: user_id, name: person.full_name || person.email },
    at_stores_of_subject: true,
  });
}

function asPerson(ctx: AuthContext, person: Person): AuthContext {
  const { user_id, session_id, email } = person;
  const name = person.full_name || email;
  return {
    ...ctx,
    actor: { kind: 'person', user_id, session_id, name, email, permissions: new Set() },
  };
}
