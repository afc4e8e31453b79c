import { type ReactNode, Suspense, useRef } from 'react';
import { usePrinting } from '../../lib/browser/use-printing.ts';
import type { DirectoryView } from '../../lib/directory/index.ts';
import { countOf } from '../../lib/format/format-number.ts';
import type { HeldView, Hold } from '../../lib/list/hold.ts';
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
import { HoldNote } from './hold-note.tsx';
import { useRowKeys } from './row-keys.ts';
import { SelectionPlace } from './selection-place.tsx';
import { useLeftRow } from './use-left-row.ts';

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
  view: HeldView<Row>;
  hold: Hold;
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

type ListedBy = 'turn' | 'whyLeft' | 'sort' | 'onSort' | 'isCompact' | 'order';

export function DataTableCard<Row extends { id: string }>({
  view,
  hold,
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
  const { isUnanswered, refusal, isFailed } = failureOf(view);
  const isOutage = useIsOutageShown();
  const { listUrl } = toolbar;
  const otherList = text.trim() !== '' && elsewhere;
  const { windows } = view;
  const listing = {
    ...table,
    columns: useShownColumns(columns, listUrl.hidden),
    sort: listUrl.sort,
    onSort: listUrl.setSort,
    isCompact: listUrl.isCompact,
    turn: view.turn,
    whyLeft: view.whyLeft,
    order: JSON.stringify([text.trim(), listUrl.filters, listUrl.sort, windows?.isFromEnd]),
  };
  const card = useRef<HTMLElement>(null);
  const isPrinting = usePrinting();
  useRowKeys(card, { selection: table.selecting?.selection, onEdit });
  useLeftRow(card, view.count > 0);
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
              searching={view.searching}
              hotkey
              className="w-88 min-w-40 max-sm:w-auto max-sm:flex-1"
            />
          }
          count={view.total > 0 && describeCount(view, noun)}
          waiting={<HoldNote list={card} hold={hold} label={table.label} waiting={view.waiting} />}
          counted={view.isExact && countOf(view.count, ...noun)}
          showLabel={view.isExact ? `Show ${countOf(view.count, ...noun)}` : `Show ${noun[1]}`}
        />
      </SelectionPlace>
      <Suspense>{windows && <LargeListKeys list={card} windows={windows} />}</Suspense>
      <Suspense>
        {isPrinting && <PrintedHead text={text} toolbar={toolbar} view={view} noun={noun} />}
      </Suspense>
      {renderRows(view, listing, {
        loading,
        isFailed,
        after: otherList,
        none:
          view.searching && refusal === null ? (
            <Loading label="Searching..." />
          ) : (
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
          ),
      })}
      {view.data && view.error && !isUnanswered && !isOutage && (
        <Suspense>
          <PartialFailure error={view.error} isComplete={view.complete} onRetry={view.refetch} />
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

type Listing<Row> = Omit<DataTableProps<Row>, 'count' | 'row' | 'after'>;

interface States {
  loading: string;
  isFailed: boolean;
  after: ReactNode;
  /** Shown when there is no row. */
  none: ReactNode;
}

function renderRows<Row extends { id: string }>(
  view: HeldView<Row>,
  listing: Listing<Row>,
  { loading, isFailed, after, none }: States,
) {
  if (!view.data && !view.error) return <LoadingRows loading={loading} {...listing} />;
  if (isFailed)
    return <ErrorState message={messageOf(view.error, 'Loading failed')} onRetry={view.refetch} />;
  const { reach, row, windows, isExact } = view;
  const table = { ...listing, windows, isStale: windows && !isExact };
  if (reach > 0) return <DataTable {...table} count={reach} row={row} after={after} />;
  return <Suspense>{none}</Suspense>;
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

function failureOf(view: DirectoryView<unknown>) {
  // The search failed and no loaded row matches, so it is unknown whether any row does.
  const isUnanswered = view.count === 0 && !view.isExact && view.error !== null;
  const isUnknown = !view.data || isUnanswered;
  const refusal = isUnknown ? refusalOf(view.error) : null;
  return { isUnanswered, refusal, isFailed: isUnknown && refusal === null };
}

/** The server's sentence for an actor who may not see the list. */
function refusalOf(error: Error | null): string | null {
  return error instanceof RequestFailed && error.status === 403 ? error.reason : null;
}
