import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listLeftOut } from '../../../../contract/sales.ts';
import { RowsCard, type RowsCardProps } from '../../../components/feed-page/rows-card.tsx';
import { type PlainColumn, PlainTable } from '../../../components/table/plain-table.tsx';
import { rowLinkLook } from '../day-link.tsx';
import { reasonNames } from './comparison.ts';
import { weekdayName } from './days.ts';
import { leftOutQuery, type SalesQuestion } from './sales.api.ts';

type LeftOut = Answer<typeof listLeftOut>['left_out'][number];

interface LeftOutTableProps extends Pick<RowsCardProps<never>, 'head'> {
  question: SalesQuestion;
}

/** Days of locations that no change is of, and why. */
export function LeftOutTable({ head, question }: LeftOutTableProps) {
  const query = useInfiniteQuery(leftOutQuery(question));
  return (
    <RowsCard
      {...{ head, query }}
      rows={query.data?.pages.flatMap((page) => page.left_out)}
      empty={{ title: 'Nothing is left out', text: 'Every closed day has one to compare with.' }}
      more="Show more days"
    >
      {(rows) => (
        <PlainTable
          caption="Left out of the comparison"
          columns={columns}
          rows={rows}
          keyOf={({ location, trading_date }) => `${location.id} ${trading_date}`}
          rowClasses="relative hover:bg-row-hover has-[a:active]:bg-line"
        />
      )}
    </RowsCard>
  );
}

const columns: readonly PlainColumn<LeftOut, never>[] = [
  {
    head: 'Location',
    cell: ({ location, trading_date }) => (
      <Link
        to="/locations/$id/sales"
        params={{ id: location.id }}
        search={{ from: trading_date, to: trading_date }}
        className={rowLinkLook}
      >
        {location.name}
      </Link>
    ),
  },
  { head: 'Day', cell: ({ trading_date }) => weekdayName(trading_date) },
  {
    head: 'Reason',
    cell: ({ reason, reason_date, side }) => (
      <span className="first-letter:uppercase">
        {reasonNames[reason]}
        {side === 'base' && reason_date && ` on ${weekdayName(reason_date)}`}
      </span>
    ),
  },
];
