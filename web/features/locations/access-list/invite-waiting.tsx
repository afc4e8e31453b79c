import { useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/button/button.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { reasonOf } from '../../../lib/network/request-failed.ts';
import { inviteUsers, type ToInvite } from './location-access.api.ts';

export function InviteWaiting({ users }: { users: ToInvite }) {
  const invite = useMutation({
    mutationFn: (_: undefined, { client }) => inviteUsers(users, client),
    onSuccess: (count) => showToast({ text: `${countOf(count, 'user')} invited` }),
    onError: (error) => showToast({ tone: 'bad', stays: true, text: reasonOf(error) }),
  });
  return (
    <Button
      variant="secondary"
      loading={invite.isPending}
      loadingLabel="Inviting..."
      onClick={() => invite.mutate(undefined)}
      className="shrink-0"
    >
      Invite {formatNumber(users.length)}
    </Button>
  );
}
