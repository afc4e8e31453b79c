import { useMutation } from '@tanstack/react-query';
import { displayName, type UserRow } from '../../../../contract/users.ts';
import { Button } from '../../../components/button/button.tsx';
import { IconMail } from '../../../components/icons/icons.ts';
import { showToast } from '../../../components/toast/toasts.ts';
import { useAppConfig } from '../../../lib/http/app-config.ts';
import { reasonOf } from '../../../lib/network/request-failed.ts';
import { sendInvitation } from '../invitations/invitations.api.ts';
import { showInvited } from '../invitations/show-invited.ts';

export function InviteUser({ user }: { user: UserRow }) {
  const { sends_email } = useAppConfig();
  const send = useMutation({
    mutationFn: (_: undefined, context) => sendInvitation(user.id, 'mail', context),
    onSuccess: () => showInvited(user, sends_email),
    onError: (error) =>
      showToast({
        about: user.id,
        tone: 'bad',
        stays: true,
        text: `Failed to invite ${displayName(user)}: ${reasonOf(error)}`,
      }),
  });
  return (
    <Button
      icon={<IconMail size={18} aria-hidden="true" />}
      loading={send.isPending}
      onClick={() => send.mutate(undefined)}
    >
      Invite
    </Button>
  );
}
