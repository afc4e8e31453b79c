import { useQuery } from '@tanstack/react-query';
import type { Week } from '../../../../contract/dashboard.ts';
import { classes } from '../../../lib/browser/classes.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { joinersAndLeaversQuery } from '../dashboard.api.ts';
import { DashboardCard } from '../parts/dashboard-card.tsx';
import { WeekChart } from './week-chart.tsx';
import { weekName } from './week-name.ts';

export function JoinersAndLeaversCard({ className }: { className: string }) {
  const query = useQuery(joinersAndLeaversQuery);
  return (
    <DashboardCard
      title="Joiners and leavers"
      query={query}
      className={classes('min-h-56', className)}
      aside={query.data && <Sums weeks={query.data} />}
      skeleton={<div className="h-44" />}
    >
      {(weeks) => (
        <div className="h-44 px-5 pt-3 pb-2 max-md:px-4">
          <WeekChart weeks={weeks} />
          <table className="sr-only">
            <caption>Joiners and leavers by week</caption>
            <thead>
              <tr>
                <th scope="col">Week</th>
                <th scope="col">Joined</th>
                <th scope="col">Left</th>
              </tr>
            </thead>
            <tbody>
              {weeks.map(({ starts_on, joined, left }) => (
                <tr key={starts_on}>
                  <th scope="row">{weekName(starts_on)}</th>
                  <td>{formatNumber(joined)}</td>
                  <td>{formatNumber(left)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </DashboardCard>
  );
}

function Sums({ weeks }: { weeks: readonly Week[] }) {
  const sum = (of: 'joined' | 'left', sign: string) => {
    const total = weeks.reduce((total, week) => total + week[of], 0);
    return total === 0 ? '0' : `${sign}${formatNumber(total)}`;
  };
  const look = 'font-sign text-subheading font-semibold group-data-old/card:text-ink-faint';
  return (
    <span className="flex items-baseline gap-3">
      <span>
        <span className={`${look} text-petrol`}>{sum('joined', '+')}</span> joined
      </span>
      <span>
        <span className={`${look} text-(--role-default)`}>{sum('left', '−')}</span> left
      </span>
    </span>
  );
}
