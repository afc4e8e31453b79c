import { audit } from '../../platform/audit.ts';
import { now } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { AuthContext } from './context.ts';
import { insertIdentity, lockIdentity, lockIsActive, updateIdentity } from './identities.repository.ts';
import { consumeInvitation, findInvited } from './invitations.repository.ts';
import { deactivated, linkExpired } from './refusals.ts';
import { type LiveSession, startSession } from './sessions.service.ts';
import { actingAs } from './sign-in-audit.ts';
import { deleteSignUps } from './sign-ups.repository.ts';
import type { Identity } from './user-object.ts';

/**
 * Uses an invitation, once: the person may sign in from now on, and chooses a password next. It never makes an
 * administrator, whatever FIRST_ADMIN_EMAIL says: a link that was handed over proves no mailbox.
 * @throws AuthError 403 otp_expired, or user_banned for a deactivated person.
 */
export function acceptInvitation(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  return ctx.app.database.write(async (tx) => {
    const profile = await findInvited(tx, token_hash);
    if (!profile) throw linkExpired();
    if (!(await lockIsActive(tx, profile.id))) throw deactivated(403);
    const known = await lockIdentity(tx, profile.id);
    if (!(await consumeInvitation(tx, token_hash, now(ctx)))) throw linkExpired();
    // Joined by another way meanwhile: the link must not become a way around the password.
    if (known?.password_hash && known.email_confirmed_at) throw linkExpired();
    const identity = known ? await confirm(tx, ctx, known) : await make(tx, ctx, profile);
    await deleteSignUps(tx, identity.email);
    const name = profile.full_name || profile.email;
    await audit(tx, actingAs(ctx, identity, name), {
      action: 'invitation.accepted',
      subject: { type: 'user', id: profile.id, name },
      at_stores_of_subject: true,
    });
    return startSession(tx, ctx, identity, 'invite');
  });
}

/** Made ahead by the operator's command, or left without a password after an earlier invitation. */
async function confirm(tx: Transaction, ctx: AuthContext, identity: Identity): Promise<Identity> {
  const email_confirmed_at = identity.email_confirmed_at ?? now(ctx);
  await updateIdentity(tx, identity.id, { email_confirmed_at });
  return { ...identity, email_confirmed_at };
}

async function make(
  tx: Transaction,
  ctx: AuthContext,
  { id, email_key, full_name }: { id: string; email_key: string; full_name: string | null },
): Promise<Identity> {
  const at = now(ctx);
  const identity: Identity = {
    id,
    email: email_key,
    password_hash: null,
    email_confirmed_at: at,
    confirmation_sent_at: null,
    recovery_sent_at: null,
    new_email: null,
    email_change_sent_at: null,
    last_sign_in_at: null,
    user_metadata: full_name ? { full_name } : {},
    created_at: at,
    updated_at: at,
  };
  const row = { ...identity, user_metadata: JSON.stringify(identity.user_metadata) };
  // Another account took the address meanwhile.
  if (!(await insertIdentity(tx, row))) throw linkExpired();
  return identity;
}
