import type { ReactNode } from 'react';
import { Card } from '../display/card.tsx';
import { EmptyState, type EmptyStateProps } from '../feedback/empty-state.tsx';
import { QueryView, type ViewedQuery } from '../feedback/query-view.tsx';
import { ShowMore, type ShowMoreProps } from '../feedback/show-more.tsx';
import { SkeletonRows } from '../feedback/skeleton-rows.tsx';

type ReadQuery = Omit<ViewedQuery<unknown>, 'data'>;

export interface RowsCardProps<Row> {
  label?: string;
  /** What is shown, and the ways to show something else. */
  head?: ReactNode;
  query: ReadQuery | (ReadQuery & ShowMoreProps['query']);
  /** Those of all pages that were read; undefined before the first one. */
  rows: readonly Row[] | undefined;
  loading?: string;
  empty: EmptyStateProps;
  /** 'Show older entries', for a query with pages. */
  more?: string | undefined;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Rows as the server orders them, page by page. */
export function RowsCard<Row>({
  label = 'Rows',
  head,
  query,
  rows,
  loading = 'Loading...',
  empty,
  more,
  children,
}: RowsCardProps<Row>) {
  const { error, isFetching, refetch } = query;
  return (
    <Card aria-label={label} className="shrink-0">
      {head}
      <QueryView
        query={{ data: rows, error, isFetching, refetch }}
        loading={loading}
        skeleton={<SkeletonRows label={loading} />}
        empty={<EmptyState {...empty} />}
      >
        {(rows) => (
          <>
            {children(rows)}
            {more && 'fetchNextPage' in query && <ShowMore query={query} label={more} />}
          </>
        )}
      </QueryView>
    </Card>
  );
}
