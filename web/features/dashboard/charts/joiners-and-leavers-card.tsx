import { useQuery } from '@tanstack/react-query';
import type { Week } from '../../../../contract/dashboard.ts';
import { ColumnChart, solidBar } from '../../../components/chart/column-chart.tsx';
import { formatCalendarDay, toDay } from '../../../lib/format/format-date.ts';
import { formatNumber } from '../../../lib/format/format-number.ts';
import { joinersAndLeaversQuery } from '../dashboard.api.ts';
import { DashboardCard } from '../dashboard-card.tsx';

export function JoinersAndLeaversCard({ className }: { className: string }) {
  const query = useQuery(joinersAndLeaversQuery);
  return (
    <DashboardCard
      title="Joiners and leavers"
      query={query}
      className={className}
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

const series = [
  { label: 'Joined', look: `${solidBar} group-data-old/card:opacity-55` },
  { label: 'Left', look: 'border-(--role-default) group-data-old/card:opacity-55' },
];

function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const most = Math.max(...weeks.map(({ joined }) => joined));
  const highest = weeks.findLast(({ joined }) => joined > 0 && joined === most);
  const columns = weeks.map(({ starts_on, joined, left }) => ({
    key: starts_on,
    ...{ label: dayName(starts_on), shortLabel: dayName(starts_on) },
    name: `${weekName(starts_on)}: ${formatNumber(joined)} joined, ${formatNumber(left)} left`,
    values: [joined, -left],
    // A week without anybody is no gap.
    figure: starts_on === highest?.starts_on || joined + left === 0 ? formatNumber(joined) : undefined,
    week: { starts_on, joined, left },
  }));
  return (
    <ColumnChart
      label="Joiners and leavers by week"
      series={series}
      columns={columns}
      isWhole
      formatTick={(value) => formatNumber(Math.abs(value))}
      height={126}
      details={({ week: { starts_on, joined, left } }) => (
        <>
          <p className="font-semibold">{weekName(starts_on)}</p>
          <p>
            {formatNumber(joined)} joined, {formatNumber(left)} left
          </p>
        </>
      )}
    />
  );
}

/** 'Nov 9' for the calendar day '2026-11-09'. */
function dayName(day: string): string {
  return formatCalendarDay(day).replace(/,.*/, '');
}

/** 'Nov 9–15', 'Nov 30–Dec 6': the week that begins on the day. */
function weekName(starts_on: string): string {
  const last = new Date(`${starts_on}T00:00:00`);
  last.setDate(last.getDate() + 6);
  const [first, end] = [dayName(starts_on), dayName(toDay(last))];
  const [month, date] = end.split(' ');
  return first.startsWith(`${month} `) ? `${first}–${date}` : `${first}–${end}`;
}
