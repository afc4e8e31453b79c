import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { scaleLinear } from 'd3-scale';
import { type ReactNode, useState } from 'react';
import type { RoleShare, StateShare } from '../../../../contract/dashboard.ts';
import { seesPastOfUsers } from '../../../../contract/users.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import { breakdownQuery } from '../dashboard.api.ts';
import { DashboardCard, SkeletonRows } from '../dashboard-card.tsx';
import { JoinersAndLeaversCard } from './joiners-and-leavers-card.tsx';

export function Charts() {
  const { hasPermission } = useAccess();
  const maySeeUsers = hasPermission('users.read');
  const halves = {
    roles: maySeeUsers && hasPermission('roles.read'),
    states: hasPermission('locations.read'),
  };
  const hasHalf = halves.roles || halves.states;
  const maySeeLeavers = maySeeUsers && seesPastOfUsers(hasPermission);
  if (!maySeeLeavers && !hasHalf) return null;
  return (
    <div className="grid grid-cols-1 items-start gap-4 max-md:gap-3 lg:grid-cols-12">
      {maySeeLeavers && <JoinersAndLeaversCard className={hasHalf ? 'lg:col-span-7' : 'lg:col-span-12'} />}
      {hasHalf && (
        <BreakdownCard halves={halves} className={maySeeLeavers ? 'lg:col-span-5' : 'lg:col-span-12'} />
      )}
    </div>
  );
}

interface BreakdownCardProps {
  halves: { roles: boolean; states: boolean };
  className: string;
}

const titles = { roles: 'Active users by role', states: 'Open locations by state' };
type Half = keyof typeof titles;

function BreakdownCard({ halves, className }: BreakdownCardProps) {
  const [chosen, choose] = useState<Half>(halves.roles ? 'roles' : 'states');
  const query = useQuery(breakdownQuery);
  return (
    <DashboardCard
      title={titles[chosen]}
      query={query}
      className={className}
      aside={halves.roles && halves.states && <Halves chosen={chosen} onChoose={choose} />}
      skeleton={<SkeletonRows count={5} className="my-0.5 h-8 max-md:h-11" />}
    >
      {({ roles, states }) => (
        <ShareRows
          key={chosen}
          label={titles[chosen]}
          shares={chosen === 'roles' ? (roles ?? []).map(shareOfRole) : (states ?? []).map(shareOfState)}
          noun={chosen === 'roles' ? 'role' : 'state'}
        />
      )}
    </DashboardCard>
  );
}

function shareOfRole({ id, name, color, users }: RoleShare): Share {
  return {
    key: id ?? 'none',
    name:
      id === null ? <span className="text-ink-soft">No role</span> : <RoleBadge name={name} color={color} />,
    count: users,
    list: 'users',
    filters: { role: id ?? 'none', status: 'active' },
  };
}

function shareOfState({ state, locations }: StateShare): Share {
  return {
    key: state,
    name: state,
    count: locations,
    list: 'locations',
    filters: { state, status: 'open' },
  };
}

function Halves({ chosen, onChoose }: { chosen: Half; onChoose: (half: Half) => void }) {
  return (
    <fieldset className="flex rounded-control border border-line-strong p-0.5 max-md:p-0">
      <legend className="sr-only">Chart</legend>
      {(['roles', 'states'] as const).map((half) => (
        <label
          key={half}
          className="cursor-pointer rounded-badge px-2.5 py-0.5 font-semibold text-ink-soft has-checked:bg-petrol-soft has-checked:text-petrol has-focus-visible:outline-2 has-focus-visible:outline-petrol max-md:py-3.25"
        >
          <input
            type="radio"
            name="breakdown"
            className="sr-only"
            aria-label={titles[half]}
            checked={half === chosen}
            onChange={() => onChoose(half)}
          />
          {half === 'roles' ? 'Roles' : 'States'}
        </label>
      ))}
    </fieldset>
  );
}

export interface Share {
  list: 'users' | 'locations';
  filters: Record<string, string>;
  key: string;
  name: ReactNode;
  count: number;
}

const rowsShown = 5;

function ShareRows({ label, shares, noun }: { label: string; shares: readonly Share[]; noun: string }) {
  const width = scaleLinear()
    .domain([0, Math.max(shares[0]?.count ?? 0, 1)])
    .range([0, 100]);
  const more = shares.length - rowsShown;
  return (
    <div className="py-1">
      <ul aria-label={label}>
        {shares.slice(0, rowsShown).map(({ key, name, count, list, filters }) => (
          <li key={key}>
            <Link
              to={`/${list}`}
              search={filters}
              className="flex h-7 max-md:h-11 items-center gap-3 px-5 -outline-offset-2 hover:bg-row-hover active:bg-line max-md:px-4"
            >
              <span className="flex w-32 shrink-0 max-md:w-28">{name}</span>
              <svg aria-hidden="true" height="10" className="min-w-0 flex-1">
                <rect
                  width={`${width(count)}%`}
                  height="10"
                  rx="3"
                  className="fill-petrol group-data-old/card:fill-ink-faint"
                />
              </svg>
              <span className="w-14 text-right font-sign text-input font-semibold">
                {formatNumber(count)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {more > 0 && (
        <p className="flex h-7 items-center px-5 text-small text-ink-soft max-md:px-4">
          and {more} more {noun}
          {more > 1 && 's'}
        </p>
      )}
      {shares.length === 0 && <p className="px-5 py-2 text-ink-soft max-md:px-4">None yet.</p>}
    </div>
  );
}
