import type { ReactNode } from 'react';
import { Card } from '../../../components/display/card.tsx';
import { EmptyState, type EmptyStateProps } from '../../../components/feedback/empty-state.tsx';
import { QueryView, type ViewedQuery } from '../../../components/feedback/query-view.tsx';
import { ShowMore, type ShowMoreProps } from '../../../components/feedback/show-more.tsx';
import { SkeletonRows } from '../../../components/feedback/skeleton-rows.tsx';

export interface RowsCardProps<Row> {
  /** What is shown, and the ways to show something else. */
  head: ReactNode;
  query: Omit<ViewedQuery<unknown>, 'data'> | (Omit<ViewedQuery<unknown>, 'data'> & ShowMoreProps['query']);
  rows: readonly Row[] | undefined;
  /** Until they come. */
  skeletonRows?: number;
  empty: EmptyStateProps;
  /** For a query with pages. */
  more?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Rows below the chart, page by page. */
export function RowsCard<Row>({
  head,
  query,
  rows,
  empty,
  more,
  skeletonRows = 8,
  children,
}: RowsCardProps<Row>) {
  const { error, isFetching, refetch } = query;
  return (
    <Card aria-label="Rows" className="shrink-0 print:text-badge">
      {head}
      <QueryView
        query={{ data: rows, error, isFetching, refetch }}
        loading="Loading sales..."
        skeleton={<SkeletonRows label="Loading sales..." count={skeletonRows} />}
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
