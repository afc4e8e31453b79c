import { useMutation } from '@tanstack/react-query';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { sendInvitation } from './invitations.api.ts';

/** Sends a user an invitation by email. */
export function useInvite(user: UserRow, onError?: (error: Error) => void) {
  const { sends_email } = useAppConfig();
  return useMutation({
    mutationFn: (_: undefined, context) => sendInvitation(user.id, 'mail', context),
    onSuccess: () => showInvited(user, sends_email),
    ...(onError && { onError }),
  });
}

export function showInvited(user: UserRow, sendsEmail: boolean) {
  const text = sendsEmail
    ? `Invitation sent to ${displayName(user)}`
    : `Invitation for ${displayName(user)} created`;
  showToast({ about: user.id, text });
}
