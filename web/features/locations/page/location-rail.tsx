import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type {
  AccessListManager,
  listLocationUsers,
  WaitingReason,
} from '../../../../contract/location-access.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { PhoneLink } from '../../../components/display/contact-links.tsx';
import { IconCircleCheck } from '../../../components/icons/icons.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { useMediaQuery } from '../../../lib/browser/use-media-query.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';
import { InvitationLine } from '../../../parts/badges/invitation-line.tsx';
import { describeWaiting, limitOf, uninvited } from '../access-list/access-texts.ts';
import { accessListQuery } from '../access-list/location-access.api.ts';
import { onThisPage } from '../access-list/use-access-list.ts';
import { InviteWaiting } from '../access-list/waiting-head.tsx';

interface ManagersCardProps {
  id: string;
  managers: Answer<typeof listLocationUsers>['managers'] | undefined;
  isClosed: boolean;
}

export function ManagersCard({ id, managers, isClosed }: ManagersCardProps) {
  const isNarrow = useMediaQuery('(width < 75rem)');
  const shown = managers?.first.slice(0, isNarrow ? 2 : undefined);
  return (
    <RailCard
      title="Managers"
      action={
        managers &&
        shown &&
        managers.total > shown.length && (
          <Link
            to="/users"
            search={{ location: id, role: managers.role_id, status: 'active' }}
            className={buttonClasses('link')}
          >
            All {formatNumber(managers.total)}
          </Link>
        )
      }
    >
      {/* The height of two managers, so that the next card does not move when they come. */}
      <ul
        className="min-h-22 md:max-[75rem]:grid md:max-[75rem]:min-h-11 md:max-[75rem]:grid-cols-2 md:max-[75rem]:gap-x-10"
        aria-busy={!managers}
      >
        {shown ? shown.map((one) => <Manager key={one.id} manager={one} />) : <Placeholders />}
        {managers?.total === 0 && <NoManager isClosed={isClosed} />}
      </ul>
    </RailCard>
  );
}

function Manager({ manager: { id, name, phone, invitation } }: { manager: AccessListManager }) {
  const note = invitation !== 'joined' && <InvitationLine state={invitation} />;
  return (
    <li className="flex min-h-11 items-center justify-between gap-3">
      <div className="min-w-0">
        <Link
          to="/users/$userId"
          params={{ userId: id }}
          className="block min-w-0 rounded-badge font-semibold underline-offset-3 hover:underline"
        >
          <ClippedText>{name}</ClippedText>
        </Link>
        {phone && note}
      </div>
      <div className="shrink-0 text-small">
        {phone ? (
          <span className="font-semibold text-petrol">
            <PhoneLink phone={phone} />
          </span>
        ) : (
          note || <span className="text-ink-faint">No phone</span>
        )}
      </div>
    </li>
  );
}

function NoManager({ isClosed }: { isClosed: boolean }) {
  const { openDialog } = usePageDialog('/guarded/locations/$id');
  const mayAssign = useAccess().mayAct('assignLocations');
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-3">
      <span className={isClosed ? 'text-ink-soft' : 'text-bad'}>No manager is assigned.</span>
      {mayAssign && !isClosed && (
        <Button variant="link" onClick={() => openDialog('assign')}>
          Assign a manager
        </Button>
      )}
    </li>
  );
}

function Placeholders() {
  return [1, 2].map((row) => (
    <li key={row} aria-hidden="true" className="flex h-11 items-center justify-between">
      <span className="h-2.5 w-28 rounded-full bg-line" />
      <span className="h-2.5 w-20 rounded-full bg-line" />
    </li>
  ));
}

const others: readonly WaitingReason[] = ['no_role', 'no_second_factor'];

type Facts = Answer<typeof listLocationUsers>;

export function TodoCard({ id, facts }: { id: string; facts: Facts | undefined }) {
  const { data } = useInfiniteQuery(accessListQuery(id, 'cannot_see', ''));
  const toInvite = data?.pages[0]?.to_invite;
  const ofReasons = (reasons: readonly WaitingReason[]) =>
    (facts?.waiting ?? []).filter(({ reason }) => reasons.includes(reason));
  const notInvited = ofReasons(uninvited);
  const rest = ofReasons(others);
  const isJoining = facts !== undefined && facts.joining > 0;
  return (
    <RailCard title="To do">
      <ul className="min-h-11" aria-busy={!facts}>
        {!facts && (
          <li aria-hidden="true" className="flex h-11 items-center">
            <span className="h-2.5 w-32 rounded-full bg-line" />
          </li>
        )}
        {notInvited[0] && (
          <Row text={[notInvited.map(describeWaiting).join(', '), limitOf(notInvited, toInvite)].join('. ')}>
            {toInvite && toInvite.length > 0 && <InviteWaiting users={toInvite} />}
            {toInvite?.length === 0 && <Show reason={notInvited[0].reason} />}
          </Row>
        )}
        {rest.map((one) => (
          <Row key={one.reason} text={describeWaiting(one)}>
            <Show reason={one.reason} />
          </Row>
        ))}
        {isJoining && (
          <Row text={`${formatNumber(facts.joining)} joining`}>
            <Link
              to="/users"
              search={{ location: id, invitation: 'joining', status: 'active' }}
              className={buttonClasses('link')}
            >
              Show
            </Link>
          </Row>
        )}
        {facts && !isJoining && notInvited.length + rest.length === 0 && (
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
    <Link {...onThisPage} search={{ tab: 'waiting', reason }} className={buttonClasses('link')}>
      Show
    </Link>
  );
}
