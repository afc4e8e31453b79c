import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Button } from '../../../components/button/button.tsx';
import { GroupHeader } from '../../../components/display/group-header.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { reasonOf } from '../../../lib/network/request-failed.ts';
import { countUsers } from './access-texts.ts';
import { accessListQuery, inviteUsers } from './location-access.api.ts';

/**
 * Says why these users cannot see the location yet, and invites all of them who can be invited, including those not
 * on screen.
 */
export function NotYetHead({ locationId }: { locationId: string }) {
  // Without the search of the page, because the text is about all of them.
  const { data } = useInfiniteQuery(accessListQuery(locationId, 'cannot_see', ''));
  const facts = data?.pages[0];
  const waiting = facts?.to_invite ?? [];
  const invite = useMutation({
    mutationFn: (_: undefined, { client }) => inviteUsers(waiting, client),
    onSuccess: (count) => showToast({ text: `${countUsers(count)} invited` }),
    onError: (error) => showToast({ tone: 'bad', stays: true, text: reasonOf(error) }),
  });
  // Nothing moves when the answer comes.
  if (!facts) return <GroupHeader className="border-b print:hidden">{null}</GroupHeader>;
  if (facts.cannot_see === 0) return null;
  return (
    <GroupHeader className="border-b print:hidden">
      <p>
        {facts.cannot_see === 1
          ? '1 user cannot see it yet.'
          : `${formatNumber(facts.cannot_see)} users cannot see it yet.`}
      </p>
      {waiting.length > 0 && (
        <Button
          variant="secondary"
          loading={invite.isPending}
          loadingLabel="Inviting..."
          onClick={() => invite.mutate(undefined)}
        >
          Invite {formatNumber(waiting.length)}
        </Button>
      )}
    </GroupHeader>
  );
}
