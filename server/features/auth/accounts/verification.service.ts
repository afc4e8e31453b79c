import { auditUser, userSubject } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import { notify } from '../../../kernel/notifications/notify.ts';
import { isUniqueViolation } from '../../../platform/database/query.ts';
import * as identities from '../identities/identities.repository.ts';
import { consumeInvitation, findInvited } from '../identities/invitations.repository.ts';
import * as links from '../identities/links.repository.ts';
import { digest } from '../keys/one-time-secret.pure.ts';
import { deactivated, linkExpired } from '../protocol/auth-error.pure.ts';
import { fullNameOf, keepNameOnly, type VerifyType } from '../protocol/bodies.schema.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import { consumeNetworkAttempt } from '../protocol/limits.service.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import { actingAs, type LiveSession } from '../sessions/acting-user.service.ts';
import { type SessionObject, sessionObject, startSession } from '../sessions/session-lifecycle.service.ts';
import { dropInvitation, hasJoined } from './account-invitations.service.ts';
import { confirmEmailChange } from './email-change.service.ts';
import { isPendingFirstAdmin } from './sign-up.service.ts';
import { resetCredentials } from './user-accounts.service.ts';

/**
 * The first of the two links of an email change gives no session, because the other mailbox has to agree, nor does the second
 * one where company sign-in is required.
 * @throws AuthError 403 otp_expired; 403 user_banned for a deactivated user, whose link stays unused.
 */
export async function verifyLink(
  ctx: AuthContext,
  type: VerifyType,
  secret: string,
): Promise<SessionObject | { msg: string; code: '200' }> {
  await consumeNetworkAttempt(ctx, 'verify');
  const live = await exchangeLink(ctx, type, digest(secret));
  return typeof live === 'string' ? { msg: live, code: '200' } : sessionObject(ctx, live);
}

function exchangeLink(ctx: AuthContext, type: VerifyType, token_hash: string): Promise<LiveSession | string> {
  switch (type) {
    case 'signup':
    case 'email':
      return confirmSignUp(ctx, token_hash);
    case 'recovery':
      return recover(ctx, token_hash);
    case 'invite':
      return acceptInvitation(ctx, token_hash);
    case 'email_change':
      return confirmEmailChange(ctx, token_hash);
    default:
      throw linkExpired();
  }
}

/**
 * The password typed at sign-up is dropped in three cases, because somebody else may have typed it: the email has a
 * profile from the Users screen, it is FIRST_ADMIN_EMAIL, or several sign-ups wait for it.
 */
async function confirmSignUp(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  try {
    return await confirmOnce(ctx, token_hash);
  } catch (error) {
    // A user or account with this email was created at the same moment: the second attempt finds it.
    if (
      error instanceof CreatedMeanwhile ||
      isUniqueViolation(error, { table: 'users', column: 'email_key' })
    )
      return confirmOnce(ctx, token_hash);
    throw error;
  }
}

class CreatedMeanwhile extends Error {}

async function findClaimed(ctx: InTransaction<AuthContext>, email: string) {
  return (await identities.findByEmail(ctx.tx, email)) ?? (await ctx.hooks.profileByEmail(ctx, email));
}

function confirmOnce(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  return change(ctx, {}, async (ctx) => {
    const signUp = await links.findSignUp(ctx.tx, token_hash);
    if (!signUp) throw linkExpired();
    // Users are locked before anything else, in every transaction.
    const claimed = await findClaimed(ctx, signUp.email);
    if (claimed && !(await identities.lockIsActive(ctx.tx, claimed.id))) throw deactivated(403);
    await links.lockSignUps(ctx.tx, signUp.email);
    if ((await findClaimed(ctx, signUp.email))?.id !== claimed?.id) throw new CreatedMeanwhile();
    const isContested = (await links.listSignUps(ctx.tx, signUp.email, now(ctx))).length > 1;
    // For example created by the operator's command and not confirmed yet.
    const existing = await identities.findByEmail(ctx.tx, signUp.email);
    if (existing?.email_confirmed_at) throw linkExpired();
    if (!(await links.consumeSignUp(ctx.tx, token_hash, now(ctx)))) throw linkExpired();
    await links.deleteSignUps(ctx.tx, signUp.email, now(ctx));

    const admin = await isPendingFirstAdmin(ctx, ctx.tx, signUp.email);
    const isClaim = admin || isContested || Boolean(claimed);
    const identity = existing
      ? { ...existing, email_confirmed_at: now(ctx) }
      : identities.newIdentity({
          id: claimed?.id ?? signUp.id,
          email: signUp.email,
          password_hash: isClaim ? null : signUp.password_hash,
          email_confirmed_at: now(ctx),
          confirmation_sent_at: signUp.created_at,
          user_metadata: isClaim ? keepNameOnly(signUp.user_metadata) : signUp.user_metadata,
          created_at: signUp.created_at,
          updated_at: now(ctx),
        });
    if (existing)
      identities.updateIdentity(ctx.tx, existing.id, { email_confirmed_at: identity.email_confirmed_at });
    else if (!(await identities.insertIdentity(ctx.tx, identity))) throw linkExpired();
    await finishVerification(ctx, identity, admin);
    return startSession(ctx, identity, isClaim ? 'invite' : 'email/signup');
  });
}

/** If the email was not confirmed before, somebody else may have set the credentials, so they are reset. */
function recover(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  return change(ctx, {}, async (ctx) => {
    const token = await links.findToken(ctx.tx, token_hash, ['recovery']);
    if (!token) throw linkExpired();
    if (!(await identities.lockIsActive(ctx.tx, token.user_id))) throw deactivated(403);
    const identity = await identities.lockIdentity(ctx.tx, token.user_id);
    if (!identity || !(await links.consumeToken(ctx.tx, token_hash, 'recovery', now(ctx))))
      throw linkExpired();
    if (identity.email_confirmed_at) return startSession(ctx, identity, 'recovery');
    const confirmed = await resetCredentials(ctx, identity);
    await links.deleteSignUps(ctx.tx, identity.email, now(ctx));
    await finishVerification(ctx, confirmed, await isPendingFirstAdmin(ctx, ctx.tx, identity.email));
    return startSession(ctx, confirmed, 'recovery');
  });
}

/** Profiles appear among the users only now. An invitation is no longer needed. */
async function finishVerification(
  ctx: InTransaction<AuthContext>,
  identity: Identity,
  admin: boolean,
): Promise<void> {
  const { id, email } = identity;
  await dropInvitation(ctx, id);
  await ctx.hooks.onVerified(ctx, { id, email, full_name: fullNameOf(identity.user_metadata), admin });
}

/**
 * The user chooses a password next. Never makes an administrator, whatever FIRST_ADMIN_EMAIL says.
 * @throws AuthError 403 otp_expired; user_banned for a deactivated user.
 */
function acceptInvitation(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  return change(ctx, {}, async (ctx) => startSession(ctx, await takeInvitation(ctx, token_hash), 'invite'));
}

/** Uses the link up and returns the account of the invited user. @throws AuthError as `acceptInvitation`. */
export async function takeInvitation(ctx: InTransaction<AuthContext>, token_hash: string): Promise<Identity> {
  const invited = await findInvited(ctx.tx, token_hash);
  if (!invited) throw linkExpired();
  if (!(await identities.lockIsActive(ctx.tx, invited.id))) throw deactivated(403);
  const known = await identities.lockIdentity(ctx.tx, invited.id);
  if (!(await consumeInvitation(ctx.tx, token_hash, now(ctx)))) throw linkExpired();
  // The user joined in another way meanwhile, so the link must not replace their password.
  if (known && (await hasJoined(ctx, known))) throw linkExpired();
  const identity = known ? await resetCredentials(ctx, known) : await makeInvited(ctx, invited);
  await links.deleteSignUps(ctx.tx, identity.email, now(ctx));
  const acting = actingAs(ctx, invited);
  auditUser(acting, invited, 'invitation.accepted');
  notify(acting, {
    ...{ kind: 'invitation_accepted', subject: userSubject(invited) },
    receivers: { to: 'users', ids: invited.sent_by === null ? [] : [invited.sent_by] },
  });
  return identity;
}

type Invited = NonNullable<Awaited<ReturnType<typeof findInvited>>>;

async function makeInvited(
  ctx: InTransaction<AuthContext>,
  { id, email_key, full_name }: Invited,
): Promise<Identity> {
  const at = now(ctx);
  const user_metadata = full_name ? { full_name } : {};
  const times = { email_confirmed_at: at, created_at: at };
  const identity = identities.newIdentity({ id, email: email_key, user_metadata, ...times });
  // Another account took the email meanwhile.
  if (!(await identities.insertIdentity(ctx.tx, identity))) throw linkExpired();
  return identity;
}
