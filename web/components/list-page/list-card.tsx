import { type ReactNode, Suspense, useRef, useState } from 'react';
import { useMediaQuery, usePrinting } from '../../lib/browser/use-media-query.ts';
import { countOf } from '../../lib/format/format-number.ts';
import type { ListRow } from '../../lib/list/list-pages.ts';
import { messageOf, RequestFailed } from '../../lib/network/request-failed.ts';
import { Card } from '../display/card.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { Loading } from '../feedback/loading.tsx';
import { useIsOutageShown } from '../feedback/outage.tsx';
import { ListToolbar } from '../filters/list-toolbar.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { lazyPart } from '../loading/lazy-part.tsx';
import { DataTable } from '../table/data-table.tsx';
import type { DataTableProps } from '../table/data-table-props.ts';
import { describeCount } from '../table/describe-count.ts';
import { useRowKeys } from '../table/row-keys.ts';
import { useLeftRow } from '../table/use-left-row.ts';
import { WaitingNote } from '../table/waiting-note.tsx';
import type { ListCardProps } from './use-list-page.ts';

const NoRows = lazyPart(async () => (await import('./no-rows.tsx')).NoRows, { ahead: 'idle' });
const PartialFailure = lazyPart(async () => (await import('./no-rows.tsx')).PartialFailure, {
  ahead: 'idle',
});
const LargeListKeys = lazyPart(async () => (await import('./large-list-keys.tsx')).LargeListKeys);
/** Loaded with the rest of the page: the browser prints what is there when its dialog opens. */
const PrintedList = lazyPart(async () => (await import('./printed-list.tsx')).PrintedList, { ahead: 'idle' });

export function ListCard<Row extends ListRow>({
  page,
  placeholder,
  toolbar,
  empty,
  onEdit,
  elsewhere,
  columns,
  ...table
}: ListCardProps<Row>) {
  const { view, text, setText, listUrl, noun } = page;
  const refusal = view.rows.length === 0 ? refusalOf(view.error) : null;
  const isOutage = useIsOutageShown();
  const otherList = text.trim() !== '' && elsewhere;
  const listing = {
    ...table,
    columns: useShownColumns(columns, listUrl.hidden),
    sort: listUrl.sort,
    onSort: listUrl.setSort,
    isCompact: listUrl.isCompact,
    order: JSON.stringify([text.trim(), listUrl.filters, listUrl.sort, view.isFromEnd]),
    after: otherList,
  };
  const card = useRef<HTMLElement>(null);
  const isPrinting = usePrinting();
  useRowKeys(card, { selection: table.selecting?.selection, onEdit });
  useLeftRow(card, view.rows.length > 0);
  const count = useLastCount(describeCount(view, noun));
  const counted = view.isAnswered && view.total !== null && view.isTotalExact && countOf(view.total, ...noun);
  const none =
    view.isAnswered || refusal !== null ? (
      <NoRows refusal={refusal} page={page} toolbar={toolbar} elsewhere={otherList} empty={empty} />
    ) : (
      view.isSearching && <Loading label="Searching..." />
    );
  return (
    <Card ref={card} className="flex min-h-0 flex-col print:block">
      <SelectionPlace selecting={table.selecting}>
        <ListToolbar
          {...toolbar}
          listUrl={listUrl}
          onPrint={page.print}
          text={text}
          search={
            <SearchInput
              placeholder={placeholder}
              value={text}
              onValueChange={setText}
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
        {isPrinting && (
          <PrintedList page={page} toolbar={toolbar} label={table.label} columns={listing.columns} />
        )}
      </Suspense>
      {renderRows(page, listing, { none, isFailed: view.error !== null && refusal === null })}
      {view.rows.length > 0 && view.error && !isOutage && (
        <Suspense>
          <PartialFailure error={view.error} isComplete={view.isWhole} onRetry={view.retry} />
        </Suspense>
      )}
    </Card>
  );
}

/** The toolbar, or the bar of the selected rows. */
function SelectionPlace({
  selecting,
  children,
}: Pick<ListCardProps<never>, 'selecting'> & { children: ReactNode }) {
  const isStacked = useMediaQuery('(width < 64rem)');
  const isOn = selecting !== undefined && !selecting.selection.isEmpty;
  const isCovered = isOn && !isStacked;
  return (
    // Sticky elements of a phone stick to the card, not to a box of their own.
    <div className={isStacked ? 'contents' : 'relative shrink-0'}>
      <div inert={isCovered} className={isStacked ? 'contents' : isCovered ? 'invisible' : undefined}>
        {children}
      </div>
      {/* The same element at every width, so that its open popups stay when a phone is turned. */}
      <Suspense>{isOn && selecting.bar}</Suspense>
    </div>
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

const skeletonRows = 10;

function renderRows<Row extends ListRow>(
  { view, noun }: ListCardProps<Row>['page'],
  listing: Omit<DataTableProps<Row>, 'count' | 'row'>,
  { none, isFailed }: { none: ReactNode; isFailed: boolean },
) {
  const { rows, reach, isFormer } = view;
  // The layout of the table before its first rows are loaded.
  if (view.isLoading)
    return (
      <>
        <p role="status" className="sr-only">
          {`Loading ${noun[1]}...`}
        </p>
        <div aria-hidden="true" className="contents">
          <DataTable {...listing} count={skeletonRows} row={() => undefined} after={null} />
        </div>
      </>
    );
  if (rows.length === 0 && isFailed)
    return <ErrorState message={messageOf(view.error, 'Loading failed')} onRetry={view.retry} />;
  if (reach === 0) return <Suspense>{none}</Suspense>;
  return (
    <DataTable {...listing} list={view} isFormer={isFormer} count={reach} row={(index) => rows[index]} />
  );
}

/** The server's sentence for an actor who may not see the list. */
function refusalOf(error: Error | null): string | null {
  return error instanceof RequestFailed && error.status === 403 ? error.reason : null;
}
