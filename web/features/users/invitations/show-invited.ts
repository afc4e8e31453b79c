import { displayName, type UserRow } from '../../../../contract/users.ts';
import { showToast } from '../../../components/toast/toasts.ts';

export function showInvited(user: UserRow, sendsEmail: boolean) {
  const text = sendsEmail
    ? `Invitation sent to ${displayName(user)}`
    : `Invitation for ${displayName(user)} created`;
  showToast({ about: user.id, text });
}

export function showCanceled(user: UserRow) {
  showToast({ about: user.id, text: `Invitation for ${displayName(user)} canceled` });
}
