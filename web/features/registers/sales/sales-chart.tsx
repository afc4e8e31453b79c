import { type ChartColumn, ChartKey, ColumnChart } from '../../../components/chart/column-chart.tsx';
import { changeOf } from '../../../lib/format/format-number.ts';
import { Change } from './change.tsx';
import {
  type Compared,
  describeCoverage,
  nameOfBase,
  noteOf,
  type SalesColumn,
  spanNames,
} from './comparison.ts';
import { nameOfDays, shortDay } from './days.ts';
import { type SalesPart, salesFigures, seriesOf } from './sales-figures.ts';

export interface SalesChartProps {
  part: SalesPart;
  answer: Compared;
  onOpen: (days: Pick<SalesColumn, 'from' | 'to'>) => void;
}

/** A column per day, week or month, and a mark where the same locations were before. */
export function SalesChart({ part, answer, onOpen }: SalesChartProps) {
  const figure = salesFigures[part];
  const columns = answer.columns.map((column) => ({ ...chartColumnOf(column, part, answer), column }));
  return (
    <ColumnChart
      label={`${figure.label} by ${spanNames[answer.by].toLowerCase()}`}
      series={seriesOf(figure)}
      columns={columns}
      unit={figure.unit}
      isWhole={part === 'sales'}
      formatTick={figure.tick}
      height={232}
      details={({ column }) => <Details {...{ column, part, answer }} />}
      onOpen={({ column }) => onOpen(column)}
    />
  );
}

const weekdaysAtMost = 8;

function chartColumnOf(column: SalesColumn, part: SalesPart, answer: Compared): ChartColumn {
  const { from, compared } = column;
  const [weekday = '', date = ''] = nameOfDays(from, from).split(', ');
  const [month, day] = [Number(from.slice(5, 7)), Number(from.slice(8))];
  const names = {
    day: [answer.columns.length <= weekdaysAtMost ? `${weekday}, ${date}` : date, String(day)],
    week: [date, `${month}/${day}`],
    month: [`${shortDay(from).slice(0, 3)} ${from.slice(0, 4)}`, shortDay(from).slice(0, 3)],
  } as const;
  const [label, shortLabel] = names[answer.by];
  return {
    ...{ key: from, label, shortLabel, name: describe(column, part) },
    values: salesFigures[part].of.map((one) => column[one]),
    mark: compared?.base[part] ?? null,
    isSoFar: column.is_so_far,
    note: noteOf(column),
  };
}

/** All that the small table says. */
function describe(column: SalesColumn, part: SalesPart): string {
  const { from, to, compared } = column;
  const { of, label, exact } = salesFigures[part];
  const parts =
    of.length > 1
      ? of.map((one) => `${salesFigures[one].label} ${salesFigures[one].exact(column[one])}`)
      : [];
  const note = noteOf(column);
  const base = compared?.base[part] ?? null;
  const change = changeOf(compared?.now[part] ?? null, base);
  const facts = [
    `${label} ${exact(column[part])}`,
    ...parts,
    ...(change ? [`${change} to ${exact(base)}`] : []),
  ];
  return `${nameOfDays(from, to)}: ${column.days === 0 ? 'no figures' : facts.join(', ')}${note ? `, ${note}` : ''}`;
}

interface DetailsProps {
  column: SalesColumn;
  part: SalesPart;
  answer: Compared;
}

function Details({ column, part, answer }: DetailsProps) {
  const { from, to, compared } = column;
  const figure = salesFigures[part];
  const series = seriesOf(figure);
  const note = noteOf(column);
  return (
    <>
      <p className="font-semibold">{nameOfDays(from, to)}</p>
      <p className="text-ink-soft">
        {describeCoverage(column)}
        {note && `, ${note}`}
      </p>
      <dl className="mt-1.5 grid grid-cols-[1fr_auto] gap-x-3 gap-y-0.5 [&_dd]:text-right [&_dd]:font-semibold">
        {figure.of
          .map((one, index) => (
            <Fact key={one} look={series[index]?.look} label={salesFigures[one].label}>
              {salesFigures[one].exact(column[one])}
            </Fact>
          ))
          .toReversed()}
        {figure.of.length > 1 && <Fact label={figure.label}>{figure.exact(column[part])}</Fact>}
        {compared && answer.against !== 'none' && (
          <>
            {compared.now[part] !== column[part] && (
              <Fact label="Of it compared">{figure.exact(compared.now[part])}</Fact>
            )}
            <Fact isMark label={nameOfBase(column, answer)}>
              {figure.exact(compared.base[part])}
            </Fact>
            <Fact label="Change">
              <Change of={compared} part={part} />
            </Fact>
          </>
        )}
      </dl>
    </>
  );
}

interface FactProps {
  look?: string | undefined;
  isMark?: boolean;
  label: string;
  children: React.ReactNode;
}

function Fact({ look, isMark = false, label, children }: FactProps) {
  return (
    <>
      <dt>
        {(look || isMark) && <ChartKey {...{ look, isMark }} />}
        {label}
      </dt>
      <dd>{children}</dd>
    </>
  );
}
