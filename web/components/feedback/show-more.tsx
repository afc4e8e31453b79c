import { Button } from '../button/button.tsx';

export interface ShowMoreProps {
  query: {
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  label: string;
  count?: string;
}

export function ShowMore({ query, label, count }: ShowMoreProps) {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (!hasNextPage && !error) return null;
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 border-t border-line px-5 py-3">
      {hasNextPage && <span className="not-print:hidden">Only the rows on the screen are printed.</span>}
      {count && <span className="text-ink-soft">{count}</span>}
      {hasNextPage && (
        <Button
          variant="secondary"
          loading={isFetchingNextPage}
          loadingLabel="Loading..."
          onClick={() => void fetchNextPage()}
        >
          {label}
        </Button>
      )}
      {error && (
        <span role="alert" className="text-bad">
          {error.message}
        </span>
      )}
    </div>
  );
}
