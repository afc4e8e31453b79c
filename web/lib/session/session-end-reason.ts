import { deactivatedMessage } from '../../../contract/http/errors.ts';
import { browserStorage, endKey } from './session-storage.ts';

/** Stores the code with which the server refused this session, so that the login page can say why it ended. */
export function saveEndReason(code: string) {
  browserStorage.setItem(endKey, sentenceOf(code));
}

/** Why the last session ended by itself; null after a logout. */
export function endReason() {
  return browserStorage.getItem(endKey);
}

/** Removes the reason when the user logs out. A new sign-in or a refresh removes it too. */
export function clearEndReason() {
  browserStorage.removeItem(endKey);
}

/** The sentence about an ended session, or about a sign-in that was refused with one of these codes. */
export function sentenceOf(code: string) {
  const isDeactivated = code === 'account_deactivated' || code === 'user_banned';
  return isDeactivated ? deactivatedMessage : 'Your session has ended. Please sign in again.';
}
