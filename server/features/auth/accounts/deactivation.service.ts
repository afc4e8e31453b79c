import { type InTransaction, now } from '../../../kernel/context.ts';
import { updateIdentity } from '../identities/identities.repository.ts';
import { deleteTokens } from '../identities/one-time-tokens.repository.ts';
import { deleteSignUps } from '../identities/sign-ups.repository.ts';
import { endOpenSessionsOf } from '../sessions/open-sessions.service.ts';
import { dropInvitation, dropInvitationsSentBy } from './invitations.service.ts';

/**
 * Ends whatever lets a user in, in the transaction that deactivates or deletes them and holds their profile: open
 * sessions, the invitation, every emailed link, and the invitations that they sent to others: of a copied link they may still have
 * the text. None of it comes back with an activation. Gives how much there was, and whose those other invitations were.
 */
export async function endAccess(
  ctx: InTransaction,
  { id, email }: { id: string; email: string },
): Promise<Ended> {
  const { tx } = ctx;
  const sessions = await endOpenSessionsOf(ctx, id, 'deactivated');
  const invitation = await dropInvitation(ctx, id);
  const tokens = await deleteTokens(tx, id, now(ctx));
  await updateIdentity(tx, id, { new_email: null, email_change_sent_at: null });
  const signUps = await deleteSignUps(tx, email, now(ctx));
  const invited_by_them = await dropInvitationsSentBy(ctx, id);
  return {
    sessions,
    invitations: invitation ? 1 : 0,
    links: new Set(tokens.map(kindOf)).size + signUps,
    invited_by_them,
  };
}

interface Ended {
  sessions: number;
  invitations: number;
  links: number;
  /** The users whose invitations ended with their inviter. */
  invited_by_them: string[];
}

/** A change of address has two links, and is one thing to whoever reads of it. */
function kindOf(purpose: string): string {
  return purpose.startsWith('email_change') ? 'email_change' : purpose;
}
