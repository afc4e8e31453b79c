import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { GroupHeader } from '../../../components/display/group-header.tsx';
import { showToast } from '../../../components/toast/toasts.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { reasonOf } from '../../../lib/network/request-failed.ts';
import { describeWaiting, limitOf } from './access-texts.ts';
import { accessListQuery, inviteUsers, type ToInvite } from './location-access.api.ts';
import { onThisPage, useWaitingReason } from './use-access-list.ts';

/** '37 are waiting: 34 not invited, 2 without a role, 1 inactive.' */
export function WaitingHead({ locationId }: { locationId: string }) {
  // Without the search of the page, because the text is about all of them.
  const { data } = useInfiniteQuery(accessListQuery(locationId, 'cannot_see', ''));
  const chosen = useWaitingReason();
  // There the card "To do" with the same button is collapsed.
  const isNarrow = useMediaQuery('(width < 75rem)');
  const facts = data?.pages[0];
  // Nothing moves when the answer comes.
  if (!facts) return <GroupHeader className="border-b print:hidden">{null}</GroupHeader>;
  if (facts.cannot_see === 0) return null;
  return (
    <GroupHeader className="border-b print:hidden">
      <p>
        {formatNumber(facts.cannot_see)} {facts.cannot_see === 1 ? 'is' : 'are'} waiting:{' '}
        {facts.waiting.map((one, index) => (
          <Fragment key={one.reason}>
            {index > 0 && ', '}
            <Link
              {...onThisPage}
              search={({ q }) => ({
                ...{ q, tab: 'waiting' },
                reason: one.reason === chosen ? undefined : one.reason,
              })}
              activeOptions={{ exact: true, includeSearch: true }}
              aria-current={one.reason === chosen ? 'true' : undefined}
              className="rounded-badge text-petrol underline underline-offset-3 aria-[current=true]:font-semibold"
            >
              {describeWaiting(one)}
            </Link>
          </Fragment>
        ))}
        .{isNarrow && ` ${limitOf(facts.waiting, facts.to_invite)}`}
        {chosen && (
          <>
            {' '}
            <Link
              {...onThisPage}
              search={({ q }) => ({ q, tab: 'waiting' })}
              className="rounded-badge font-semibold text-petrol underline underline-offset-3"
            >
              Show all
            </Link>
          </>
        )}
      </p>
      {isNarrow && facts.to_invite.length > 0 && <InviteWaiting users={facts.to_invite} />}
    </GroupHeader>
  );
}

export function InviteWaiting({ users }: { users: ToInvite }) {
  const invite = useMutation({
    mutationFn: (_: undefined, { client }) => inviteUsers(users, client),
    onSuccess: () => showToast({ text: `${countOf(users.length, 'user')} invited` }),
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
