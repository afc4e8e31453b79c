import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../components/display/card.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { formatCount, formatMoney, formatVolume } from '../../../lib/format/format-money.ts';
import { salesDatesQuery } from '../registers.api.ts';
import { columnsOf, type SalesColumn, type SalesDates, type SalesPart, sumsOf } from './compare.ts';
import { changeOf, nameOfDays } from './days.ts';
import { SalesChart } from './sales-chart.tsx';

export interface SalesChartCardProps {
  /** Those of the URL: the chart comes together with the days. */
  from: string | undefined;
  to: string | undefined;
  location?: string | undefined;
  /** The sum of all days; undefined until they have come. */
  totalOf: ((part: SalesPart) => number | null) | undefined;
}

const figures = [
  { part: 'revenue', label: 'Revenue', format: formatMoney },
  { part: 'fuel', label: 'Fuel', format: formatMoney },
  { part: 'merchandise', label: 'Merchandise', format: formatMoney },
  { part: 'fuel_volume', label: 'Gallons', format: formatVolume },
  { part: 'tax', label: 'Tax', format: formatMoney },
  { part: 'sales', label: 'Sales', format: formatCount },
] as const;

/** The sums of a range, how they compare with the week before, and a column per day. */
export function SalesChartCard({ from, to, location, totalOf }: SalesChartCardProps) {
  const query = useQuery(salesDatesQuery({ from, to, location }));
  if (query.data?.from === null) return null;
  return (
    <Card aria-label="Sums" className="mb-4 shrink-0">
      <dl className="grid grid-cols-6 gap-x-4 gap-y-3 border-b border-line px-6 py-4 max-lg:grid-cols-3 max-md:grid-cols-2 max-md:px-4">
        {figures.map(({ part, label, format }) => {
          const sums = query.data && sumsOf(query.data, part);
          const change = sums && changeOf(sums.now, sums.before);
          return (
            <div key={part} className="min-w-0">
              <dt className="text-small text-ink-soft">{label}</dt>
              <dd className="truncate font-sign text-subheading font-semibold">
                {totalOf ? format(totalOf(part)) : '…'}
              </dd>
              <dd
                className="min-h-4.5 text-small text-ink-soft"
                data-tooltip={
                  change
                    ? 'Against the same weekdays a week before, of days that as many locations reported'
                    : undefined
                }
              >
                {change && `${change} to last week`}
              </dd>
            </div>
          );
        })}
      </dl>
      <QueryView query={query} loading="Loading the chart..." className="h-52">
        {(dates) => <Chart dates={dates} />}
      </QueryView>
    </Card>
  );
}

function Chart({ dates }: { dates: SalesDates }) {
  const columns = columnsOf(dates);
  const isByDay = columns.every(({ from, to }) => from === to);
  return (
    <div className="relative px-6 pt-3 pb-3 max-md:px-4">
      <ul className="mb-1 flex flex-wrap justify-end gap-x-4 text-small text-ink-soft">
        <Key look="size-2.5 rounded-xs bg-petrol/70" name="Fuel" />
        <Key look="size-2.5 rounded-xs bg-(--role-default)" name="Merchandise" />
        {isByDay && <Key look="h-0.5 w-3.5 bg-ink" name="A week before" />}
      </ul>
      <SalesChart columns={columns} />
      <table className="sr-only">
        <caption>Sales by day</caption>
        <thead>
          <tr>
            <th scope="col">{isByDay ? 'Day' : 'Days'}</th>
            <th scope="col">Revenue</th>
            <th scope="col">Fuel</th>
            <th scope="col">Merchandise</th>
            {isByDay && <th scope="col">Revenue a week before</th>}
          </tr>
        </thead>
        <tbody>
          {columns.map((column) => (
            <Figures key={column.from} column={column} isByDay={isByDay} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Figures({ column: { from, to, now, before }, isByDay }: { column: SalesColumn; isByDay: boolean }) {
  return (
    <tr>
      <th scope="row">{nameOfDays(from, to)}</th>
      <td>{formatMoney(now?.revenue ?? null)}</td>
      <td>{formatMoney(now?.fuel ?? null)}</td>
      <td>{formatMoney(now?.merchandise ?? null)}</td>
      {isByDay && <td>{formatMoney(before?.revenue ?? null)}</td>}
    </tr>
  );
}

function Key({ look, name }: { look: string; name: string }) {
  return (
    <li className="flex items-center gap-1.5">
      <span aria-hidden="true" className={look} />
      {name}
    </li>
  );
}
