import {
  infiniteQueryOptions,
  type QueryClient,
  type QueryKey,
  queryOptions,
  useQueryClient,
} from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import type { RowList } from '../../../contract/changes.ts';
import { pageDefaultRows, pageMaxRows } from '../../../contract/fields/limits.ts';
import type { ListPosition } from '../../../contract/lists/list.ts';
import { listFilterParameters } from '../../../contract/lists/list-filters.ts';
import { queryClient } from '../http/query-client.ts';
import { askForChanges } from '../network/change-log.ts';
import { createStore } from '../store.ts';
import {
  addOnTop,
  dropRow,
  keepOwn,
  type ListRow,
  type Page,
  type PageParam,
  type Pages,
  putRows,
  type Question,
} from './list-pages.ts';

/** A list of up to so many rows is loaded whole, so that the browser alone searches it. */
export const wholeMaxRows = 1000;

/** The query of a request for a page, or for some rows by their ids. */
export type PageQuery = Record<string, string | number>;

/** A list of the server. */
export interface ListSource<Row extends ListRow> {
  name: RowList;
  read: (query: PageQuery, signal?: AbortSignal) => Promise<Omit<Page<Row>, 'readAt'>>;
  /** How many rows match, always exactly. */
  count: (query: Record<string, string>, signal: AbortSignal) => Promise<number>;
  /** Where a row stands in the order of the list. */
  position: (id: string, query: Record<string, string>, signal: AbortSignal) => Promise<ListPosition>;
  /** Whether the names of all that the row refers to are there. */
  isNamed: (row: Row) => boolean;
}

export function listKey({ name }: { name: RowList }, question: Question) {
  return [name, 'list', question] as const;
}

/** Rows that were read stay as they are until the question changes: nothing reads them again by itself. */
export function listOptions<Row extends ListRow>(source: ListSource<Row>, question: Question) {
  return infiniteQueryOptions<Page<Row>, Error, Pages<Row>, readonly unknown[], PageParam>({
    queryKey: listKey(source, question),
    queryFn: ({ pageParam, signal }) => readPage(source, question, pageParam, signal),
    initialPageParam: { limit: pageDefaultRows },
    getNextPageParam: ({ next, total, isTotalExact }, { length }) =>
      next === null
        ? null
        : {
            after: next,
            limit:
              isTotalExact && total <= wholeMaxRows
                ? pageMaxRows
                : Math.min(pageMaxRows, pageDefaultRows * 2 ** length),
          },
    staleTime: 'static',
    structuralSharing: false,
  });
}

/** How many rows match now. */
export function countQuery<Row extends ListRow>(
  source: ListSource<Row>,
  { text, filters }: Pick<Question, 'text' | 'filters'>,
) {
  const question = { text, filters, sort: null };
  return queryOptions({
    queryKey: [source.name, 'count', question],
    queryFn: ({ signal }) => source.count(queryOf(question), signal),
    staleTime: 0,
    gcTime: 0,
  });
}

async function readPage<Row extends ListRow>(
  source: ListSource<Row>,
  question: Question,
  param: PageParam,
  signal: AbortSignal,
): Promise<Page<Row>> {
  const from = question.isFromEnd ? { from: 'end' } : {};
  const page = await source.read({ ...queryOf(question), ...from, ...param }, signal);
  return { ...page, readAt: performance.now() };
}

export function queryOf({ text, filters, sort }: Omit<Question, 'isFromEnd'>): Record<string, string> {
  return { ...listFilterParameters({ filters, sort }), ...(text && { q: text }) };
}

/** Changes what the cache has of a list, for each question. */
export function changeLists<Row extends ListRow>(
  client: QueryClient,
  source: { name: RowList },
  change: (data: Pages<Row>, isShown: boolean) => Pages<Row>,
) {
  for (const { queryKey } of client.getQueryCache().findAll({ queryKey: [source.name, 'list'] }))
    changePages<Row>(client, queryKey, change);
}

/** Changes the pages of one question. */
export function changePages<Row extends ListRow>(
  client: QueryClient,
  queryKey: QueryKey,
  change: (data: Pages<Row>, isShown: boolean) => Pages<Row>,
) {
  const query = client.getQueryCache().find({ queryKey });
  if (!query) return;
  const apply = () =>
    client.setQueryData<Pages<Row>>(queryKey, (data) => data && change(data, query.isActive()));
  apply();
  // A page that is on its way is added to the pages as they were when it was asked for.
  if (query.state.fetchStatus === 'fetching') void query.promise?.then(apply, () => undefined);
}

/** Another one after the rows of all lists were cleared: those that are still on the screen are not kept either. */
export const listGeneration = createStore(0);

/** Forgets the rows of a list, because the reader may not see all of them any more, and reads it again where it is shown. */
export function clearLists(client: QueryClient, name: RowList): Promise<void> {
  listGeneration.set(listGeneration.get() + 1);
  return client.resetQueries({ queryKey: [name, 'list'] });
}

/** The row as the lists have it. */
export function cachedRow<Row extends ListRow>(source: ListSource<Row>, id: string): Row | undefined {
  const lists = queryClient().getQueriesData<Pages<Row>>({ queryKey: [source.name, 'list'] });
  let newest: Row | undefined;
  for (const [, data] of lists) {
    for (const { rows } of data?.pages ?? []) {
      const row = rows.find((one) => one.id === id);
      if (row && (!newest || row.updated_at > newest.updated_at)) newest = row;
    }
  }
  return newest;
}

/** The row as the lists have it, as it changes. */
export function useCachedRow<Row extends ListRow>(source: ListSource<Row>, id: string): Row | undefined {
  const cache = useQueryClient().getQueryCache();
  return useSyncExternalStore(
    (listener) => cache.subscribe(({ query }) => query.queryKey[0] === source.name && listener()),
    () => cachedRow(source, id),
  );
}

/** What the user changed shows at once, where it is. What else it changed comes with the change log, as from others. */
export function putOwnRow<Row extends ListRow>(client: QueryClient, source: ListSource<Row>, row: Row) {
  changeLists(client, source, (data) => keepOwn(putRows(data, [row]), row.id));
  askForChanges();
}

/** What the user added stands on top of the list on the screen. */
export function addOwnRow<Row extends ListRow>(client: QueryClient, source: ListSource<Row>, row: Row) {
  changeLists(client, source, (data, isShown) => (isShown ? addOnTop(data, row) : data));
  askForChanges();
}

/** What the user deleted goes at once. */
export function dropOwnRow<Row extends ListRow>(client: QueryClient, source: ListSource<Row>, id: string) {
  changeLists(client, source, (data) => dropRow(data, id));
  askForChanges();
}
