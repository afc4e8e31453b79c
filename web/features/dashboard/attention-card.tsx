import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Attention, AttentionCheck } from '../../../contract/dashboard.ts';
import { EmptyArt } from '../../components/feedback/empty-state.tsx';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconClock,
} from '../../components/icons/icons.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { attentionQuery } from './dashboard.api.ts';
import { DashboardCard, SkeletonRows } from './dashboard-card.tsx';
import type { OfDistricts } from './tile.tsx';

interface AttentionCardProps extends OfDistricts {
  possible: number;
  className: string;
}

export function AttentionCard({ possible, district, className }: AttentionCardProps) {
  return (
    <DashboardCard
      title="Needs attention"
      query={useQuery(attentionQuery(district))}
      className={className}
      skeleton={<SkeletonRows count={possible} className="h-11 max-md:h-12" />}
    >
      {(checks) => <Checks checks={checks} />}
    </DashboardCard>
  );
}

function Checks({ checks }: { checks: readonly Attention[] }) {
  const open = checks.filter(({ count }) => count > 0);
  const clear = checks.filter(({ count }) => count === 0);
  if (open.length === 0) return <AllClear checks={clear} />;
  return (
    <>
      <ul>
        {open.map((attention) => (
          <AttentionRow key={attention.check} {...attention} />
        ))}
      </ul>
      {clear.length > 0 && (
        <p className="flex min-h-11 shrink-0 items-center gap-3 px-5 text-ink-soft max-md:px-4 max-md:py-2 md:h-11">
          <IconCircleCheck size={18} className="shrink-0 text-good" aria-hidden="true" />
          <span className="leading-5 md:line-clamp-2">{describeClear(clear)}</span>
        </p>
      )}
    </>
  );
}

function AllClear({ checks }: { checks: readonly Attention[] }) {
  return (
    <div className="flex flex-col items-center gap-1 px-5 py-4 text-center">
      <EmptyArt kind="none" />
      <p className="mt-2 font-sign text-subheading font-semibold">All clear</p>
      <p className="max-w-md text-small text-ink-soft">{describeClear(checks)}</p>
    </div>
  );
}

function describeClear(checks: readonly Attention[]) {
  const names = checks.map(({ check }) => attentionTexts[check].clear).join(', ');
  return checks.length === 1 ? `1 check is clear: ${names}` : `${checks.length} checks are clear: ${names}`;
}

function AttentionRow({ check, count, list, filters }: Attention) {
  const { found, act, isUrgent } = attentionTexts[check];
  const Icon = isUrgent ? IconAlertTriangle : IconClock;
  return (
    <li className="border-b border-line">
      <Link
        to={`/${list}`}
        search={filters}
        className="group flex h-11 items-center gap-3 px-5 -outline-offset-2 hover:bg-row-hover active:bg-line max-md:h-12 max-md:px-4"
      >
        <Icon size={18} className={isUrgent ? 'text-bad' : 'text-amber-ink'} aria-hidden="true" />
        <span className="line-clamp-2 min-w-0 flex-1 leading-5">{found}</span>
        <span className="text-small font-semibold text-petrol group-hover:underline max-md:sr-only">
          {act}
        </span>
        <span className="min-w-10 text-right font-sign text-subheading font-semibold group-data-old/card:text-ink-faint">
          {formatNumber(count)}
        </span>
        <IconChevronRight size={16} className="text-ink-soft" aria-hidden="true" />
      </Link>
    </li>
  );
}

interface CheckTexts {
  found: string;
  clear: string;
  act: string;
  /** Whether the finding is a problem; the others only wait for somebody. */
  isUrgent?: true;
}

const attentionTexts: Record<AttentionCheck, CheckTexts> = {
  admins_without_second_factor: {
    found: 'Administrators without a second factor',
    clear: 'second factors of administrators',
    act: 'Review',
    isUrgent: true,
  },
  locations_without_manager: {
    found: 'Open locations without a manager',
    clear: 'managers of locations',
    act: 'Assign a manager',
    isUrgent: true,
  },
  users_without_location: {
    found: 'Active users without a location',
    clear: 'locations of users',
    act: 'Assign locations',
  },
  users_without_role: {
    found: 'Active users without a role',
    clear: 'roles of users',
    act: 'Assign roles',
  },
  users_not_invited: {
    found: 'Users not invited yet',
    clear: 'users not invited',
    act: 'Invite',
  },
  invitations_not_accepted: {
    found: 'Invitations expired, failed or not finished',
    clear: 'open invitations',
    act: 'Invite again',
  },
  users_not_signing_in: {
    found: 'No sign-in for 90 days',
    clear: 'recent sign-ins',
    act: 'Review',
  },
};
