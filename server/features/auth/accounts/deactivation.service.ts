import { type InTransaction, now } from '../../../kernel/context.ts';
import { updateIdentity } from '../identities/identities.repository.ts';
import { deleteTokens } from '../identities/one-time-tokens.repository.ts';
import { deleteSignUps } from '../identities/sign-ups.repository.ts';
import { endOpenSessionsOf } from '../sessions/open-sessions.service.ts';
import { dropInvitation, dropInvitationsSentBy } from './account-invitations.service.ts';

/**
 * Also ends the invitations that the user sent, because they may still have the text of a copied link. Activating
 * restores nothing. The caller's transaction has locked the profile.
 */
export async function endAccess(
  ctx: InTransaction,
  { id, email }: { id: string; email: string },
): Promise<EndedAccess> {
  const { tx } = ctx;
  const sessions = await endOpenSessionsOf(ctx, id, 'deactivated');
  const invitation = await dropInvitation(ctx, id);
  const tokens = await deleteTokens(tx, id, now(ctx));
  updateIdentity(tx, id, { new_email: null, email_change_sent_at: null });
  const signUps = await deleteSignUps(tx, email, now(ctx));
  const invited_by_them = await dropInvitationsSentBy(ctx, id);
  return {
    sessions,
    invitations: invitation ? 1 : 0,
    links: new Set(tokens.map(kindOf)).size + signUps,
    invited_by_them,
  };
}

interface EndedAccess {
  sessions: number;
  invitations: number;
  links: number;
  /** The invited users. */
  invited_by_them: string[];
}

/** An email change has two links but counts as one. */
function kindOf(purpose: string): string {
  return purpose.startsWith('email_change') ? 'email_change' : purpose;
}
