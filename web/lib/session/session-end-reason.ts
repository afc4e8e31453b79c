import { deactivatedMessage } from '../../../contract/http/errors.ts';
import { browserStorage, endKey } from './session-storage.ts';

/** The server refuses this session with that code: what the login page will say once the session is gone. */
export function noteEnd(code: string) {
  browserStorage.setItem(endKey, sentenceOf(code));
}

/** Why the last session ended by itself; null when somebody logged out. */
export function endReason() {
  return browserStorage.getItem(endKey);
}

/** A session is left on purpose. One that is stored anew, by a sign-in or a refresh, forgets it too. */
export function forgetEnd() {
  browserStorage.removeItem(endKey);
}

/** The sentence for a session that is over, or for a sign-in refused with one of these codes. */
export function sentenceOf(code: string) {
  const isDeactivated = code === 'account_deactivated' || code === 'user_banned';
  return isDeactivated ? deactivatedMessage : 'Your session has ended. Please sign in again.';
}
