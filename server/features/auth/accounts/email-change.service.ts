import type { AuditAction } from '../../../../contract/audit.ts';
import { companyRequired } from '../../../../contract/auth/company-sign-in-problems.ts';
import { auditUser } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import { isUniqueViolation } from '../../../platform/database/query.ts';
import * as emails from '../identities/account.emails.ts';
import { findDemand } from '../identities/company.repository.ts';
import * as identities from '../identities/identities.repository.ts';
import * as links from '../identities/links.repository.ts';
import type { LaterRequest } from '../identities/requests.repository.ts';
import { AuthError, deactivated, linkExpired } from '../protocol/auth-error.pure.ts';
import type { AuthContext, HookedContext } from '../protocol/context.pure.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import { actingAs, type LiveSession, namedUser } from '../sessions/acting-user.service.ts';
import { startSession } from '../sessions/session-lifecycle.service.ts';

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
  identities.updateIdentity(ctx.tx, identity.id, { new_email: wanted.email, email_change_sent_at });
  const next = { ...identity, new_email: wanted.email, email_change_sent_at };
  const mailboxes = purposes.map((purpose) => ({ purpose, requested_by: null }));
  await sendLinks(ctx, next, wanted, mailboxes);
  await record(ctx, identity, 'user.email_change_requested', identity.email, wanted.email);
  return next;
}

/** Also one that an administrator requested. */
async function cancelEmailChange(ctx: InTransaction, identity: Identity): Promise<Identity> {
  const { tx } = ctx;
  if (!identity.new_email) return identity;
  for (const purpose of purposes) await links.deleteToken(tx, identity.id, purpose);
  identities.updateIdentity(tx, identity.id, { new_email: null, email_change_sent_at: null });
  await record(ctx, identity, 'user.email_change_cancelled', identity.new_email, identity.email);
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
  const identity = await identities.lockIdentity(tx, user_id);
  if (!identity) return;
  if (email === identity.email) {
    await cancelEmailChange(ctx, identity);
    return;
  }
  const { config, mailer } = ctx.app;
  await links.deleteToken(tx, user_id, 'email_change_current');
  identities.updateIdentity(tx, user_id, { new_email: email, email_change_sent_at: now(ctx) });
  const link = { user_id, purpose: 'email_change_new', requested_by: ctx.actor.user_id } as const;
  const secret = await links.makeToken(ctx, link, linkLifetimeMs);
  await mailer.enqueue(tx, emails.correctionEmail(config, email, secret));
  await mailer.enqueue(tx, emails.correctionNoticeEmail(config, identity.email, email));
  await record(ctx, identity, 'user.email_change_requested', identity.email, email);
}

async function record(
  ctx: InTransaction,
  identity: Identity,
  action: AuditAction,
  before: string,
  after: string,
): Promise<void> {
  const details = { before: { email: before }, after: { email: after } };
  auditUser(ctx, await namedUser(ctx, identity), action, details);
}

/** `email` is the account's current one. */
export async function resendLinks(ctx: InTransaction<HookedContext>, { email }: LaterRequest): Promise<void> {
  const { tx } = ctx;
  const found = await identities.findByEmail(tx, email);
  if (!found || !(await identities.lockIsActive(tx, found.id))) return;
  const identity = await identities.lockIdentity(tx, found.id);
  if (!identity?.new_email) return;
  const unused = await links.listTokens(tx, identity.id, purposes, now(ctx));
  await sendLinks(ctx, identity, { email: identity.new_email, isEmailed: true }, unused);
}

async function sendLinks(
  ctx: InTransaction<HookedContext>,
  identity: Identity,
  { email, isEmailed }: { email: string; isEmailed: boolean },
  mailboxes: readonly Link[],
): Promise<void> {
  const { config, mailer } = ctx.app;
  const isFree = !(await isTaken(ctx, identity.id, email));
  for (const link of mailboxes) {
    // Stored even when the secret is not emailed: without this row, the other link alone would complete the change.
    const secret = await links.makeToken(ctx, { user_id: identity.id, ...link }, linkLifetimeMs);
    if (link.purpose === 'email_change_current') {
      await mailer.enqueue(ctx.tx, emails.currentMailboxEmail(config, identity.email, email, secret));
    } else if (isEmailed) {
      const confirmation = link.requested_by ? emails.correctionEmail : emails.newMailboxEmail;
      await mailer.enqueue(
        ctx.tx,
        isFree ? confirmation(config, email, secret) : emails.emailTakenEmail(config, email),
      );
    }
  }
}

interface Link {
  purpose: (typeof purposes)[number];
  requested_by: string | null;
}

/**
 * The second link changes the email and ends all other links. What was done in words after the first one, and where company
 * sign-in is required.
 * @throws AuthError 403 otp_expired or user_banned; 422 when another account took the email meanwhile.
 */
export async function confirmEmailChange(
  ctx: AuthContext,
  token_hash: string,
): Promise<LiveSession | string> {
  try {
    return await change(ctx, {}, (ctx) => confirm(ctx, token_hash));
  } catch (error) {
    const isLate =
      isUniqueViolation(error, { table: 'auth_users', column: 'email' }) ||
      isUniqueViolation(error, { table: 'users', column: 'email_key' });
    throw isLate ? emailTaken() : error;
  }
}

async function confirm(ctx: InTransaction<AuthContext>, token_hash: string): Promise<LiveSession | string> {
  const { tx } = ctx;
  const token = await links.findToken(tx, token_hash, purposes);
  if (!token) throw linkExpired();
  if (!(await identities.lockIsActive(tx, token.user_id))) throw deactivated(403);
  const identity = await identities.lockIdentity(tx, token.user_id);
  const isUsed = await links.consumeToken(tx, token_hash, token.purpose, now(ctx));
  if (!identity?.new_email || !isUsed) throw linkExpired();
  if (!(await mayStillCorrect(ctx, token))) throw linkExpired();
  if ((await links.listTokens(tx, identity.id, purposes, now(ctx))).length > 0)
    return 'Confirmed. Now open the link that was sent to your other mailbox.';
  if (await isTaken(ctx, identity.id, identity.new_email)) throw emailTaken();
  const changed = await applyChange(ctx, identity, identity.new_email);
  const demand = await findDemand(tx, identity.id);
  if (demand && !demand.may_bypass) return `Your email is changed. ${companyRequired(demand.label)}`;
  return startSession(ctx, changed, 'email_change');
}

/** The administrator may own the new mailbox, so the user must not hold a permission that they lack. */
async function mayStillCorrect(
  { app, tx }: InTransaction,
  { user_id, requested_by }: { user_id: string; requested_by: string | null },
): Promise<boolean> {
  if (!requested_by || app.config.access_policy === 'open') return true;
  return identities.holdsAllPermissionsOf(tx, requested_by, user_id);
}

async function applyChange(
  ctx: InTransaction<AuthContext>,
  identity: Identity,
  email: string,
): Promise<Identity> {
  const { tx } = ctx;
  const change = { email, new_email: null, email_change_sent_at: null, updated_at: now(ctx) };
  identities.updateIdentity(tx, identity.id, change);
  const user = await namedUser(ctx, identity);
  await ctx.hooks.onEmailChanged(actingAs(ctx, user), { id: identity.id, email });
  // Links in the old mailbox must no longer open the account.
  await links.deleteTokens(tx, identity.id, now(ctx));
  await links.deleteSignUps(tx, email, now(ctx));
  await ctx.app.mailer.enqueue(tx, emails.emailChangedEmail(ctx.app.config, identity.email, email));
  return { ...identity, ...change };
}

async function isTaken(ctx: InTransaction<HookedContext>, id: string, email: string): Promise<boolean> {
  const owner = (await identities.findByEmail(ctx.tx, email)) ?? (await ctx.hooks.profileByEmail(ctx, email));
  return owner !== null && owner.id !== id;
}

function emailTaken(): AuthError {
  return new AuthError('email_exists', 'Another account has this email by now. Choose another one.');
}
