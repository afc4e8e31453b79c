import { type ReactNode, Suspense, useRef, useState } from 'react';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import { countOf } from '../../lib/format/format-number.ts';
import type { ListView } from '../../lib/list/list-view.ts';
import { messageOf, RequestFailed } from '../../lib/network/request-failed.ts';
import { Card } from '../display/card.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { Loading } from '../feedback/loading.tsx';
import { useIsOutageShown } from '../feedback/outage.ts';
import { type ListToolbarProps as AllToolbarProps, ListToolbar } from '../filters/list-toolbar.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { lazyPart } from '../loading/lazy-part.tsx';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { describeCount } from './describe-count.ts';
import { useRowKeys } from './row-keys.ts';
import { SelectionPlace } from './selection-place.tsx';
import { useLeftRow } from './use-left-row.ts';
import { WaitingNote } from './waiting-note.tsx';

const NoRows = lazyPart(async () => (await import('./no-rows.tsx')).NoRows, { ahead: 'idle' });
const LargeListKeys = lazyPart(async () => (await import('./large-list-keys.tsx')).LargeListKeys);
const PartialFailure = lazyPart(async () => (await import('./partial-failure.tsx')).PartialFailure, {
  ahead: 'idle',
});
const PrintedHead = lazyPart(async () => (await import('./print/printed-head.tsx')).PrintedHead, {
  ahead: 'idle',
});

export type ListToolbarProps = Omit<
  AllToolbarProps,
  'text' | 'search' | 'count' | 'counted' | 'showLabel' | 'waiting'
>;

export interface DataTableCardProps<Row>
  extends Omit<DataTableProps<Row>, 'count' | 'row' | 'after' | ListedBy> {
  view: ListView<Row>;
  /** Why a row is empty in its place. */
  whyGone: (id: string) => string | undefined;
  text: string;
  onTextChange: (text: string) => void;
  /** 'Search users by name, email, or phone...' */
  placeholder: string;
  /** 'Loading users...' */
  loading: string;
  /** The words for one row and for several: 'user', 'users'. */
  noun: readonly [one: string, several: string];
  toolbar: ListToolbarProps;
  empty: { title: string; text: string; action: ReactNode };
  notFound: { title: string; text: string };
  onEdit?: ((id: string) => void) | undefined;
  /** A link to the same search in another list; shown while there is a search. */
  elsewhere?: ReactNode;
}

type ListedBy = 'list' | 'isFormer' | 'sort' | 'onSort' | 'isCompact' | 'order';

export function DataTableCard<Row extends { id: string }>({
  view,
  text,
  onTextChange,
  placeholder,
  loading,
  noun,
  toolbar,
  empty,
  notFound,
  onEdit,
  elsewhere,
  columns,
  ...table
}: DataTableCardProps<Row>) {
  const refusal = view.rows.length === 0 ? refusalOf(view.error) : null;
  const isOutage = useIsOutageShown();
  const { listUrl } = toolbar;
  const otherList = text.trim() !== '' && elsewhere;
  const listing = {
    ...table,
    columns: useShownColumns(columns, listUrl.hidden),
    sort: listUrl.sort,
    onSort: listUrl.setSort,
    isCompact: listUrl.isCompact,
    order: JSON.stringify([text.trim(), listUrl.filters, listUrl.sort, view.isFromEnd]),
  };
  const card = useRef<HTMLElement>(null);
  const isPrinting = usePrinting();
  useRowKeys(card, { selection: table.selecting?.selection, onEdit });
  useLeftRow(card, view.rows.length > 0);
  const count = useLastCount(describeCount(view, noun));
  const counted = view.isAnswered && view.total !== null && view.isTotalExact && countOf(view.total, ...noun);
  return (
    <Card ref={card} className="flex min-h-0 flex-col print:block">
      <SelectionPlace selecting={table.selecting}>
        <ListToolbar
          {...toolbar}
          text={text}
          search={
            <SearchInput
              placeholder={placeholder}
              value={text}
              onValueChange={onTextChange}
              onBackspace={() => {
                const last = Object.keys(listUrl.filters).at(-1);
                if (last) listUrl.setFilter(last, null);
              }}
              searching={view.isSearching}
              hotkey
              className="w-88 min-w-40 max-sm:w-auto max-sm:flex-1"
            />
          }
          count={count}
          waiting={<WaitingNote label={table.label} waiting={view.waiting} onShow={view.show} />}
          counted={counted}
          showLabel={`Show ${counted || noun[1]}`}
        />
      </SelectionPlace>
      <Suspense>
        {view.turn && <LargeListKeys list={card} isFromEnd={view.isFromEnd} turn={view.turn} />}
      </Suspense>
      <Suspense>
        {isPrinting && <PrintedHead text={text} toolbar={toolbar} view={view} noun={noun} />}
      </Suspense>
      {renderRows(view, listing, {
        loading,
        isFailed: view.rows.length === 0 && view.error !== null && refusal === null,
        after: otherList,
        none:
          view.isAnswered || refusal !== null ? (
            <NoRows
              refusal={refusal}
              text={text}
              onClearText={() => onTextChange('')}
              toolbar={toolbar}
              noun={noun}
              notFound={notFound}
              elsewhere={otherList}
              empty={empty}
            />
          ) : (
            view.isSearching && <Loading label="Searching..." />
          ),
      })}
      {view.rows.length > 0 && view.error && !isOutage && (
        <Suspense>
          <PartialFailure error={view.error} isComplete={view.isWhole} onRetry={view.retry} />
        </Suspense>
      )}
    </Card>
  );
}

/** Compiled on its own, so that the array stays the same: all rows render again when it changes. */
function useShownColumns<One extends { id: string }>(columns: readonly One[], hidden: readonly string[]) {
  'use memo';
  return columns.filter(({ id }) => !hidden.includes(id));
}

/** The count of the last answer, until the next one: a number that goes and comes with each key is no help. */
function useLastCount(count: string | null): string | null {
  const [last, setLast] = useState(count);
  if (count !== null && count !== last) setLast(count);
  return count ?? last;
}

type Listing<Row> = Omit<DataTableProps<Row>, 'count' | 'row' | 'after' | 'list' | 'isFormer'>;

interface States {
  loading: string;
  isFailed: boolean;
  after: ReactNode;
  /** Shown when there is no row. */
  none: ReactNode;
}

function renderRows<Row extends { id: string }>(
  view: ListView<Row>,
  listing: Listing<Row>,
  { loading, isFailed, after, none }: States,
) {
  if (view.isLoading) return <LoadingRows loading={loading} {...listing} />;
  if (isFailed) return <ErrorState message={messageOf(view.error, 'Loading failed')} onRetry={view.retry} />;
  const { rows, reach, isFormer } = view;
  if (reach === 0) return <Suspense>{none}</Suspense>;
  return (
    <DataTable
      {...listing}
      list={view}
      isFormer={isFormer}
      count={reach}
      row={(index) => rows[index]}
      after={after}
    />
  );
}

const skeletonRows = 10;

/** The layout of the table before its first rows are loaded. */
function LoadingRows<Row extends { id: string }>({ loading, ...table }: Listing<Row> & { loading: string }) {
  return (
    <>
      <p role="status" className="sr-only">
        {loading}
      </p>
      <div aria-hidden="true" className="contents">
        <DataTable {...table} count={skeletonRows} row={() => undefined} after={null} />
      </div>
    </>
  );
}

/** The server's sentence for an actor who may not see the list. */
function refusalOf(error: Error | null): string | null {
  return error instanceof RequestFailed && error.status === 403 ? error.reason : null;
}
