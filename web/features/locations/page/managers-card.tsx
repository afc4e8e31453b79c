import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { AccessListManager, listLocationUsers } from '../../../../contract/location-access.ts';
import { Button, buttonClasses } from '../../../components/button/button.tsx';
import { RailCard } from '../../../components/detail/rail-card.tsx';
import { ClippedText } from '../../../components/display/clipped-text.tsx';
import { PhoneLink } from '../../../components/display/contact-links.tsx';
import { useAccess } from '../../../lib/account/access.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { usePageDialog } from '../../../lib/url/page-url.ts';

export interface ManagersCardProps {
  id: string;
  managers: Answer<typeof listLocationUsers>['managers'] | undefined;
  isClosed: boolean;
}

export function ManagersCard({ id, managers, isClosed }: ManagersCardProps) {
  return (
    <RailCard
      title="Managers"
      action={
        managers &&
        managers.total > managers.first.length && (
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
      <ul className="min-h-22" aria-busy={!managers}>
        {managers ? managers.first.map((one) => <Manager key={one.id} manager={one} />) : <Placeholders />}
        {managers?.total === 0 && <NoManager isClosed={isClosed} />}
      </ul>
    </RailCard>
  );
}

const notJoined = {
  none: 'Not invited',
  invited: 'Not joined',
  expired: 'Invite expired',
  failed: 'Invite failed',
  joined: null,
};

function Manager({ manager: { id, name, phone, invitation } }: { manager: AccessListManager }) {
  const state = notJoined[invitation ?? 'none'];
  const note = state && <span className="block text-small text-amber-ink">{state}</span>;
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
          (note ?? <span className="text-ink-faint">No phone</span>)
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
