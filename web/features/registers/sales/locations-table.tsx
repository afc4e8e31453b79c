import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { LocationSales, locationSortFields } from '../../../../contract/sales.ts';
import { RowsCard, type RowsCardProps } from '../../../components/feed-page/rows-card.tsx';
import { type PlainColumn, PlainTable, type Sorting } from '../../../components/table/plain-table.tsx';
import { rowLinkLook } from '../day-link.tsx';
import { byLocationQuery, type SalesQuestion } from './sales.api.ts';
import { comparedColumns } from './sum-columns.tsx';

type Field = (typeof locationSortFields)[number];

interface LocationsTableProps extends Pick<RowsCardProps<never>, 'head' | 'empty'> {
  question: SalesQuestion;
  sort: Sorting<Field>;
}

/** Each location, compared with its own earlier days. */
export function LocationsTable({ head, empty, question, sort }: LocationsTableProps) {
  const query = useInfiniteQuery(byLocationQuery({ ...question, sort: sort.by }));
  const { from, to, period } = question;
  const first: PlainColumn<LocationSales, Field> = {
    head: [{ field: 'location', label: 'Location', isText: true }],
    cell: ({ location, not_closed, missing }) => (
      <>
        <Link
          to="/locations/$id/sales"
          params={{ id: location.id }}
          search={{ from, to, period }}
          className={rowLinkLook}
        >
          {location.name}
        </Link>
        <span className="block text-small text-ink-soft">
          {location.us_state}
          {Boolean(missing) && <span className="text-amber-ink"> · {missing} missing</span>}
          {not_closed > 0 && <span className="text-amber-ink"> · {not_closed} not closed</span>}
        </span>
      </>
    ),
    headClasses: 'w-[24%] print:w-[16%]',
  };
  return (
    <RowsCard
      {...{ head, empty, query }}
      rows={query.data?.pages.flatMap((page) => page.locations)}
      more="Show more locations"
    >
      {(rows) => (
        <PlainTable
          caption="Sales by location"
          columns={[first, ...comparedColumns]}
          rows={rows}
          keyOf={({ location }) => location.id}
          sort={sort}
          rowClasses="relative hover:bg-row-hover has-[a:active]:bg-line"
        />
      )}
    </RowsCard>
  );
}
