import { deactivatedMessage } from '../../contract/errors.ts';
import { loadAuthClient } from './auth-client.ts';

/** Why the session ended by itself, until the login page has said so. */
let reason: string | null = null;

/**
 * The server refuses this session: leave it here as well. `code` is the problem's code; the sentence for it is
 * what the login page shows.
 */
export async function endSession(code: string) {
  reason = sentenceOf(code);
  const client = await loadAuthClient();
  await client.signOut({ scope: 'local' });
}

/** The sentence for a session that is over, or for a sign-in refused with one of these codes. */
export function sentenceOf(code: string) {
  const isDeactivated = code === 'account_deactivated' || code === 'user_banned';
  return isDeactivated ? deactivatedMessage : 'Your session has ended. Please sign in again.';
}

/** Gives the reason once. */
export function takeEndReason() {
  const taken = reason;
  reason = null;
  return taken;
}
