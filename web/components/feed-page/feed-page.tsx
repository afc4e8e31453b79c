import type { ReactNode } from 'react';
import { Card } from '../display/card.tsx';
import { PageTitle, type PageTitleProps } from '../display/page-title.tsx';
import { EmptyState, type EmptyStateProps } from '../feedback/empty-state.tsx';
import { QueryView, type ViewedQuery } from '../feedback/query-view.tsx';
import { SaveOutcome, type SaveOutcomeProps } from '../feedback/save-outcome.tsx';
import { ShowMore, type ShowMoreProps } from '../feedback/show-more.tsx';
import { type Download, ExportButton } from '../filters/page-actions.tsx';

type ReadQuery = Omit<ViewedQuery<unknown>, 'data'>;

export interface FeedPageProps<Row> extends PageTitleProps {
  /** The way to the page that this one belongs to. */
  up?: ReactNode;
  /** Saves the rows as a file. */
  exporting?: Omit<SaveOutcomeProps, 'save' | 'className'> & {
    download: Download & SaveOutcomeProps['save'];
  };
  /** Between the title and the rows. */
  above?: ReactNode;
  /** A `FilterRow`. */
  filters?: ReactNode;
  query: ReadQuery | (ReadQuery & ShowMoreProps['query']);
  /** Those of all pages that were read; undefined before the first one. */
  rows: readonly Row[] | undefined;
  loading: string;
  empty: EmptyStateProps;
  /** 'Show older entries', for a query with pages. */
  more?: string;
  children: (rows: readonly Row[]) => ReactNode;
}

/** Rows as the server orders them, page by page. Rows that are edited, selected or sorted in place are a `ListPage`. */
export function FeedPage<Row>({
  up,
  exporting,
  above,
  filters,
  query,
  rows,
  loading,
  empty,
  more,
  children,
  ...title
}: FeedPageProps<Row>) {
  const { error, isFetching, refetch } = query;
  const actions = exporting ? (
    <>
      {title.actions}
      <ExportButton download={exporting.download} />
    </>
  ) : (
    title.actions
  );
  return (
    <>
      {up}
      <PageTitle {...title} actions={actions} />
      {exporting && <SaveOutcome {...exporting} save={exporting.download} className="mb-4" />}
      {above}
      <Card aria-label={title.title} className="shrink-0">
        {filters}
        <QueryView
          query={{ data: rows, error, isFetching, refetch }}
          loading={loading}
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
    </>
  );
}
