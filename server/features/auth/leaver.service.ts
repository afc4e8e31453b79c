import { type Context, now } from '../../platform/context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import { listVouchedBy, updateIdentity } from './identities.repository.ts';
import { dropHandedOver, dropInvitation } from './invitations.service.ts';
import { deleteTokens } from './one-time-tokens.repository.ts';
import { endOpenSessionsOf } from './open-sessions.service.ts';
import { deleteSignUps } from './sign-ups.repository.ts';

/**
 * Ends whatever lets a person in, in the transaction that deactivates or deletes them and holds their profile: open
 * sessions, the invitation, every mailed link, and the links for others that they took and may still hold. None of it
 * comes back with an activation. Tells how much there was, and for whom those others were.
 */
export async function endAccess(
  tx: Transaction,
  ctx: Context,
  { id, email }: { id: string; email: string },
): Promise<Ended> {
  const sessions = await endOpenSessionsOf(tx, ctx, id, 'deactivated');
  const invitation = await dropInvitation(tx, ctx, id);
  const tokens = await deleteTokens(tx, id, now(ctx));
  await updateIdentity(tx, id, { new_email: null, email_change_sent_at: null });
  const signUps = await deleteSignUps(tx, email);
  const handed_over = await dropHandedOver(tx, ctx, id);
  return {
    sessions,
    invitations: invitation ? 1 : 0,
    links: new Set(tokens.map(kindOf)).size + signUps,
    handed_over,
    vouched_for: await listVouchedBy(tx, id),
  };
}

interface Ended {
  sessions: number;
  invitations: number;
  links: number;
  /** The people whose invitations ended with the giver. */
  handed_over: string[];
  /** Those who joined by such a link and have not proven the mailbox: perhaps the leaver, under another name. */
  vouched_for: string[];
}

/** A change of address has two links, and is one thing to whoever reads of it. */
function kindOf(purpose: string): string {
  return purpose.startsWith('email_change') ? 'email_change' : purpose;
}
