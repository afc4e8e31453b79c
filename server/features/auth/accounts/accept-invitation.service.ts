import { auditUser, userSubject } from '../../../kernel/audit/audit.ts';
import { change } from '../../../kernel/change.ts';
import { type InTransaction, now } from '../../../kernel/context.ts';
import { notify } from '../../../kernel/notifications/notify.ts';
import * as identities from '../identities/identities.repository.ts';
import { consumeInvitation, findInvited } from '../identities/invitations.repository.ts';
import { deleteSignUps } from '../identities/links.repository.ts';
import { deactivated, linkExpired } from '../protocol/auth-error.pure.ts';
import type { AuthContext } from '../protocol/context.pure.ts';
import type { Identity } from '../protocol/user-object.pure.ts';
import { actingAs, type LiveSession } from '../sessions/acting-user.service.ts';
import { startSession } from '../sessions/session-lifecycle.service.ts';
import { resetCredentials } from './user-accounts.service.ts';

/**
 * The user chooses a password next. Never makes an administrator, whatever FIRST_ADMIN_EMAIL says.
 * @throws AuthError 403 otp_expired; user_banned for a deactivated user.
 */
export function acceptInvitation(ctx: AuthContext, token_hash: string): Promise<LiveSession> {
  return change(ctx, {}, async (ctx) => {
    const invited = await findInvited(ctx.tx, token_hash);
    if (!invited) throw linkExpired();
    if (!(await identities.lockIsActive(ctx.tx, invited.id))) throw deactivated(403);
    const known = await identities.lockIdentity(ctx.tx, invited.id);
    if (!(await consumeInvitation(ctx.tx, token_hash, now(ctx)))) throw linkExpired();
    // The user joined in another way meanwhile, so the link must not replace their password.
    if (known?.password_hash && known.email_confirmed_at) throw linkExpired();
    const identity = known ? await resetCredentials(ctx, known) : await make(ctx, invited);
    await deleteSignUps(ctx.tx, identity.email, now(ctx));
    const acting = actingAs(ctx, invited);
    auditUser(acting, invited, 'invitation.accepted');
    notify(acting, {
      ...{ kind: 'invitation_accepted', subject: userSubject(invited) },
      receivers: { to: 'users', ids: invited.sent_by === null ? [] : [invited.sent_by] },
    });
    return startSession(ctx, identity, 'invite');
  });
}

type Invited = NonNullable<Awaited<ReturnType<typeof findInvited>>>;

async function make(
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
