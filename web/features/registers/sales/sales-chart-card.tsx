import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { ChartKey } from '../../../components/chart/column-chart.tsx';
import { Card } from '../../../components/display/card.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { Segments } from '../../../components/form/segments.tsx';
import { classes } from '../../../lib/browser/classes.ts';
import { unknownFigure } from '../../../lib/format/format-money.ts';
import { Change } from './change.tsx';
import { ColumnsTable } from './columns-table.tsx';
import { type Compared, comparisonNames, type SalesColumn } from './comparison.ts';
import { Coverage } from './coverage.tsx';
import { comparedQuery, isOneDay, type SalesQuestion } from './sales.api.ts';
import { SalesChart } from './sales-chart.tsx';
import { type SalesPart, salesFigures, salesParts, seriesOf } from './sales-figures.ts';

export interface SalesChartCardProps {
  question: SalesQuestion;
  charted: SalesPart;
  onChart: (part: SalesPart) => void;
  /** A day, week or month of the chart. */
  onOpen: (days: Pick<SalesColumn, 'from' | 'to'>) => void;
  /** What the sums hold, below the chart, which stays where it is when this comes. */
  children?: ReactNode;
}

/** The sums of a range, each a button that charts it, and how the same locations did before. */
export function SalesChartCard({ question, charted, onChart, onOpen, children }: SalesChartCardProps) {
  const query = useQuery(comparedQuery(question));
  const { data } = query;
  if (data?.from === null) return null;
  return (
    <Card aria-label="Sums" aria-busy={query.isPlaceholderData} className="shrink-0">
      <div className="grid grid-cols-6 border-b border-line max-lg:grid-cols-3">
        {salesParts.map((part) => {
          const { label, atAGlance, exact } = salesFigures[part];
          return (
            <button
              key={part}
              type="button"
              aria-pressed={part === charted}
              data-tooltip={data && exact(data.totals[part])}
              onClick={() => onChart(part)}
              className="min-w-0 border-b-3 border-transparent px-6 pt-2 pb-1.5 text-left -outline-offset-2 hover:bg-row-hover active:bg-line aria-pressed:border-amber aria-pressed:bg-surface-raised max-md:px-4 max-md:pt-1 max-sm:px-3"
            >
              <span className="block truncate text-small text-ink-soft">{label}</span>
              <span className="block truncate font-sign text-subheading font-semibold max-sm:text-phone-input">
                {data ? atAGlance(data.totals[part]) : query.error ? unknownFigure : '…'}
              </span>
              <span className="block min-h-4.75 text-small">
                {data?.compared && <Change of={data.compared} part={part} />}
              </span>
            </button>
          );
        })}
      </div>
      <Coverage answer={data} question={question} />
      {(!isOneDay(question) || query.error) && (
        <QueryView query={query} loading="Loading the chart..." className="h-86">
          {(answer) => <Chart {...{ answer, charted, onOpen }} />}
        </QueryView>
      )}
      {children}
    </Card>
  );
}

interface ChartProps extends Pick<SalesChartCardProps, 'charted' | 'onOpen'> {
  answer: Compared;
}

function Chart({ answer, charted, onOpen }: ChartProps) {
  const [shown, show] = useState<'chart' | 'table'>('chart');
  if (answer.columns.length < 2) return null;
  const { against, by } = answer;
  return (
    <div className="flex min-h-86 flex-col">
      <div className={classes('flex-1 px-6 max-md:px-4', shown === 'table' && 'overflow-x-auto px-0!')}>
        {shown === 'chart' ? (
          <SalesChart part={charted} {...{ answer, onOpen }} />
        ) : (
          <ColumnsTable {...{ answer, onOpen }} />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-6 pt-1 pb-3.5 text-small text-ink-soft max-md:px-4">
        <ul className="flex flex-1 flex-wrap gap-x-4">
          {shown === 'chart' &&
            seriesOf(salesFigures[charted]).map(({ label, look }) => (
              <li key={label}>
                <ChartKey look={look} />
                {label}
              </li>
            ))}
          {shown === 'chart' && Boolean(answer.compared?.pairs) && against !== 'none' && (
            <li>
              <ChartKey isMark />
              Same locations, {comparisonNames[against]}
            </li>
          )}
        </ul>
        <Segments label={`Sums by ${by}`} options={views} value={shown} onChange={show} />
      </div>
    </div>
  );
}

const views = [
  ['chart', 'Chart'],
  ['table', 'Table'],
] as const;
