import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LocationSales } from '../../../../contract/sales.ts';
import { Button } from '../../../components/button/button.tsx';
import { Panel } from '../../../components/display/panel.tsx';
import { QueryView } from '../../../components/feedback/query-view.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';
import { unknownFigure } from '../../../lib/format/format-money.ts';
import { Change } from './change.tsx';
import { mostChangedQuery, type SalesQuestion } from './sales.api.ts';
import { salesFigures } from './sales-figures.ts';

export type RankedPart = 'merchandise' | 'fuel_volume';

export interface MostChangedProps {
  question: SalesQuestion;
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

function Ranked({ part, question, onAll }: MostChangedProps & { part: RankedPart }) {
  const query = useQuery(mostChangedQuery(question, part));
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
              <Row key={sales.location.id} {...{ sales, part, question }} />
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
}

function Row({ sales: { location, compared }, part, question: { period, from, to } }: RowProps) {
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
        <span className="text-right">{atAGlance(now)}</span>
        <span className="w-20 text-right text-ink-soft">
          {change === null ? unknownFigure : `${change > 0 ? '+' : ''}${atAGlance(change)}`}
        </span>
        <span className="w-18 text-right">
          <Change of={compared} part={part} />
        </span>
      </Link>
    </li>
  );
}
