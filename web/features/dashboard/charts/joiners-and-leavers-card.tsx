import { useQuery } from '@tanstack/react-query';
import { scaleLinear } from 'd3-scale';
import type { Week } from '../../../../contract/dashboard.ts';
import { Column, useColumns } from '../../../components/chart/columns.tsx';
import { classes } from '../../../lib/browser/classes.ts';
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

/** The bars, from the highest joiners to the most leavers. */
const barsHeight = 88;
const barWidth = 12;
/** Above and below the bars, for the figure of the highest. */
const figureHeight = 18;
const height = barsHeight + 2 * figureHeight;
const labelHeight = 24;
/** Only every third week has a label. */
const labelStep = 3;

/**
 * One column is a tab stop; the arrow keys move to the others. Positions are in percent: the chart is as wide as its
 * card without being measured.
 */
function WeekChart({ weeks }: { weeks: readonly Week[] }) {
  const { current, setCurrent, onKeyDown } = useColumns(weeks.length);
  const step = 100 / Math.max(weeks.length, 1);
  const most = (of: 'joined' | 'left') => Math.max(0, ...weeks.map((week) => week[of]));
  // Without any users, the line is where it would be with a few.
  const y = scaleLinear()
    .domain([-most('left'), Math.max(most('joined'), 1)])
    .range([figureHeight + barsHeight, figureHeight]);
  const zero = y(0);
  const maximum = Math.max(most('joined'), most('left'));
  const isUp = most('joined') >= most('left');
  const highest = weeks.findIndex((week) => week[isUp ? 'joined' : 'left'] === maximum);

  return (
    <div className="relative pl-8">
      <Axis maximum={maximum} zero={zero} end={y(isUp ? maximum : -maximum)} />
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: its columns have names, and a title would be a tooltip of its own. */}
      <svg width="100%" height={height + labelHeight} onKeyDown={onKeyDown} className="overflow-visible">
        {weeks.map(({ starts_on, joined, left }, index) => {
          const text = `${weekName(starts_on)}: ${formatNumber(joined)} joined, ${formatNumber(left)} left`;
          return (
            <Column
              key={starts_on}
              name={text}
              index={index}
              step={step}
              height={height}
              isCurrent={index === current}
              onFocus={() => setCurrent(index)}
            >
              {/* A position in percent for a bar with a width in pixels. */}
              {/* biome-ignore lint/a11y/noSvgWithoutTitle: the column around it has the name. */}
              <svg x={`${(index + 0.5) * step}%`} className="overflow-visible">
                {joined > 0 && <Bar from={y(joined)} to={zero} className="fill-petrol/70" />}
                {left > 0 && <Bar from={zero + 1} to={y(-left) + 1} className="fill-(--role-default)" />}
                {index === highest && maximum > 0 && (
                  <text
                    y={isUp ? y(maximum) - 5 : y(-maximum) + 14}
                    textAnchor="middle"
                    className="fill-ink font-sign text-badge font-semibold"
                  >
                    {formatNumber(maximum)}
                  </text>
                )}
              </svg>
            </Column>
          );
        })}
        <line x1="0" x2="100%" y1={zero + 0.5} y2={zero + 0.5} className="stroke-line-strong" />
        {weeks.map(({ starts_on }, index) =>
          index % labelStep === 0 ? (
            <text
              key={starts_on}
              x={`${index * step}%`}
              y={height + labelHeight - 6}
              className="fill-ink-soft text-badge"
            >
              {dayName(starts_on)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  );
}

function Bar({ from, to, className }: { from: number; to: number; className: string }) {
  return (
    <rect
      x={-barWidth / 2}
      width={barWidth}
      y={from}
      height={to - from}
      rx={2}
      className={`${className} group-data-old/card:fill-ink-faint`}
    />
  );
}

function Axis({ maximum, zero, end }: { maximum: number; zero: number; end: number }) {
  const look = 'absolute left-0 w-6 -translate-y-1/2 text-right text-badge text-ink-soft';
  return (
    <div aria-hidden="true">
      <span style={{ top: zero }} className={look}>
        0
      </span>
      {maximum > 0 && (
        <span style={{ top: end }} className={look}>
          {formatNumber(maximum)}
        </span>
      )}
    </div>
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
