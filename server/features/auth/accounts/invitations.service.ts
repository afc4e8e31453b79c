import type { InvitationState, InvitationWay } from '../../../../contract/invitations.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { ApiError } from '../../../kernel/errors.ts';
import { invitationLink, invitationMail, invitationWithdrawnMail } from '../identities/emails.ts';
import { findByEmail, findIdentity } from '../identities/identities.repository.ts';
import * as repository from '../identities/invitations.repository.ts';
import { digest, newSecret } from '../keys/one-time-secret.ts';

const dayMs = 86_400_000;

/** What the invitations of these users have come to; nobody is missing from it. */
export async function invitationStates(
  db: Queryable,
  ids: readonly string[],
  at: string,
): Promise<Map<string, InvitationState | null>> {
  if (ids.length === 0) return new Map();
  const rows = await repository.listInvitations(db, ids);
  return new Map(rows.map((row) => [row.user_id, stateOf(row, at)]));
}

/** One user's invitation; `sent_by` is still an id. Null for somebody without a profile. */
export async function findInvitation(db: Queryable, user_id: string, at: string) {
  const [row] = await repository.listInvitations(db, [user_id]);
  if (!row) return null;
  const isWaiting = row.sent_at !== null;
  return {
    state: stateOf(row, at),
    by: isWaiting ? wayOf(row) : null,
    sent_at: row.sent_at,
    expires_at: row.expires_at,
    sent_by: row.sent_by,
    mail: row.mail_state,
    mail_problem: row.mail_state === 'sent' || row.mail_state === 'kept' ? null : row.mail_error,
    needs_password: row.email_confirmed_at !== null && !row.has_password,
  };
}

/**
 * Who can sign in has joined, whatever became of the mail. Whoever used a link and chose no password has one that
 * does not work any more; 'Forgot password?' and another invitation both lead on.
 */
function stateOf(row: repository.InvitationFacts, at: string): InvitationState | null {
  if (row.email_confirmed_at !== null && row.has_password) return 'joined';
  if (row.expires_at === null) return row.email_confirmed_at === null ? null : 'expired';
  if (row.mail_state === 'failed') return 'failed';
  return row.expires_at <= at ? 'expired' : 'invited';
}

function wayOf({ mail_id }: { mail_id: string | null }): InvitationWay {
  return mail_id === null ? 'link' : 'mail';
}

/** Who is invited by a link that works, and by whom; null for any other. */
export async function findInvitationOfLink(db: Queryable, secret: string, at: string) {
  const invited = await repository.findInvited(db, digest(secret));
  return invited && invited.expires_at > at ? invited : null;
}

/**
 * Makes the one link with which a user sets their first password, sent by email or given back to be
 * copied; an older one ends. The caller has locked the profile and decided who may.
 * @throws ApiError 409 for somebody who has a password, or whose address is another account's.
 */
export async function makeInvitation(
  ctx: InTransaction,
  user: { id: string; email: string; location_names: readonly string[] },
  by: InvitationWay,
): Promise<string> {
  const { tx } = ctx;
  const identity = await findIdentity(tx, user.id);
  if (identity?.email_confirmed_at && identity.password_hash) {
    throw new ApiError('conflict', 'This user has joined already and signs in with a password of their own.');
  }
  const owner = await findByEmail(tx, user.email);
  if (owner && owner.id !== user.id) {
    throw new ApiError('conflict', 'Another account signs in with this email.');
  }
  await dropInvitation(ctx, user.id);
  const { secret, hash } = newSecret();
  const link = invitationLink(ctx.app.config, secret);
  const { name } = ctx.actor;
  const mail = invitationMail(ctx.app.config, user.email, link, {
    name,
    location_names: user.location_names,
  });
  await repository.replaceInvitation(tx, {
    user_id: user.id,
    token_hash: hash,
    mail_id: by === 'mail' ? await ctx.app.mailer.enqueue(tx, mail) : null,
    sent_by: ctx.actor.user_id,
    sent_at: now(ctx),
    expires_at: new Date(ctx.app.now().getTime() + ctx.app.config.invitation_days * dayMs).toISOString(),
  });
  return link;
}

/**
 * Ends a user's invitation, and takes back its mail if that has not left yet. True when there was one whose
 * link still worked.
 */
export async function dropInvitation(ctx: InTransaction, user_id: string): Promise<boolean> {
  const dropped = await repository.deleteInvitation(ctx.tx, user_id);
  if (dropped?.mail_id) await ctx.app.mailer.withdraw(ctx.tx, dropped.mail_id);
  return dropped !== undefined && dropped.expires_at > now(ctx);
}

/** The same for an email that was wrong: whoever got the invitation there is told that it ended. */
export async function withdrawInvitation(
  ctx: InTransaction,
  user: { id: string; email: string },
): Promise<void> {
  const invitation = await findInvitation(ctx.tx, user.id, now(ctx));
  await dropInvitation(ctx, user.id);
  if (invitation?.mail !== 'sent' && invitation?.mail !== 'kept') return;
  await ctx.app.mailer.enqueue(ctx.tx, invitationWithdrawnMail(ctx.app.config, user.email));
}

/**
 * Ends the invitations that a user sent to others and nobody has accepted, with their emails that have not left yet.
 * Gives the users whose links still worked.
 */
export async function dropInvitationsSentBy(ctx: InTransaction, sent_by: string): Promise<string[]> {
  const dropped = await repository.deleteInvitationsSentBy(ctx.tx, sent_by);
  for (const { mail_id } of dropped) if (mail_id) await ctx.app.mailer.withdraw(ctx.tx, mail_id);
  return dropped.filter((row) => row.expires_at > now(ctx)).map((row) => row.user_id);
}
