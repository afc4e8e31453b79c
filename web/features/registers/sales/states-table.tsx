import { useQuery } from '@tanstack/react-query';
import { stateNames } from '../../../../contract/fields/states.ts';
import type { StateSales } from '../../../../contract/sales.ts';
import { Button } from '../../../components/button/button.tsx';
import { RowsCard, type RowsCardProps } from '../../../components/feed-page/rows-card.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { countOf } from '../../../lib/format/format-number.ts';
import { byStateQuery, type SalesQuestion } from './sales.api.ts';
import { comparedColumns } from './sum-columns.tsx';

interface StatesTableProps extends Pick<RowsCardProps<never>, 'head' | 'empty'> {
  question: SalesQuestion;
  /** Its locations. */
  onOpen: (us_state: string) => void;
}

/** The locations of each U.S. state together. */
export function StatesTable({ head, empty, question, onOpen }: StatesTableProps) {
  const query = useQuery(byStateQuery(question));
  const first: PlainColumn<StateSales> = {
    head: 'State',
    cell: ({ us_state, locations, missing }) => (
      <>
        <Button
          variant="link"
          className="text-left! text-ink! after:absolute after:inset-0"
          onClick={() => onOpen(us_state)}
        >
          {stateNames[us_state] ?? us_state}
        </Button>
        <span className="block text-small font-normal text-ink-soft">
          {countOf(locations, 'location')}
          {Boolean(missing) && (
            <span className="text-amber-ink"> · {countOf(missing ?? 0, 'day')} missing</span>
          )}
        </span>
      </>
    ),
    headClasses: 'w-[24%] print:w-[16%]',
    cellClasses: 'font-semibold',
  };
  return (
    <RowsCard {...{ head, empty, query }} rows={query.data?.states}>
      {(states) => (
        <PlainTable
          caption="Sales by state"
          columns={[first, ...comparedColumns]}
          rows={states}
          keyOf={({ us_state }) => us_state}
          rowClasses="relative hover:bg-row-hover"
        />
      )}
    </RowsCard>
  );
}
