import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WaitingReason } from '../../../../contract/location-access.ts';
import { buttonClasses } from '../../../components/button/button.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { IconCircleCheck } from '../../../components/icons/icons.ts';
import { describeWaiting, type Waiting } from '../access-list/access-texts.ts';
import { InviteWaiting } from '../access-list/invite-waiting.tsx';
import { accessListQuery } from '../access-list/location-access.api.ts';

/** Who has no working invitation. One button invites all of them. */
const uninvited: readonly WaitingReason[] = ['not_invited', 'expired', 'failed'];
const others: readonly WaitingReason[] = ['no_role', 'no_second_factor'];

export function TodoCard({ id, waiting }: { id: string; waiting: readonly Waiting[] | undefined }) {
  const { data } = useInfiniteQuery(accessListQuery(id, 'cannot_see', ''));
  const toInvite = data?.pages[0]?.to_invite;
  const ofReasons = (reasons: readonly WaitingReason[]) =>
    (waiting ?? []).filter(({ reason }) => reasons.includes(reason));
  const notInvited = ofReasons(uninvited);
  const rest = ofReasons(others);
  return (
    <RailCard title="To do">
      <ul className="min-h-11" aria-busy={!waiting}>
        {!waiting && (
          <li aria-hidden="true" className="flex h-11 items-center">
            <span className="h-2.5 w-32 rounded-full bg-line" />
          </li>
        )}
        {notInvited[0] && (
          <Row text={notInvited.map(describeWaiting).join(', ')}>
            {toInvite && toInvite.length > 0 && <InviteWaiting users={toInvite} />}
            {toInvite?.length === 0 && <Show reason={notInvited[0].reason} />}
          </Row>
        )}
        {rest.map((one) => (
          <Row key={one.reason} text={describeWaiting(one)}>
            <Show reason={one.reason} />
          </Row>
        ))}
        {waiting && notInvited.length + rest.length === 0 && (
          <li className="flex min-h-11 items-center gap-2 text-ink-soft">
            <IconCircleCheck size={18} className="text-good" aria-hidden="true" />
            Nothing to do.
          </li>
        )}
      </ul>
    </RailCard>
  );
}

function Row({ text, children }: { text: string; children: React.ReactNode }) {
  return (
    <li className="flex min-h-11 items-center justify-between gap-3">
      <span className="min-w-0">{text}</span>
      {children}
    </li>
  );
}

function Show({ reason }: { reason: WaitingReason }) {
  return (
    <Link
      to="."
      search={{ tab: 'waiting', reason }}
      state
      replace
      resetScroll={false}
      className={buttonClasses('link')}
    >
      Show
    </Link>
  );
}
