import { scaleLinear } from 'd3-scale';
import { Column, useColumns } from '../../../components/chart/columns.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { formatCalendarDay } from '../../../lib/format/format-date.ts';
import { formatMoney, formatShortDollars } from '../../../lib/format/format-money.ts';
import { countOf } from '../../../lib/format/format-number.ts';
import type { SalesColumn } from './compare.ts';
import { changeOf, nameOfDays, shortDay } from './days.ts';

const barsHeight = 120;
const figureHeight = 18;
const height = barsHeight + figureHeight;
const labelHeight = 22;
const labelsAtMost = 8;

/**
 * Fuel below merchandise for each day or span of days, and a mark where the same weekday of the week before was. One column is a tab
 * stop; the arrow keys move to the others. Positions are in percent, as in the charts of the dashboard.
 */
export function SalesChart({ columns }: { columns: readonly SalesColumn[] }) {
  const { current, setCurrent, onKeyDown } = useColumns(columns.length);
  const step = 100 / Math.max(columns.length, 1);
  const heightOf = ({ now, before }: SalesColumn) =>
    Math.max(0, (now?.fuel ?? 0) + (now?.merchandise ?? 0), before?.revenue ?? 0);
  const maximum = Math.max(1, ...columns.map(heightOf));
  const y = scaleLinear().domain([0, maximum]).range([height, figureHeight]);
  const years = new Set(columns.map(({ from }) => from.slice(0, 4)));
  const labelStep = Math.ceil(columns.length / labelsAtMost);

  return (
    <div className="relative pl-12">
      <div aria-hidden="true" className="text-badge text-ink-soft">
        <AxisLabel top={height}>$0</AxisLabel>
        {/* Without any figure it would be a second $0. */}
        {maximum > 1 && <AxisLabel top={figureHeight}>{formatShortDollars(maximum)}</AxisLabel>}
      </div>
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: its columns have names, and a title would be a tooltip of its own. */}
      <svg width="100%" height={height + labelHeight} onKeyDown={onKeyDown} className="overflow-visible">
        {columns.map((column, index) => (
          <Column
            key={column.from}
            name={describe(column)}
            index={index}
            step={step}
            height={height}
            isCurrent={index === current}
            onFocus={() => setCurrent(index)}
          >
            <Bars column={column} x={(index + 0.2) * step} width={step * 0.6} y={y} />
          </Column>
        ))}
        <line x1="0" x2="100%" y1={height + 0.5} y2={height + 0.5} className="stroke-line-strong" />
        {columns.map(({ from }, index) =>
          index % labelStep === 0 ? (
            <text
              key={from}
              x={`${(index + 0.5) * step}%`}
              y={height + labelHeight - 5}
              textAnchor="middle"
              className={classes(
                'fill-ink-soft text-badge',
                (index / labelStep) % 2 === 1 && columns.length > 4 && 'max-md:hidden',
              )}
            >
              {years.size > 1 ? formatCalendarDay(from) : shortDay(from)}
            </text>
          ) : null,
        )}
      </svg>
    </div>
  );
}

function AxisLabel({ top, children }: { top: number; children: string }) {
  return (
    <span style={{ top }} className="absolute left-0 w-10 -translate-y-1/2 text-right whitespace-nowrap">
      {children}
    </span>
  );
}

interface BarsProps {
  column: SalesColumn;
  x: number;
  width: number;
  y: (value: number) => number;
}

function Bars({ column: { now, before }, x, width, y }: BarsProps) {
  const fuel = Math.max(0, now?.fuel ?? 0);
  const whole = fuel + Math.max(0, now?.merchandise ?? 0);
  const place = { x: `${x}%`, width: `${width}%` };
  return (
    <>
      {fuel > 0 && <rect {...place} y={y(fuel)} height={y(0) - y(fuel)} className="fill-petrol/70" />}
      {whole > fuel && (
        <rect {...place} y={y(whole)} height={y(fuel) - y(whole)} className="fill-(--role-default)" />
      )}
      {before?.revenue != null && before.revenue > 0 && (
        <rect
          x={`${x - width / 6}%`}
          width={`${(width * 4) / 3}%`}
          y={y(before.revenue) - 1}
          height={2}
          className="fill-ink"
        />
      )}
    </>
  );
}

function describe({ from, to, now, before }: SalesColumn): string {
  const name = nameOfDays(from, to);
  if (!now) return `${name}: no figures`;
  const change = changeOf(now.revenue, before?.revenue ?? null);
  const week = change ? `, ${change} to the week before (${formatMoney(before?.revenue ?? null)})` : '';
  const parts = `fuel ${formatMoney(now.fuel)}, merchandise ${formatMoney(now.merchandise)}`;
  const where = from === to ? ` at ${countOf(now.locations, 'location')}` : '';
  return `${name}: ${formatMoney(now.revenue)}${where}; ${parts}${week}`;
}
