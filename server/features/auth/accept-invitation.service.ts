import { audit } from '../../platform/audit.ts';
import { now } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { AuthContext } from './context.ts';
import { insertIdentity, lockIdentity, lockIsActive } from './identities.repository.ts';
import { consumeInvitation, findInvited } from './invitations.repository.ts';
import { deactivated, linkExpired } from './refusals.ts';
import { type LiveSession, startSession } from './sessions.service.ts';
import { actingAs } from './sign-in-audit.ts';
import { deleteSignUps } from './sign-ups.repository.ts';
import { startOver } from './start-over.ts';
import type { Identity } from './user-object.ts';

/**
 * Uses an invitation, once: the person may sign in from now on, and chooses a password next. A link that was handed
 * over is worth what its giver may do at this moment, and proves no mailbox: the identity stays marked with the giver,
 * and whatever FIRST_ADMIN_EMAIL says, it never makes an administrator.
 * @throws AuthError 403 otp_expired, also when the giver may not invite the person any more; user_banned for a
 * deactivated person.
 */
export async function acceptInvitation(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  const live = await ctx.app.database.write(async (tx) => {
    const invited = await findInvited(tx, token_hash);
    if (!invited) throw linkExpired();
    if (!(await lockIsActive(tx, invited.id))) throw deactivated(403);
    const known = await lockIdentity(tx, invited.id);
    if (!(await consumeInvitation(tx, token_hash, now(ctx)))) throw linkExpired();
    // Joined by another way meanwhile: the link must not become a way around the password.
    if (known?.password_hash && known.email_confirmed_at) throw linkExpired();
    const name = invited.full_name || invited.email;
    const subject = { type: 'user', id: invited.id, name } as const;
    const isHandedOver = invited.mail_id === null;
    if (isHandedOver && !(await isStillBacked(tx, ctx, invited))) {
      // Not thrown: the link goes for good, also if its giver gets the right back.
      await audit(tx, ctx, { action: 'invitation.cancelled', subject, at_stores_of_subject: true });
      return null;
    }
    const vouched_by = isHandedOver ? invited.sent_by : null;
    const identity = known
      ? await startOver(tx, ctx, known, vouched_by)
      : await make(tx, ctx, invited, vouched_by);
    await deleteSignUps(tx, identity.email);
    await audit(tx, actingAs(ctx, identity, name), {
      action: 'invitation.accepted',
      subject,
      at_stores_of_subject: true,
    });
    return startSession(tx, ctx, identity, 'invite');
  });
  if (!live) throw linkExpired();
  return live;
}

type Invited = NonNullable<Awaited<ReturnType<typeof findInvited>>>;

async function isStillBacked(tx: Transaction, ctx: AuthContext, { id, sent_by }: Invited): Promise<boolean> {
  return sent_by !== null && ctx.hooks.mayStillInvite(tx, ctx, sent_by, id);
}

async function make(
  tx: Transaction,
  ctx: AuthContext,
  { id, email_key, full_name }: Invited,
  vouched_by: string | null,
): Promise<Identity> {
  const at = now(ctx);
  const identity: Identity = {
    id,
    email: email_key,
    password_hash: null,
    email_confirmed_at: at,
    vouched_by,
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
