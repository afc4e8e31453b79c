import { deactivatedMessage } from '../../../contract/http/errors.ts';
import { browserStorage, endKey } from './session-storage.ts';

export function saveEndReason(code: string) {
  browserStorage.setItem(endKey, sentenceOf(code));
}

/** Why the last session ended by itself; null after a logout. */
export function endReason() {
  return browserStorage.getItem(endKey);
}

export function clearEndReason() {
  browserStorage.removeItem(endKey);
}

export function sentenceOf(code: string) {
  const isDeactivated = code === 'account_deactivated' || code === 'user_banned';
  return isDeactivated ? deactivatedMessage : 'Your session has ended. Please sign in again.';
}
