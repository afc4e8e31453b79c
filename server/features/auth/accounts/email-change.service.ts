import { auditUser } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import { isUniqueViolation } from '../../../platform/database/query.ts';
import {
  findByEmail,
  holdsAllPermissionsOf,
  lockIdentity,
  lockIsActive,
  updateIdentity,
} from '../identities/identities.repository.ts';
import {
  consumeToken,
  deleteToken,
  deleteTokens,
  findToken,
  listTokens,
  makeToken,
} from '../identities/one-time-tokens.repository.ts';
import type { LaterRequest } from '../identities/requests.repository.ts';
import { deleteSignUps } from '../identities/sign-ups.repository.ts';
import { AuthError, deactivated, linkExpired } from '../protocol/auth-error.pure.ts';
import type { AuthContext, HookedContext } from '../protocol/context.pure.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import { actingAs, type LiveSession, namedUser } from '../sessions/acting-user.service.ts';
import { startSession } from '../sessions/session-lifecycle.service.ts';
import {
  correctionEmail,
  correctionNoticeEmail,
  currentMailboxEmail,
  emailChangedEmail,
  emailTakenEmail,
  newMailboxEmail,
} from './email-change.emails.ts';

const linkLifetimeMs = 24 * 3_600_000;

/** One link per mailbox. The email changes when both are used, in either order. */
const purposes = ['email_change_current', 'email_change_new'] as const;

/**
 * If the email is taken, the answer is the same, but its owner gets an email without a link, so the change cannot
 * complete. The account's own email cancels a pending change.
 */
export async function startEmailChange(
  ctx: InTransaction<AuthContext>,
  identity: Identity,
  wanted: { email: string; isEmailed: boolean },
): Promise<Identity> {
  if (wanted.email === identity.email) return cancelEmailChange(ctx, identity);
  const email_change_sent_at = now(ctx);
  updateIdentity(ctx.tx, identity.id, { new_email: wanted.email, email_change_sent_at });
  const next = { ...identity, new_email: wanted.email, email_change_sent_at };
  const links = purposes.map((purpose) => ({ purpose, requested_by: null }));
  await sendLinks(ctx, next, wanted, links);
  auditUser(ctx, await namedUser(ctx, identity), 'user.email_change_requested', {
    before: { email: identity.email },
    after: { email: wanted.email },
  });
  return next;
}

/** Also one that an administrator requested. */
async function cancelEmailChange(ctx: InTransaction, identity: Identity): Promise<Identity> {
  const { tx } = ctx;
  if (!identity.new_email) return identity;
  for (const purpose of purposes) await deleteToken(tx, identity.id, purpose);
  updateIdentity(tx, identity.id, { new_email: null, email_change_sent_at: null });
  auditUser(ctx, await namedUser(ctx, identity), 'user.email_change_cancelled', {
    before: { email: identity.new_email },
    after: { email: identity.email },
  });
  return { ...identity, new_email: null, email_change_sent_at: null };
}

/**
 * Only the new mailbox confirms, because the user may have no access to the old one, which gets a notice. The caller
 * has locked the profile and checked that nobody else has the email.
 */
export async function startEmailCorrection(
  ctx: InTransaction,
  user_id: string,
  email: string,
): Promise<void> {
  const { tx } = ctx;
  const identity = await lockIdentity(tx, user_id);
  if (!identity) return;
  if (email === identity.email) {
    await cancelEmailChange(ctx, identity);
    return;
  }
  const { config, mailer } = ctx.app;
  await deleteToken(tx, user_id, 'email_change_current');
  updateIdentity(tx, user_id, { new_email: email, email_change_sent_at: now(ctx) });
  const link = { user_id, purpose: 'email_change_new', requested_by: ctx.actor.user_id } as const;
  const secret = await makeToken(ctx, link, linkLifetimeMs);
  await mailer.enqueue(tx, correctionEmail(config, email, secret));
  await mailer.enqueue(tx, correctionNoticeEmail(config, identity.email, email));
  auditUser(ctx, await namedUser(ctx, identity), 'user.email_change_requested', {
    before: { email: identity.email },
    after: { email },
  });
}

/** `email` is the account's current one. */
export async function resendLinks(ctx: InTransaction<HookedContext>, { email }: LaterRequest): Promise<void> {
  const { tx } = ctx;
  const found = await findByEmail(tx, email);
  if (!found || !(await lockIsActive(tx, found.id))) return;
  const identity = await lockIdentity(tx, found.id);
  if (!identity?.new_email) return;
  const unused = await listTokens(tx, identity.id, purposes, now(ctx));
  await sendLinks(ctx, identity, { email: identity.new_email, isEmailed: true }, unused);
}

async function sendLinks(
  ctx: InTransaction<HookedContext>,
  identity: Identity,
  { email, isEmailed }: { email: string; isEmailed: boolean },
  links: readonly Link[],
): Promise<void> {
  const { config, mailer } = ctx.app;
  const isFree = !(await isTaken(ctx, identity.id, email));
  for (const link of links) {
    // Stored even when the secret is not emailed: without this row, the other link alone would complete the change.
    const secret = await makeToken(ctx, { user_id: identity.id, ...link }, linkLifetimeMs);
    if (link.purpose === 'email_change_current') {
      await mailer.enqueue(ctx.tx, currentMailboxEmail(config, identity.email, email, secret));
    } else if (isEmailed) {
      const confirmation = link.requested_by ? correctionEmail : newMailboxEmail;
      await mailer.enqueue(
        ctx.tx,
        isFree ? confirmation(config, email, secret) : emailTakenEmail(config, email),
      );
    }
  }
}

interface Link {
  purpose: (typeof purposes)[number];
  requested_by: string | null;
}

/**
 * The second link changes the email and ends all other links; null after the first one.
 * @throws AuthError 403 otp_expired or user_banned; 422 when another account took the email meanwhile.
 */
export async function confirmEmailChange(ctx: AuthContext, token_hash: string): Promise<LiveSession | null> {
  try {
    return await change(ctx, {}, (ctx) => confirm(ctx, token_hash));
  } catch (error) {
    const isLate =
      isUniqueViolation(error, { table: 'auth_users', column: 'email' }) ||
      isUniqueViolation(error, { table: 'users', column: 'email_key' });
    throw isLate ? emailTaken() : error;
  }
}

async function confirm(ctx: InTransaction<AuthContext>, token_hash: string): Promise<LiveSession | null> {
  const { tx } = ctx;
  const token = await findToken(tx, token_hash, purposes);
  if (!token) throw linkExpired();
  if (!(await lockIsActive(tx, token.user_id))) throw deactivated(403);
  const identity = await lockIdentity(tx, token.user_id);
  const isUsed = await consumeToken(tx, token_hash, token.purpose, now(ctx));
  if (!identity?.new_email || !isUsed) throw linkExpired();
  if (!(await mayStillCorrect(ctx, token))) throw linkExpired();
  if ((await listTokens(tx, identity.id, purposes, now(ctx))).length > 0) return null;
  if (await isTaken(ctx, identity.id, identity.new_email)) throw emailTaken();
  return startSession(ctx, await applyChange(ctx, identity, identity.new_email), 'email_change');
}

/** The administrator may own the new mailbox, so the user must not hold a permission that they lack. */
async function mayStillCorrect(
  { app, tx }: InTransaction,
  { user_id, requested_by }: { user_id: string; requested_by: string | null },
): Promise<boolean> {
  if (!requested_by || app.config.access_policy === 'open') return true;
  return holdsAllPermissionsOf(tx, requested_by, user_id);
}

async function applyChange(
  ctx: InTransaction<AuthContext>,
  identity: Identity,
  email: string,
): Promise<Identity> {
  const { tx } = ctx;
  const change = { email, new_email: null, email_change_sent_at: null, updated_at: now(ctx) };
  updateIdentity(tx, identity.id, change);
  const user = await namedUser(ctx, identity);
  await ctx.hooks.onEmailChanged(actingAs(ctx, user), { id: identity.id, email });
  // Links in the old mailbox must no longer open the account.
  await deleteTokens(tx, identity.id, now(ctx));
  await deleteSignUps(tx, email, now(ctx));
  await ctx.app.mailer.enqueue(tx, emailChangedEmail(ctx.app.config, identity.email, email));
  return { ...identity, ...change };
}

async function isTaken(ctx: InTransaction<HookedContext>, id: string, email: string): Promise<boolean> {
  const owner = (await findByEmail(ctx.tx, email)) ?? (await ctx.hooks.profileByEmail(ctx, email));
  return owner !== null && owner.id !== id;
}

function emailTaken(): AuthError {
  return new AuthError('email_exists', 'Another account has this email by now. Choose another one.');
}
