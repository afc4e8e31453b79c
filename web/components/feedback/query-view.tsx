import type { ReactNode } from 'react';
import { isGone, messageOf, RequestFailed } from '../../lib/network/request-failed.ts';
import { ErrorState } from './error-state.tsx';
import { Loading } from './loading.tsx';

/** The members of a query that `QueryView` reads. Lists in memory (`DirectoryView`) have them too. */
export interface ViewedQuery<Data> {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
}

export interface QueryViewProps<Data> {
  query: ViewedQuery<Data>;
  loading: string;
  /** In place of the words: what stands there until the answer comes. */
  skeleton?: ReactNode;
  /** 'Failed to load roles', in place of the error's own message. */
  failed?: string;
  /** Shown in place of an empty array. */
  empty?: ReactNode;
  /** Shown for 403 and 404, which a retry cannot change. */
  refused?: (refusal: RequestFailed) => ReactNode;
  className?: string;
  children: (data: Data) => ReactNode;
}

/** Data stays visible while it is fetched again, and when that fails. */
export function QueryView<Data>({
  query,
  loading,
  skeleton,
  failed,
  empty,
  refused,
  className,
  children,
}: QueryViewProps<Data>) {
  const { data, error, isFetching, refetch } = query;
  if (data !== undefined) {
    const isEmpty = Array.isArray(data) && data.length === 0;
    return isEmpty && empty ? empty : children(data);
  }
  if (!error) return skeleton ?? <Loading label={loading} className={className} />;
  if (refused && error instanceof RequestFailed && [403, 404].includes(error.status)) return refused(error);
  return (
    <ErrorState
      message={failed ?? messageOf(error, 'Loading failed')}
      onRetry={isGone(error) ? undefined : () => void refetch()}
      retrying={isFetching}
      className={className}
    />
  );
}
