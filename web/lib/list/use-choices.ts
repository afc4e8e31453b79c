import { type InfiniteData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { RowList } from '../../../contract/changes.ts';
import { type Filters, listFilterParameters } from '../../../contract/lists/list-filters.ts';
import type { PageQuery } from './list-cache.ts';
import { useNewest } from './use-newest.ts';

/** A list of the server that pickers offer. */
export interface ChoicesSource<Row> {
  name: RowList;
  read: (query: PageQuery, signal: AbortSignal) => Promise<ChoicesPage<Row>>;
}

interface ChoicesPage<Row> {
  rows: readonly Row[];
  total: number;
  next: string | null;
}

type Pages<Row> = InfiniteData<ChoicesPage<Row>, string | undefined>;

let openings = 0;

function nextOpening(): number {
  openings += 1;
  return openings;
}

/**
 * Pages of rows to choose from, by name, and with a text the best match first. They are requested anew when the picker
 * opens, and keep their order while it is open.
 */
export function useChoices<Row>({ name, read }: ChoicesSource<Row>, filters: Filters<string> = {}) {
  const [text, setText] = useState('');
  const [opening] = useState(nextOpening);
  const [total, setTotal] = useState<number | null>(null);
  const { question, isNewest, answerOf } = useNewest<Pages<Row>>(text.trim());
  const query = useInfiniteQuery<ChoicesPage<Row>, Error, Pages<Row>, QueryKey, string | undefined>({
    queryKey: [`choices of ${name}`, filters, question, opening],
    queryFn: ({ pageParam, signal }) => {
      const order = question ? { q: question, from: 'best' } : { sort: 'name' };
      const after = pageParam === undefined ? {} : { after: pageParam };
      return read({ ...listFilterParameters({ filters, sort: null }), ...order, ...after }, signal);
    },
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 'static',
  });
  const { shown, searching, error } = answerOf(query);
  const { isFetching, hasNextPage, isFetchNextPageError } = query;
  if (shown && total === null) setTotal(shown.data.pages[0]?.total ?? 0);
  return {
    /** `error`: why there is no answer to what is typed. */
    ...{ text, setText, searching, error, isFetching },
    /** The rows that are loaded; those of the last answer until the next has come. */
    data: shown?.data.pages.flatMap(({ rows }): readonly Row[] => rows),
    /** The text that they answer. */
    of: shown?.of ?? '',
    /** How many there are without a text. */
    total: total ?? 0,
    refetch: () => void (isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    /** Loads the next page, if there is one. */
    more: () => {
      if (isNewest && hasNextPage && !isFetching && !isFetchNextPageError) void query.fetchNextPage();
    },
    hasMore: isNewest && hasNextPage,
    isMoreMissing: isNewest && isFetchNextPageError,
  };
}

/** What a picker offers. `data`, `error`, `isFetching` and `refetch` have the same meaning as in a query. */
export type Choices<Row> = ReturnType<typeof useChoices<Row>>;
