import { infiniteQueryOptions } from '@tanstack/react-query';
import type { Endpoint, Sent } from '../../../contract/http/endpoint.ts';
import { call } from './http.ts';

type Next = string | number | null;

/** Rows that are read page by page, and again whenever they are shown again: they change at any time. */
export function pagesQuery<E extends Endpoint>(
  queryKey: readonly unknown[],
  endpoint: E,
  sent: Sent<E> & { query: object },
) {
  return infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: after, signal }) =>
      call(endpoint, { ...sent, query: { ...sent.query, ...(after !== null && { after }) } }, { signal }),
    initialPageParam: null as Next,
    getNextPageParam: (page) => (page as { next: Next }).next,
    staleTime: 0,
  });
}
