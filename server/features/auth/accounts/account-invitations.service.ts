import { reasons } from '../../../../contract/access/reasons.ts';
import type { InvitationWay } from '../../../../contract/invitations.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { refuseFor } from '../../../kernel/rules.ts';
import { ApiError } from '../../../platform/http/errors.ts';
import { confirmLink, invitationEmail, invitationWithdrawnEmail } from '../identities/account.emails.ts';
import { listLinks } from '../identities/company.repository.ts';
import { findByEmail, findIdentity } from '../identities/identities.repository.ts';
import * as repository from '../identities/invitations.repository.ts';
import { digest, newSecret } from '../keys/one-time-secret.pure.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import { whyNotInviteTo } from './invitations.rules.ts';

const dayMs = 86_400_000;

export { invitationStateSql, signInSql } from '../identities/invitations.repository.ts';

export type SignInFacts = Omit<repository.SignInColumns, 'has_second_factor'> & {
  has_second_factor: boolean;
};

export const noFacts: SignInFacts = { invitation: null, last_sign_in_at: null, has_second_factor: false };

export async function signInFacts(
  db: Queryable,
  ids: readonly string[],
  at: string,
): Promise<(id: string) => SignInFacts> {
  const rows = ids.length === 0 ? [] : await repository.listSignInFacts(db, ids, at);
  const facts = new Map<string, SignInFacts>();
  for (const row of rows) facts.set(row.user_id, factsOf(row));
  return (id) => facts.get(id) ?? noFacts;
}

export function factsOf(row: repository.SignInColumns): SignInFacts {
  const { invitation, last_sign_in_at, has_second_factor } = row;
  return { invitation, last_sign_in_at, has_second_factor: Boolean(has_second_factor) };
}

/** Null without a profile. `sent_by` is the inviter's id. */
export async function findInvitation(db: Queryable, user_id: string, at: string) {
  const row = await repository.findInvitation(db, user_id, at);
  if (!row) return null;
  const way: InvitationWay = row.mail_id === null ? 'link' : 'mail';
  return {
    state: row.invitation,
    by: row.sent_at === null ? null : way,
    sent_at: row.sent_at,
    expires_at: row.expires_at,
    sent_by: row.sent_by,
    mail: row.mail_state,
    mail_problem: row.mail_state === 'sent' || row.mail_state === 'kept' ? null : row.mail_error,
  };
}

/** Undefined or null for a link that does not work. */
export async function findInvitationOfLink(db: Queryable, secret: string, at: string) {
  const invited = await repository.findInvited(db, digest(secret));
  return invited && invited.expires_at > at ? invited : null;
}

/**
 * The only link with which a user sets a first password. The caller has locked the profile and checked the actor.
 * @throws ApiError 409 when the user has a password, or another account has the email.
 */
export async function makeInvitation(
  ctx: InTransaction,
  user: { id: string; email: string; location_names: readonly string[] },
  by: InvitationWay,
): Promise<string> {
  const { tx } = ctx;
  const identity = await findIdentity(tx, user.id);
  if (identity && (await hasJoined(ctx, identity))) {
    throw new ApiError('conflict', reasons.joinedAlready);
  }
  const owner = await findByEmail(tx, user.email);
  refuseFor(whyNotInviteTo(owner?.id, user), 'conflict');
  await dropInvitation(ctx, user.id);
  const { secret, hash } = newSecret();
  const link = confirmLink(ctx.app.config, secret, 'invite');
  const { name } = ctx.actor;
  const { location_names } = user;
  const email = invitationEmail(ctx.app.config, user.email, link, { name, location_names });
  await repository.replaceInvitation(tx, {
    user_id: user.id,
    token_hash: hash,
    mail_id: by === 'mail' ? await ctx.app.mailer.enqueue(tx, email) : null,
    sent_by: ctx.actor.user_id,
    sent_at: now(ctx),
    expires_at: new Date(ctx.app.now().getTime() + ctx.app.config.invitation_days * dayMs).toISOString(),
    reminded_at: null,
  });
  return link;
}

/** Has a way to sign in. */
export async function hasJoined({ tx }: InTransaction, identity: Identity): Promise<boolean> {
  if (!identity.email_confirmed_at) return false;
  return identity.password_hash !== null || (await listLinks(tx, identity.id)).length > 0;
}

/** Also withdraws its email if that was not sent yet. True when the link still worked. */
export async function dropInvitation(ctx: InTransaction, user_id: string): Promise<boolean> {
  const dropped = await repository.deleteInvitation(ctx.tx, user_id);
  if (dropped?.mail_id) await ctx.app.mailer.withdraw(ctx.tx, dropped.mail_id);
  return dropped !== undefined && dropped.expires_at > now(ctx);
}

/** If it was sent, the mailbox gets a notice. */
export async function withdrawInvitation(
  ctx: InTransaction,
  user: { id: string; email: string },
): Promise<void> {
  const invitation = await findInvitation(ctx.tx, user.id, now(ctx));
  await dropInvitation(ctx, user.id);
  if (invitation?.mail !== 'sent' && invitation?.mail !== 'kept') return;
  await ctx.app.mailer.enqueue(ctx.tx, invitationWithdrawnEmail(ctx.app.config, user.email));
}

/** Also withdraws their unsent emails. Returns the ids of the users whose links still worked. */
export async function dropInvitationsSentBy(ctx: InTransaction, sent_by: string): Promise<string[]> {
  const dropped = await repository.deleteInvitationsSentBy(ctx.tx, sent_by);
  for (const { mail_id } of dropped) if (mail_id) await ctx.app.mailer.withdraw(ctx.tx, mail_id);
  return dropped.filter((row) => row.expires_at > now(ctx)).map((row) => row.user_id);
}
