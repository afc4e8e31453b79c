import { type ReactNode, useRef } from 'react';
import type { DirectoryView } from '../../lib/directory/index.ts';
import { formatNumber } from '../../lib/format/format-number.ts';
import { messageOf, RequestFailed } from '../../lib/network/request-failed.ts';
import { Button } from '../button/button.tsx';
import { Card } from '../display/card.tsx';
import { EmptyArt } from '../feedback/empty-art.tsx';
import { EmptyState } from '../feedback/empty-state.tsx';
import { ErrorState } from '../feedback/error-state.tsx';
import { Loading } from '../feedback/loading.tsx';
import { SearchInput } from '../form/search-input.tsx';
import { IconAlertTriangle } from '../icons/icons.ts';
import { DataTable } from './data-table.tsx';
import type { DataTableProps } from './data-table-props.ts';
import { printedRows } from './print-rows.ts';
import { useRowKeys } from './row-keys.ts';

export interface DataTableCardProps<Row> extends Omit<DataTableProps<Row>, 'count' | 'row'> {
  view: DirectoryView<Row>;
  text: string;
  onTextChange: (text: string) => void;
  /** 'Search users by name, email, or phone...' */
  placeholder: string;
  /** 'Loading users...' */
  loading: string;
  empty: { title: string; text: string; action: ReactNode };
  notFound: { title: string; text: string };
  /** Leads to the same search in another list; shown while there is one. */
  elsewhere?: ReactNode;
}

/** A list with its search, its count and each of its states: loading, failed, empty, nothing found, rows. */
export function DataTableCard<Row extends { id: string }>({
  view,
  text,
  onTextChange,
  placeholder,
  loading,
  empty,
  notFound,
  elsewhere,
  ...table
}: DataTableCardProps<Row>) {
  // The search failed and no loaded row matches: it is unknown whether any row does.
  const isUnanswered = view.count === 0 && !view.isExact && view.error !== null;
  const card = useRef<HTMLElement>(null);
  useRowKeys(card);
  return (
    <Card ref={card} className="flex min-h-0 flex-col lg:flex-1 print:block">
      <div className="flex shrink-0 flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-3">
        <SearchInput
          placeholder={placeholder}
          value={text}
          onValueChange={onTextChange}
          searching={view.searching}
          hotkey
          className="w-full max-w-105"
        />
        <p role="status" className="text-ink-soft">
          {view.total > 0 && describeCount(view)}
        </p>
        {text.trim() && elsewhere && <p className="ml-auto">{elsewhere}</p>}
      </div>
      {view.count > printedRows && (
        <p className="hidden px-4 py-2 print:block">
          Only the first {formatNumber(printedRows)} rows are printed. Search for fewer to print them all.
        </p>
      )}
      {view.data && view.error && !isUnanswered && (
        <PartialFailure error={view.error} isComplete={view.complete} onRetry={view.refetch} />
      )}
      {!view.data && !view.error ? (
        <Loading label={loading} />
      ) : !view.data || isUnanswered ? (
        <TotalFailure error={view.error} onRetry={view.refetch} />
      ) : view.count > 0 ? (
        <DataTable {...table} count={view.count} row={view.row} />
      ) : view.searching ? (
        <Loading label="Searching..." />
      ) : text.trim() ? (
        <EmptyState {...notFound} />
      ) : (
        <EmptyState {...empty} />
      )}
    </Card>
  );
}

/** Shows a count only when it covers everything that matches. */
function describeCount({ count, total, isExact, searching }: DirectoryView<unknown>) {
  if (searching) return `Searching ${formatNumber(total)}...`;
  return isExact && `${formatNumber(count)} of ${formatNumber(total)}`;
}

interface PartialFailureProps {
  error: Error;
  /** Every row is here, and a refresh of them failed. */
  isComplete: boolean;
  onRetry: () => void;
}

/** Some rows are here and the rest failed: they stay, with the reason above them. */
function PartialFailure({ error, isComplete, onRetry }: PartialFailureProps) {
  return (
    <div
      role="alert"
      className="flex shrink-0 gap-2.5 border-b border-line bg-bad-soft px-5 py-2.5 text-small text-bad max-md:px-4"
    >
      <IconAlertTriangle size={18} aria-hidden="true" />
      <p className="min-w-0">
        {isComplete ? 'The list may be out of date.' : 'The list is not complete.'} {error.message}{' '}
        <Button variant="link" className="text-current! underline" onClick={onRetry}>
          Try again
        </Button>
      </p>
    </div>
  );
}

/** No row is here: why, with a retry. A refusal shows the server's sentence without one. */
function TotalFailure({ error, onRetry }: { error: Error | null; onRetry: () => void }) {
  if (error instanceof RequestFailed && error.status === 403) {
    return (
      <div className="flex flex-col items-center gap-5 px-6 py-14 text-center">
        <EmptyArt />
        <p className="max-w-sm">{error.reason}</p>
      </div>
    );
  }
  return <ErrorState message={messageOf(error, 'Loading failed')} onRetry={onRetry} />;
}
