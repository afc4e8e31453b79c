import type * as z from 'zod/mini';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { AmrEntry } from '../../../kernel/database/auth-schema.ts';
import { firstCharacters } from '../../../platform/text.ts';
import { passwordChangedEmail } from '../identities/account.emails.ts';
import { listLinks } from '../identities/company.repository.ts';
import { listFactors } from '../identities/factors.repository.ts';
import { findIdentity, updateIdentity } from '../identities/identities.repository.ts';
import { deleteTokens } from '../identities/links.repository.ts';
import * as passwords from '../identities/passwords.pure.ts';
import { AuthError, userGone } from '../protocol/auth-error.pure.ts';
import { parseEmail, parseMetadata, type userBody } from '../protocol/bodies.schema.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { authLimits, consumeAttempt, mayEmail } from '../protocol/limits.service.ts';
import { type Identity, type UserObject, userObject } from '../protocol/user-object.pure.ts';
import { requireRecentPassword } from '../second-factor/apps.service.ts';
import { isSecondFactor } from '../second-factor/step-up.service.ts';
import { actingAs, auditSelf, lockAccount, signedIn } from '../sessions/acting-user.service.ts';
import type { User } from '../sessions/authenticate.service.ts';
import { endSessionsWithReason } from '../sessions/session-lifecycle.service.ts';
import { updateSession } from '../sessions/sessions.repository.ts';
import { deleteTrustedDevices } from '../sessions/trusted-devices.repository.ts';
import { trustDevice } from '../sessions/trusted-devices.service.ts';
import { startEmailChange } from './email-change.service.ts';
import { clearSignInAttempts, consumeSignInAttempt } from './sign-in.service.ts';

type Changes = z.output<typeof userBody>;

export async function getAccount(ctx: AuthContext, user: User): Promise<UserObject> {
  const identity = await findIdentity(ctx.app.database.read, user.user_id);
  if (!identity) throw userGone();
  return present(ctx, identity);
}

/**
 * Email and password need the current password, unless the session began with an emailed link. The current password
 * alone only renews the time when it was last entered. A new password ends all other sessions and links.
 * @throws AuthError 400, 403, 422; 409 when the password changed meanwhile; 429.
 */
export async function updateAccount(ctx: AuthContext, user: User, changes: Changes): Promise<UserObject> {
  await consumeAttempt(ctx, `account:${user.user_id}`, authLimits.accountUpdates);
  if (changes.app_metadata !== undefined) throw new AuthError('not_admin', 'User not allowed');
  const before = await findIdentity(ctx.app.database.read, user.user_id);
  if (!before) throw userGone();
  const password_hash =
    typeof changes.password === 'string'
      ? await newPasswordHash(ctx, user, before, changes.password, changes.current_password)
      : null;
  const isProof = Boolean(changes.current_password) && !changes.password && !changes.email;
  if (isProof) await checkPassword(ctx, before, changes.current_password ?? '');
  const wanted = changes.email ? await checkNewEmail(ctx, user, before, changes) : null;

  const after = await change(ctx, {}, async (ctx) => {
    const { identity: current, session } = await lockAccount(ctx, user);
    if ((password_hash || wanted || isProof) && current.password_hash !== before.password_hash) {
      throw new AuthError('conflict', 'The password was changed meanwhile. Sign in with the new one.');
    }
    const next: Identity = {
      ...current,
      user_metadata: changes.data ? merge(current.user_metadata, changes.data) : current.user_metadata,
      password_hash: password_hash ?? current.password_hash,
      // A new password ends emailed links, and so a pending email change.
      ...(password_hash && { new_email: null, email_change_sent_at: null }),
      updated_at: now(ctx),
    };
    updateIdentity(ctx.tx, next.id, {
      user_metadata: JSON.stringify(next.user_metadata),
      password_hash: next.password_hash,
      new_email: next.new_email,
      email_change_sent_at: next.email_change_sent_at,
      updated_at: next.updated_at,
    });
    if (changes.data) recordNewData(ctx, user, changes.data);
    if (password_hash) await finishPasswordChange(ctx, user, next, current.password_hash === null);
    if (isProof) await updateSession(ctx.tx, session.id, { amr: withPassword(ctx, session.amr) });
    return wanted ? startEmailChange(actingAs(ctx, signedIn(user)), next, wanted) : next;
  });
  return present(ctx, after);
}

async function present(ctx: AuthContext, identity: Identity): Promise<UserObject> {
  const [factors, links] = await Promise.all([
    listFactors(ctx, identity.id),
    listLinks(ctx.app.database.read, identity.id),
  ]);
  return userObject(identity, factors, links);
}

/** Canceling a pending change needs no proof; requesting another email does. */
async function checkNewEmail(ctx: AuthContext, user: User, identity: Identity, changes: Changes) {
  const email = parseEmail(changes.email ?? '');
  if (email === identity.email) return { email, isEmailed: false };
  await consumeAttempt(ctx, `email-change:${user.user_id}`, authLimits.emailChanges);
  await proveOwner(ctx, user, identity, changes.current_password);
  // Over the limit of the mailbox no email is sent, and the answer stays the same.
  return { email, isEmailed: await mayEmail(ctx, 'email change', email) };
}

async function newPasswordHash(
  ctx: AuthContext,
  user: User,
  identity: Identity,
  password: string,
  currentPassword: string | null | undefined,
): Promise<string> {
  passwords.checkNewPassword(password);
  const stored = identity.password_hash;
  const proven = await proveOwner(ctx, user, identity, currentPassword);
  const isSame = proven
    ? passwords.samePassword(password, proven)
    : stored !== null && (await passwords.verifyPassword(stored, password));
  if (isSame) throw new AuthError('same_password', 'New password should be different from the old password.');
  return passwords.hashPassword(password);
}

/** Null when no password was needed. A stranger at an unlocked screen must not be able to take over the account. */
async function proveOwner(
  ctx: AuthContext,
  user: User,
  identity: Identity,
  currentPassword: string | null | undefined,
): Promise<string | null> {
  if (!needsCurrentPassword(ctx, user)) return null;
  if (!identity.password_hash) {
    if ((await listLinks(ctx.app.database.read, identity.id)).length > 0) requireRecentPassword(ctx, user);
    return null;
  }
  if (!currentPassword)
    throw new AuthError('current_password_required', 'Enter your current password as well');
  await checkPassword(ctx, identity, currentPassword);
  return currentPassword;
}

/** @throws AuthError 400 for a wrong password, 429 after too many. */
async function checkPassword(ctx: AuthContext, identity: Identity, password: string): Promise<void> {
  await consumeSignInAttempt(ctx, identity.email, identity);
  if (!identity.password_hash || !(await passwords.verifyPassword(identity.password_hash, password))) {
    throw new AuthError('current_password_invalid', 'The current password is wrong');
  }
  clearSignInAttempts(ctx, identity.email);
}

function withPassword(ctx: AuthContext, amr: readonly AmrEntry[]): AmrEntry[] {
  const timestamp = Math.floor(ctx.app.now().getTime() / 1000);
  return [{ method: 'password', timestamp }, ...amr.filter(({ method }) => method !== 'password')];
}

/** A session from an emailed link needs no current password until the first password change. */
function needsCurrentPassword(ctx: AuthContext, user: User): boolean {
  const method = user.amr.find((entry) => !isSecondFactor(entry.method))?.method;
  return ctx.app.config.require_current_password && method !== 'recovery' && method !== 'invite';
}

/** Merges shallowly; null deletes a member. */
function merge(current: Record<string, unknown>, data: Record<string, unknown>): Record<string, unknown> {
  const merged = Object.entries({ ...current, ...parseMetadata(data) }).filter(([, value]) => value !== null);
  return parseMetadata(Object.fromEntries(merged));
}

/** Records which members changed, without their values: the data belongs to the user. */
function recordNewData(ctx: InTransaction<AuthContext>, user: User, data: Record<string, unknown>): void {
  const members = Object.keys(data).sort();
  if (members.length === 0) return;
  auditSelf(ctx, user, 'user.data_changed', {
    members: members.slice(0, 20).map((member) => firstCharacters(member, 100)),
  });
}

async function finishPasswordChange(
  ctx: InTransaction<AuthContext>,
  user: User,
  identity: Identity,
  isFirst: boolean,
): Promise<void> {
  const { tx } = ctx;
  const { user_id, session_id } = user;
  await endSessionsWithReason(ctx, user_id, 'password_changed', session_id);
  await updateSession(tx, session_id, { amr: withPassword(ctx, user.amr) });
  await deleteTokens(tx, user_id, now(ctx));
  await deleteTrustedDevices(tx, user_id);
  trustDevice(ctx, user_id);
  // Nobody could have used it before, so there is nothing to warn of.
  if (!isFirst) await ctx.app.mailer.enqueue(tx, passwordChangedEmail(ctx.app.config, identity.email));
  auditSelf(ctx, user, 'user.password_changed', isFirst ? { is_first: true } : {});
}
