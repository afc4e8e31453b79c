import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { classes } from '../../lib/browser/classes.ts';
import { ListActions } from '../bulk/list-actions.tsx';
import { Button } from '../button/button.tsx';
import { ExportButton } from '../button/export-button.tsx';
import { PageTitle, type PageTitleProps } from '../display/page-title.tsx';
import type { EmptyStateProps } from '../feedback/empty-state.tsx';
import { SaveOutcome, type SaveOutcomeProps } from '../feedback/save-outcome.tsx';
import { UnknownFilters } from '../filters/unknown-filters.tsx';
import { IconRefresh } from '../icons/icons.ts';
import { RowsCard, type RowsCardProps } from './rows-card.tsx';

type OfRows<Row> = Pick<RowsCardProps<Row>, 'rows' | 'empty' | 'more' | 'children'>;

export interface FeedPageProps<Row> extends PageTitleProps, OfRows<Row> {
  /** Above the title: the pages of the same section. */
  bar?: ReactNode;
  /** What an import on this page is about. */
  importing?: string | undefined;
  isRefreshable?: boolean;
  /** The names that the URL has and this page does not know. */
  unknown?: readonly string[];
  /** Saves the rows as a file. */
  exporting?: Pick<SaveOutcomeProps, 'done' | 'failed'> & { save: () => Promise<void> };
  /** Between the title and the rows. */
  above?: ReactNode;
  /** After the rows. */
  below?: ReactNode;
  /** A `FilterRow`. */
  filters?: ReactNode;
  query: RowsCardProps<Row>['query'] & { isRefetching: boolean };
  loading: string;
}

/** Rows as the server orders them, page by page. Rows that are edited, selected or sorted in place are a `ListPage`. */
export function FeedPage<Row>({
  bar,
  importing,
  isRefreshable = false,
  unknown = [],
  exporting,
  above,
  below,
  filters,
  query,
  rows,
  loading,
  empty,
  more,
  children,
  ...title
}: FeedPageProps<Row>) {
  const { isRefetching, refetch } = query;
  const download = useMutation({ mutationFn: async () => exporting?.save() });
  const actions = (
    <ListActions
      about={importing ?? title.title.toLowerCase()}
      title={title.title}
      mayImport={importing !== undefined}
      onExport={exporting && unknown.length === 0 ? () => download.mutate() : undefined}
      maySelect={false}
    >
      {title.actions}
      {isRefreshable && (
        <Button
          variant="secondary"
          icon={<IconRefresh size={18} aria-hidden="true" />}
          loading={isRefetching}
          onClick={() => void refetch()}
        >
          Refresh
        </Button>
      )}
      {exporting && <ExportButton download={download} disabled={unknown.length > 0} />}
    </ListActions>
  );
  return (
    <>
      {bar}
      <PageTitle {...title} actions={actions} />
      {exporting && <SaveOutcome {...exporting} save={download} className="mb-4" />}
      <UnknownFilters names={unknown} />
      {above}
      <RowsCard {...{ query, rows, loading, empty, more, children }} label={title.title} head={filters} />
      {below}
    </>
  );
}

export interface FilterRowProps {
  /** '41 days'; empty until it is known. */
  count?: ReactNode;
  isPrinted?: boolean;
  children: ReactNode;
}

/** The filters above the rows of a page: one row, on phones two beside each other. */
export function FilterRow({ count, isPrinted = true, children }: FilterRowProps) {
  return (
    <div
      className={classes(
        'flex flex-wrap items-center gap-2 border-b border-line px-6 py-3 md:min-h-16 md:py-2.5 max-md:px-4 phone:grid phone:grid-cols-2',
        !isPrinted && 'print:hidden',
      )}
    >
      {children}
      {count !== undefined && (
        <p role="status" className="ml-auto min-h-5 text-ink-soft phone:col-span-2 phone:ml-0">
          {count}
        </p>
      )}
    </div>
  );
}

/** What a page says when no rows pass its filters. `what` are the rows: 'entries'. */
export function noMatches(what: string, text: string, onClear: () => void): EmptyStateProps {
  return {
    art: 'search',
    title: `No ${what} match.`,
    text,
    action: (
      <Button variant="secondary" onClick={onClear}>
        Clear filters
      </Button>
    ),
  };
}
