import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleShare, StateShare } from '../../../../contract/dashboard.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { RoleBadge } from '../../../parts/badges/role-badge.tsx';
import { breakdownQuery } from '../dashboard.api.ts';
import { DashboardCard } from '../parts/dashboard-card.tsx';
import { SkeletonRows } from '../parts/skeleton-rows.tsx';
import { type Share, ShareRows } from './share-rows.tsx';

export interface BreakdownCardProps {
  halves: { roles: boolean; states: boolean };
  className: string;
}

const titles = { roles: 'Active users by role', states: 'Open locations by state' };
type Half = keyof typeof titles;

export function BreakdownCard({ halves, className }: BreakdownCardProps) {
  const [chosen, choose] = useState<Half>(halves.roles ? 'roles' : 'states');
  const query = useQuery(breakdownQuery);
  return (
    <DashboardCard
      title={titles[chosen]}
      query={query}
      className={classes('min-h-56 max-md:min-h-69', className)}
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
