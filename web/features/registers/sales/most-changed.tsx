import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LocationSales } from '../../../../contract/sales.ts';
import { Button } from '../../../components/button/button.tsx';
import { Panel } from '../../../components/display/panel.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { unknownFigure } from '../../../lib/format/format-money.ts';
import { Change } from './change.tsx';
import { lastDaysQuery, mostChangedQuery, type SalesQuestion } from './sales.api.ts';
import { salesFigures } from './sales-figures.ts';

export type RankedPart = 'merchandise' | 'fuel_volume';

export interface MostChangedProps {
  question: SalesQuestion;
  /** The last day of the range. */
  to: string | null;
  onAll: (part: RankedPart) => void;
}

/** By amount, of merchandise and of gallons. Never of revenue: fuel that gets cheaper makes no location worse. */
export function MostChanged(props: MostChangedProps) {
  return (
    <div className="grid grid-cols-2 gap-4 max-lg:grid-cols-1">
      <Ranked part="merchandise" {...props} />
      <Ranked part="fuel_volume" {...props} />
    </div>
  );
}

const rowsAtMost = 6;

function Ranked({ part, question, to, onAll }: MostChangedProps & { part: RankedPart }) {
  const query = useQuery(mostChangedQuery(question, part));
  const ids = (query.data ?? []).map(({ location }) => location.id);
  const { data: last } = useQuery(lastDaysQuery(ids, to));
  const valuesOf = (id: string) =>
    last?.dates.map((date) => {
      const sold = last.days.filter((day) => day.location_id === id && day.trading_date === date);
      return sold.reduce<number | null>(
        (sum, day) => (day[part] === null ? sum : (sum ?? 0) + day[part]),
        null,
      );
    });
  return (
    <Panel
      title={`Most changed: ${salesFigures[part].label}`}
      actions={
        <Button variant="link" onClick={() => onAll(part)}>
          All locations
        </Button>
      }
      isFlush
    >
      <QueryView
        query={query}
        loading="Loading locations..."
        skeleton={<SkeletonRows label="Loading locations..." count={rowsAtMost} />}
        empty={<p className="px-6 py-4 text-ink-soft max-md:px-4">No location can be compared.</p>}
      >
        {(locations) => (
          <ul aria-label={`Most changed: ${salesFigures[part].label}`}>
            {locations.map((sales) => (
              <Row
                key={sales.location.id}
                {...{ sales, part, question }}
                values={valuesOf(sales.location.id)}
              />
            ))}
          </ul>
        )}
      </QueryView>
    </Panel>
  );
}

interface RowProps {
  sales: LocationSales;
  part: RankedPart;
  question: SalesQuestion;
  /** Of the last 7 days; null is unknown. */
  values: readonly (number | null)[] | undefined;
}

function Row({ sales: { location, compared }, part, question: { period, from, to }, values }: RowProps) {
  const { atAGlance } = salesFigures[part];
  const [now, base] = [compared?.now[part] ?? null, compared?.base[part] ?? null];
  const change = now === null || base === null ? null : now - base;
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        to="/locations/$id/sales"
        params={{ id: location.id }}
        search={{ period, from, to }}
        className="flex min-h-11 items-center gap-3 px-6 py-1.5 -outline-offset-2 hover:bg-row-hover active:bg-line max-md:px-4"
      >
        <span className="min-w-0 flex-1 truncate font-semibold">{location.name}</span>
        <DaysLine values={values ?? []} />
        <span className="grid shrink-0 grid-cols-[4.5rem_5rem_4.5rem] gap-x-3 text-right max-sm:grid-cols-[auto_auto] max-sm:gap-x-1.5">
          <span className="max-sm:col-span-2">{atAGlance(now)}</span>
          <span className="text-ink-soft">
            {change === null ? unknownFigure : `${change > 0 ? '+' : ''}${atAGlance(change)}`}
          </span>
          <Change of={compared} part={part} />
        </span>
      </Link>
    </li>
  );
}

const line = { width: 48, height: 20, edge: 2 };

/** How the days went, from the least to the most of them. An unknown day is a gap. */
function DaysLine({ values }: { values: readonly (number | null)[] }) {
  const { width, height, edge } = line;
  const known = values.filter((value) => value !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  const x = (index: number) => edge + (index * (width - 2 * edge)) / Math.max(1, values.length - 1);
  const y = (value: number) =>
    most === least ? height / 2 : height - edge - ((value - least) * (height - 2 * edge)) / (most - least);
  const path = values.flatMap((value, index) => {
    if (value === null) return [];
    const point = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    // A day between unknown ones is a dot.
    return (values[index - 1] ?? null) === null ? `M${point}h0` : `L${point}`;
  });
  return (
    <svg {...{ width, height }} aria-hidden="true" className="shrink-0 text-(--chart-solid)">
      <path d={path.join('')} fill="none" stroke="currentColor" strokeWidth={1.75} strokeLinecap="round" />
    </svg>
  );
}
