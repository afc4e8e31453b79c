import { emailKey } from '../../../../contract/fields/email-key.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { recoveryLink } from '../identities/account.emails.ts';
import { deleteLinks } from '../identities/company.repository.ts';
import { deleteAllFactors, findSetUpTime, isFactorRequired } from '../identities/factors.repository.ts';
import { guardBypass } from '../identities/guard-bypass.service.ts';
import * as identities from '../identities/identities.repository.ts';
import { deleteSignUps, deleteTokens, makeToken } from '../identities/links.repository.ts';
import { fullNameOf, keepNameOnly } from '../protocol/bodies.schema.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import { factorResetEmail } from '../second-factor/second-factor.emails.ts';
import { endOpenSessionsOf, endSessionsWithReason } from '../sessions/session-lifecycle.service.ts';
import { deleteTrustedDevices } from '../sessions/trusted-devices.repository.ts';
import { endTokensOf } from '../tokens/api-tokens.service.ts';
import { countOwnedBy } from '../tokens/service-accounts.repository.ts';
import { dropInvitation, dropInvitationsSentBy } from './account-invitations.service.ts';

/** Profiles without an account do not count. */
export const hasAnyAccount = identities.hasAnyIdentity;

export async function listAccounts(db: Queryable, emails: readonly string[]): Promise<Map<string, string>> {
  return new Map((await identities.listByEmails(db, emails)).map(({ email, id }) => [email, id]));
}

export async function signUpNameOf(db: Queryable, user_id: string): Promise<string | null> {
  const identity = await identities.findIdentity(db, user_id);
  return identity ? fullNameOf(identity.user_metadata) : null;
}

/** Includes sessions, tokens and trusted devices. Returns what decided that the user could sign in. */
export async function deleteIdentity({ tx }: InTransaction, user_id: string) {
  const apps = await deleteAllFactors(tx, user_id);
  return { joined_at: await identities.deleteIdentityRow(tx, user_id), apps };
}

const passedOnLifetimeMs = 24 * 3_600_000;

/**
 * For an operator to pass on. Creates an account if there is none; using the link confirms it.
 * @throws Error when another account has the email.
 */
export async function createSetPasswordLink(
  ctx: InTransaction,
  user: { id: string; email: string; full_name: string | null },
): Promise<string> {
  const { tx } = ctx;
  const email = emailKey(user.email);
  if (!(await identities.findIdentity(tx, user.id))) {
    const user_metadata = user.full_name ? { full_name: user.full_name } : {};
    const identity = identities.newIdentity({ id: user.id, email, user_metadata, created_at: now(ctx) });
    if (!(await identities.insertIdentity(tx, identity)))
      throw new Error(`Another account signs in as ${email}`);
  }
  const secret = await makeToken(ctx, { user_id: user.id, purpose: 'recovery' }, passedOnLifetimeMs);
  return recoveryLink(ctx.app.config, secret);
}

/**
 * Also ends the invitations that the user sent, because they may still have the text of a copied link. Activating
 * restores nothing. The caller's transaction has locked the profile.
 */
export async function endAccess(
  ctx: InTransaction,
  { id, email }: { id: string; email: string },
): Promise<{
  sessions: number;
  tokens: number;
  service_accounts: number;
  invitations: number;
  links: number;
  invited_by_them: string[];
}> {
  const { tx } = ctx;
  const sessions = await endOpenSessionsOf(ctx, id, 'deactivated');
  const apiTokens = await endTokensOf(ctx, id);
  const invitation = await dropInvitation(ctx, id);
  const tokens = await deleteTokens(tx, id, now(ctx));
  identities.updateIdentity(tx, id, { new_email: null, email_change_sent_at: null });
  const signUps = await deleteSignUps(tx, email, now(ctx));
  const invited_by_them = await dropInvitationsSentBy(ctx, id);
  return {
    sessions,
    tokens: apiTokens,
    service_accounts: await countOwnedBy(tx, id),
    invitations: invitation ? 1 : 0,
    links: new Set(tokens.map(kindOf)).size + signUps,
    invited_by_them,
  };
}

/** An email change has two links but counts as one. */
function kindOf(purpose: string): string {
  return purpose.startsWith('email_change') ? 'email_change' : purpose;
}

/**
 * For the first use of a link by the owner of the mailbox: somebody else may have set up everything before. The caller
 * has locked profile and identity.
 */
export async function resetCredentials(ctx: InTransaction, identity: Identity): Promise<Identity> {
  const { tx } = ctx;
  const { id } = identity;
  await deleteAllFactors(tx, id);
  await deleteTrustedDevices(tx, id);
  await deleteTokens(tx, id, now(ctx));
  await deleteLinks(tx, id);
  await endSessionsWithReason(ctx, id, 'password_changed');
  const reset = {
    password_hash: null,
    email_confirmed_at: identity.email_confirmed_at ?? now(ctx),
    new_email: null,
    email_change_sent_at: null,
    updated_at: now(ctx),
  };
  const user_metadata = keepNameOnly(identity.user_metadata);
  identities.updateIdentity(tx, id, { ...reset, user_metadata: JSON.stringify(user_metadata) });
  return { ...identity, ...reset, user_metadata };
}

/** For other features. */
export async function secondFactorOf(db: Queryable, user_id: string) {
  const set_up_at = (await findSetUpTime(db, user_id)) ?? null;
  return { is_set_up: set_up_at !== null, set_up_at, is_required: await isFactorRequired(db, user_id) };
}

/**
 * How many authenticator apps there were. Ends the sessions and sends an email. The caller has checked the actor and locked the
 * profile, and writes the audit entry.
 */
export async function removeSecondFactor(ctx: InTransaction, user_id: string): Promise<number> {
  const { tx } = ctx;
  const identity = await identities.lockIdentity(tx, user_id);
  const apps = identity ? await deleteAllFactors(tx, user_id) : 0;
  if (!identity || apps === 0) return 0;
  guardBypass(ctx);
  await endSessionsWithReason(ctx, user_id, 'factor_reset');
  await ctx.app.mailer.enqueue(tx, factorResetEmail(ctx.app.config, identity.email));
  return apps;
}
