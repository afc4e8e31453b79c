import { type ChartColumn, ChartKey, ColumnChart } from '../../../components/chart/column-chart.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { Change } from './change.tsx';
import type { SalesColumn } from './compare.ts';
import { changeOf, nameOfDays, shortDay } from './days.ts';
import { comparable, type SalesPart, salesFigures, seriesOf } from './sales-figures.ts';

export interface SalesChartProps {
  part: SalesPart;
  columns: readonly SalesColumn[];
  onOpen?: (days: Pick<SalesColumn, 'from' | 'to'>) => void;
}

/** A column per day, week or month, and a mark where the same locations were before. */
export function SalesChart({ part, columns, onOpen }: SalesChartProps) {
  const figure = salesFigures[part];
  const drawn = columns.map((column) => ({ ...column, ...chartColumnOf(column, part, columns.length) }));
  return (
    <ColumnChart
      label={`${figure.label} by day`}
      series={seriesOf(figure)}
      columns={drawn}
      unit={figure.unit}
      isWhole={part === 'sales'}
      formatTick={figure.tick}
      height={232}
      details={(column) => <Details {...{ column, part }} />}
      onOpen={onOpen}
    />
  );
}

const weekdaysAtMost = 8;

function chartColumnOf(column: SalesColumn, part: SalesPart, count: number): ChartColumn {
  const { from, to, now, before } = column;
  const { of } = salesFigures[part];
  const [weekday, day] = nameOfDays(from, from).split(', ');
  return {
    key: from,
    label: count <= weekdaysAtMost ? `${weekday}, ${day}` : shortDay(from),
    shortLabel:
      from === to ? String(Number(from.slice(8))) : `${Number(from.slice(5, 7))}/${Number(from.slice(8))}`,
    name: describe(column, part),
    values: of.map((one) => now?.[one] ?? null),
    mark: before?.[part] ?? null,
  };
}

/** What a finger or the pointer shows, in a sentence. */
function describe({ from, to, now, before }: SalesColumn, part: SalesPart): string {
  const { of, label, exact } = salesFigures[part];
  const name = nameOfDays(from, to);
  if (!now) return `${name}: no figures`;
  const parts =
    of.length > 1 ? of.map((one) => `, ${salesFigures[one].label} ${salesFigures[one].exact(now[one])}`) : [];
  const change = changeOf(now[part], before?.[part] ?? null);
  const base = change ? `, ${change} to ${exact(before?.[part] ?? null)}` : '';
  return `${name}: ${label} ${exact(now[part])}${parts.join('')}${base}`;
}

function Details({ column: { from, to, now, before }, part }: { column: SalesColumn; part: SalesPart }) {
  const figure = salesFigures[part];
  const series = seriesOf(figure);
  const rows = figure.of.map((one, index) => ({
    ...salesFigures[one],
    value: now?.[one] ?? null,
    look: series[index]?.look,
  }));
  return (
    <>
      <p className="font-semibold">{nameOfDays(from, to)}</p>
      <p className="text-ink-soft">{now ? countOf(now.locations, 'location') : 'No figures'}</p>
      <dl className="mt-1.5 grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 [&_dd]:text-right [&_dd]:font-semibold">
        {rows.toReversed().map(({ label, exact, value, look }) => (
          <div key={label} className="contents">
            <dt>
              <ChartKey look={look} />
              {label}
            </dt>
            <dd>{exact(value)}</dd>
          </div>
        ))}
        {rows.length > 1 && (
          <div className="contents">
            <dt className="font-semibold">{figure.label}</dt>
            <dd>{figure.exact(now?.[part] ?? null)}</dd>
          </div>
        )}
        {before && (
          <>
            <dt>
              <ChartKey isMark />
              {shortDay(before.trading_date)}
            </dt>
            <dd>{figure.exact(before[part])}</dd>
            <dt>Change</dt>
            <dd>
              <Change now={now?.[part] ?? null} base={before[part]} isColored={comparable.has(part)} />
            </dd>
          </>
        )}
      </dl>
    </>
  );
}
