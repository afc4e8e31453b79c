import { type InTransaction, now } from '../../../kernel/context.ts';
import type { Transaction } from '../../../kernel/database/database.ts';
import { isUniqueViolation } from '../../../kernel/database/query.ts';
import { transaction } from '../../../kernel/transaction.ts';
import {
  findByEmail,
  insertIdentity,
  lockIdentity,
  lockIsActive,
  updateIdentity,
} from '../identities/identities.repository.ts';
import { consumeToken, findTokenOwner } from '../identities/one-time-tokens.repository.ts';
import {
  consumeSignUp,
  deleteSignUps,
  findSignUp,
  listSignUps,
  lockSignUps,
  type WaitingSignUp,
} from '../identities/sign-ups.repository.ts';
import { digest } from '../keys/one-time-secret.ts';
import { deactivated, linkExpired } from '../protocol/auth-errors.ts';
import { fullNameOf, nameAlone, type VerifyType } from '../protocol/bodies.ts';
import type { AuthContext } from '../protocol/context.ts';
import { limitNetwork } from '../protocol/limits.service.ts';
import type { Identity } from '../protocol/user-object.ts';
import {
  type LiveSession,
  type SessionObject,
  sessionObject,
  startSession,
} from '../sessions/sessions.service.ts';
import { acceptInvitation } from './accept-invitation.service.ts';
import { confirmEmailChange } from './email-change.service.ts';
import { dropInvitation } from './invitations.service.ts';
import { startOver } from './reset-credentials.ts';
import { isPendingFirstAdmin } from './sign-up.service.ts';

/**
 * Uses the secret of a mailed link, once, for a session. The first of the two links that change an address gives
 * none: the other mailbox has to agree.
 * @throws AuthError 403 otp_expired, whatever is wrong with it; 403 user_banned for a deactivated user, whose
 * link stays unused.
 */
export async function verifyLink(
  ctx: AuthContext,
  type: VerifyType,
  secret: string,
): Promise<SessionObject | HalfConfirmed> {
  await limitNetwork(ctx, 'verify');
  const live = await exchangeLink(ctx, type, digest(secret));
  return live ? sessionObject(ctx, live) : halfConfirmed;
}

/** Protocol section 4.3. */
export type HalfConfirmed = typeof halfConfirmed;
const halfConfirmed = {
  msg: 'Confirmed. Now open the link that was sent to your other mailbox.',
  code: '200',
} as const;

function exchangeLink(ctx: AuthContext, type: VerifyType, token_hash: string): Promise<LiveSession | null> {
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
 * Makes the account of a waiting sign-up. A profile made for the address on the Users screen, the operator's named
 * administrator, or an address for which several sign-ups wait, is claimed by the mailbox alone: the password typed at
 * sign-up may be anybody's, so it is dropped and asked for again.
 */
async function confirmSignUp(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  try {
    return await confirmOnce(ctx, token_hash);
  } catch (error) {
    // Somebody made a user or an account with this email at the same moment: it is claimed at a second look.
    if (error instanceof MadeMeanwhile || isUniqueViolation(error, { table: 'users', column: 'email_key' }))
      return confirmOnce(ctx, token_hash);
    throw error;
  }
}

class MadeMeanwhile extends Error {}

async function findClaimed(ctx: InTransaction<AuthContext>, email: string) {
  return (await findByEmail(ctx.tx, email)) ?? (await ctx.hooks.profileByAddress(ctx.tx, email));
}

function confirmOnce(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  return transaction(ctx, async (ctx) => {
    const signUp = await findSignUp(ctx.tx, token_hash);
    if (!signUp) throw linkExpired();
    // Users are locked before anything else.
    const claimed = await findClaimed(ctx, signUp.email);
    if (claimed && !(await lockIsActive(ctx.tx, claimed.id))) throw deactivated(403);
    await lockSignUps(ctx.tx, signUp.email);
    if ((await findClaimed(ctx, signUp.email))?.id !== claimed?.id) throw new MadeMeanwhile();
    const isContested = (await listSignUps(ctx.tx, signUp.email, now(ctx))).length > 1;
    // Made ahead by the operator's command, for instance, and not confirmed yet.
    const existing = await findByEmail(ctx.tx, signUp.email);
    if (existing?.email_confirmed_at) throw linkExpired();
    if (!(await consumeSignUp(ctx.tx, token_hash, now(ctx)))) throw linkExpired();
    await deleteSignUps(ctx.tx, signUp.email, now(ctx));

    const admin = await isPendingFirstAdmin(ctx, ctx.tx, signUp.email);
    const isClaim = admin || isContested || Boolean(claimed);
    const identity = existing
      ? { ...existing, email_confirmed_at: now(ctx) }
      : makeIdentity(ctx, signUp, claimed?.id, isClaim);
    if (existing)
      await updateIdentity(ctx.tx, existing.id, { email_confirmed_at: identity.email_confirmed_at });
    else if (!(await insert(ctx.tx, identity))) throw linkExpired();
    await welcome(ctx, identity, admin);
    return startSession(ctx, identity, isClaim ? 'invite' : 'email/signup');
  });
}

/**
 * The mailbox is proven. If it was not before, its owner starts over: whoever had the account until now was perhaps
 * somebody else.
 */
function recover(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  return transaction(ctx, async (ctx) => {
    const owner = await findTokenOwner(ctx.tx, token_hash, 'recovery');
    if (!owner) throw linkExpired();
    if (!(await lockIsActive(ctx.tx, owner))) throw deactivated(403);
    const identity = await lockIdentity(ctx.tx, owner);
    if (!identity || !(await consumeToken(ctx.tx, token_hash, 'recovery', now(ctx)))) throw linkExpired();
    if (identity.email_confirmed_at) return startSession(ctx, identity, 'recovery');
    const confirmed = await startOver(ctx, identity);
    await deleteSignUps(ctx.tx, identity.email, now(ctx));
    await welcome(ctx, confirmed, await isPendingFirstAdmin(ctx, ctx.tx, identity.email));
    return startSession(ctx, confirmed, 'recovery');
  });
}

function makeIdentity(
  ctx: AuthContext,
  signUp: WaitingSignUp,
  claimedId: string | undefined,
  isClaim: boolean,
): Identity {
  return {
    id: claimedId ?? signUp.id,
    email: signUp.email,
    password_hash: isClaim ? null : signUp.password_hash,
    email_confirmed_at: now(ctx),
    confirmation_sent_at: signUp.created_at,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    last_sign_in_at: null,
    user_metadata: isClaim ? nameAlone(signUp.user_metadata) : signUp.user_metadata,
    created_at: signUp.created_at,
    updated_at: now(ctx),
  };
}

function insert(tx: Transaction, identity: Identity): Promise<boolean> {
  return insertIdentity(tx, { ...identity, user_metadata: JSON.stringify(identity.user_metadata) });
}

/** A profile appears among the users at this moment, not before; who was invited needs no invitation now. */
async function welcome(ctx: InTransaction<AuthContext>, identity: Identity, admin: boolean): Promise<void> {
  const { id, email } = identity;
  await dropInvitation(ctx, id);
  await ctx.hooks.onVerified(ctx, { id, email, full_name: fullNameOf(identity.user_metadata), admin });
}
