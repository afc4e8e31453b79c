import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChartKey } from '../../../components/chart/column-chart.tsx';
import { Card } from '../../../components/display/card.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { salesDatesQuery } from '../registers.api.ts';
import { Change } from './change.tsx';
import { columnsOf, type SalesDates, sumsOf } from './compare.ts';
import { SalesChart } from './sales-chart.tsx';
import { comparable, type SalesPart, salesFigures, salesParts, seriesOf } from './sales-figures.ts';

export interface SalesChartCardProps {
  /** Those of the URL: the chart comes together with the days. */
  from: string | undefined;
  to: string | undefined;
  location?: string | undefined;
  /** The sum of all days; undefined until they have come. */
  totalOf: ((part: SalesPart) => number | null) | undefined;
}

/** The sums of a range, each a button that charts it, and how they compare with the week before. */
export function SalesChartCard({ from, to, location, totalOf }: SalesChartCardProps) {
  const query = useQuery(salesDatesQuery({ from, to, location }));
  const [charted, chart] = useState<SalesPart>('revenue');
  if (query.data?.from === null) return null;
  return (
    <Card aria-label="Sums" className="mb-4 shrink-0">
      <div className="grid grid-cols-6 border-b border-line max-lg:grid-cols-3 max-md:grid-cols-2">
        {salesParts.map((part) => {
          const { label, atAGlance, exact } = salesFigures[part];
          const sums = query.data && sumsOf(query.data, part);
          return (
            <button
              key={part}
              type="button"
              aria-pressed={part === charted}
              data-tooltip={totalOf && exact(totalOf(part))}
              onClick={() => chart(part)}
              className="min-w-0 border-b-3 border-transparent px-6 pt-3 pb-2 text-left -outline-offset-2 hover:bg-row-hover active:bg-line aria-pressed:border-amber aria-pressed:bg-surface-raised max-md:px-4"
            >
              <span className="block text-small text-ink-soft">{label}</span>
              <span className="block truncate font-sign text-subheading font-semibold">
                {totalOf ? atAGlance(totalOf(part)) : '…'}
              </span>
              <span className="block min-h-4.5 text-small">
                {sums && <Change now={sums.now} base={sums.before} isColored={comparable.has(part)} />}
              </span>
            </button>
          );
        })}
      </div>
      <QueryView query={query} loading="Loading the chart..." className="h-76">
        {(dates) => <Chart part={charted} dates={dates} />}
      </QueryView>
    </Card>
  );
}

function Chart({ part, dates }: { part: SalesPart; dates: SalesDates }) {
  const columns = columnsOf(dates);
  return (
    <div className="px-6 pt-3 pb-3 max-md:px-4">
      <SalesChart part={part} columns={columns} />
      <ul className="mt-1 flex flex-wrap gap-x-4 text-small text-ink-soft">
        {seriesOf(salesFigures[part]).map(({ label, look }) => (
          <li key={label}>
            <ChartKey look={look} />
            {label}
          </li>
        ))}
        {columns.some(({ before }) => before) && (
          <li>
            <ChartKey isMark />A week before
          </li>
        )}
      </ul>
    </div>
  );
}
