import { type UseInfiniteQueryResult, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { isFoundBy, type Search } from '../../../contract/lists/search-key.ts';
import { searchingSaidAfterMs, useIsSlow } from '../browser/use-is-slow.ts';
import { whenIdle } from '../browser/when-idle.ts';
import { onLostAnswer } from '../http/http.ts';
import { onReconnect } from '../network/connection.ts';
import { useStore } from '../store.ts';
import {
  changePages,
  type ListSource,
  listGeneration,
  listKey,
  listOptions,
  wholeMaxRows,
} from './list-cache.ts';
import {
  isWhole,
  type ListRow,
  loadedRows,
  outdated,
  type Pages,
  type Question,
  type Since,
  sinceOf,
} from './list-pages.ts';
import { type Base, basesOf, findHits, type LocalHits } from './local-hits.ts';
import { useFollowed } from './use-followed.ts';

/** Places for rows of the next page, so that a list can be scrolled on while it is loaded. */
const placesAhead = 30;
/** The next page is asked for so many screens before its first row. */
const screensAhead = 2;

/**
 * The answer of a list to a question. Each key asks at once, or follows the question that is under way: its answer is
 * kept for later and does not show. Meanwhile the loaded rows answer what they can. Of a list that is loaded whole,
 * nothing is asked.
 */
export function useList<Row extends ListRow>(source: ListSource<Row>, given: Omit<Question, 'isFromEnd'>) {
  // It reads the cache of queries, which the compiler takes for a constant.
  'use no memo';
  const client = useQueryClient();
  const [turned, setTurned] = useState<string | null>(null);
  const name = JSON.stringify(given);
  const question: Question = { ...given, isFromEnd: turned === name };
  const bases = basesOf(client, source, question);
  const whole = bases.find(({ data }) => isWhole(data));
  const { current, isNewest, query } = useNewestQuestion(source, whole?.question ?? question);
  const local = useHits(question, bases);
  const answer = isNewest && query.data && !sinceOf(query.data).isOutdated ? query.data : undefined;
  const found = rowsOf(answer, local, whole !== undefined, question.isFromEnd);
  const rows = useLast(found, useStore(listGeneration));
  const error = isNewest ? (query.error ?? query.failureReason) : null;
  const noteInView = useFollowed(source, current, query);
  useWholeList(current, query);
  useAnew(source, current, query);
  useGoingOn(query);

  const isAnswered = answer !== undefined;
  const hasMore = isAnswered && !whole && query.hasNextPage;
  const isTurned = question.isFromEnd && isAnswered;
  const { total, isTotalExact } = whole ? countOf(rows) : totalOf(answer);
  const since = answer && sinceOf(answer);
  return {
    /** The loaded rows, in their order. */
    rows,
    /** How many rows the scroll bar covers: behind the loaded ones are places for the next page. */
    reach: rows.length + (hasMore && !isTurned ? placesAhead : 0),
    /** How many rows match; null while that is not known. */
    ...{ total, isTotalExact },
    /** How many there are without a search and filters; null when that was not asked. */
    all: allOf(client.getQueriesData<Pages<Row>>({ queryKey: [source.name, 'list'] })),
    /** The rows are the complete answer, as far as they are loaded. */
    isAnswered,
    isWhole: isAnswered && !hasMore,
    isSearching: useIsSlow(!isAnswered && error === null, searchingSaidAfterMs),
    /** The rows are those of the question before. */
    isFormer: found === null,
    /** Nothing was ever shown. */
    isLoading: found === null && rows.length === 0 && error === null && !query.data,
    error,
    retry: () => void (query.isFetchNextPageError ? query.fetchNextPage() : query.refetch()),
    isFromEnd: isTurned,
    /** How many rows come before the loaded ones. */
    first: isTurned && isTotalExact ? (total ?? 0) - rows.length : 0,
    /** Shows the other end of the list; undefined when all rows are loaded. */
    turn: hasMore || isTurned ? () => setTurned(isTurned ? null : name) : undefined,
    /** The rows with these indexes are in view: those that follow are loaded in time. */
    see: (from: number, to: number) => {
      noteInView(rows.slice(from, to + 1).map(({ id }) => id));
      const ahead = screensAhead * (to - from + 1);
      const isNear = question.isFromEnd ? from < ahead : to + ahead >= rows.length;
      if (hasMore && isNear && !query.isFetching && !query.isError) void query.fetchNextPage();
    },
    waiting: since ? waitingOf(since, rows, whole && local ? local.base.search : null) : null,
    show: () => void query.refetch(),
    /** Rows that are empty in their places. */
    gone: since?.gone ?? noneGone,
    loadUpTo: (most: number) => loadUpTo(most, query, () => client.getQueryData(listKey(source, current))),
  };
}

/** A list as its page shows it. */
export type ListView<Row extends ListRow> = ReturnType<typeof useList<Row>>;

/** Asks one question at a time, the newest one after that which is under way. */
function useNewestQuestion<Row extends ListRow>(source: ListSource<Row>, target: Question) {
  'use no memo';
  const client = useQueryClient();
  const [current, setCurrent] = useState(target);
  const query = useInfiniteQuery(listOptions(source, current));
  const isUnderWay = query.isLoading && query.failureCount === 0;
  const isNewest = nameOf(current) === nameOf(target);
  // What is in the cache shows at once, and then the question under way is given up.
  if (!isNewest && (!isUnderWay || client.getQueryData(listKey(source, target)))) setCurrent(target);
  return { current, isNewest, query };
}

async function loadUpTo<Row extends ListRow>(
  most: number,
  query: Query<Row>,
  read: () => Pages<Row> | undefined,
): Promise<void> {
  for (let data = read(); data && !isWhole(data) && loadedRows(data).length < most; data = read()) {
    const { isError } = await query.fetchNextPage();
    if (isError) return;
  }
}

function totalOf(answer: Pages<unknown> | undefined) {
  const first = answer?.pages[0];
  return { total: first?.total ?? null, isTotalExact: first?.isTotalExact === true };
}

const countOf = (rows: readonly unknown[]) => ({ total: rows.length, isTotalExact: true });

const noneGone: Since<never>['gone'] = {};

type Query<Row> = UseInfiniteQueryResult<Pages<Row>>;

const nameOf = (question: Question) => JSON.stringify(question);

/** Null while nothing is known about the question. */
function rowsOf<Row extends ListRow>(
  answer: Pages<Row> | undefined,
  hits: LocalHits<Row> | null,
  isWholeBase: boolean,
  isFromEnd: boolean,
): readonly Row[] | null {
  if (!hits) return answer ? (isFromEnd ? loadedRows(answer).reverse() : loadedRows(answer)) : null;
  const byId = new Map(loadedRows(hits.base.data).map((row) => [row.id, row]));
  const found = hits.ids.flatMap((id) => byId.get(id) ?? []);
  if (isWholeBase) {
    const { onTop } = sinceOf(hits.base.data);
    const first = onTop.flatMap((id) => byId.get(id) ?? []);
    return first.length === 0 ? found : [...first, ...found.filter(({ id }) => !onTop.includes(id))];
  }
  // Of a search that no loaded row matches, the rows before stay until the answer.
  if (!answer) return found.length > 0 ? found : null;
  // The answer only adds below the rows that were found here.
  const rows = loadedRows(answer);
  const end = found.findIndex(({ id }) => id === rows.at(-1)?.id);
  return end < 0 ? rows : [...rows, ...found.slice(end + 1)];
}

/** The hits among the loaded rows, found again only when other rows are loaded: they do not move when values change. */
function useHits<Row extends ListRow>(
  question: Question,
  bases: readonly Base<Row>[],
): LocalHits<Row> | null {
  const [search] = useState(() => {
    let last: { name: string; hits: LocalHits<Row> | null } | undefined;
    return (name: string, among: readonly Base<Row>[]) => {
      if (last?.name !== name) last = { name, hits: findHits(among) };
      const { hits } = last;
      const base = among.find((one) => nameOf(one.question) === (hits && nameOf(hits.base.question)));
      return hits && base ? { ids: hits.ids, base } : null;
    };
  });
  if (question.text === '') return null;
  const versions = bases.map((base) => [base.question, base.data.pages.map(({ readAt }) => readAt)]);
  return search(JSON.stringify([question, versions]), bases);
}

/** The rows that were shown last, until there are others. */
function useLast<Row>(rows: readonly Row[] | null, generation: number): readonly Row[] {
  const [keep] = useState(() => {
    let last: readonly Row[] = [];
    let of = generation;
    return (next: readonly Row[] | null, now: number) => {
      if (next) last = next;
      else if (of !== now) last = [];
      of = now;
      return last;
    };
  });
  return keep(rows, generation);
}

/** A question that was left with changes in its rows is asked again when it comes back. */
function useAnew<Row extends ListRow>(source: ListSource<Row>, current: Question, query: Query<Row>) {
  const client = useQueryClient();
  const [last, setLast] = useState(current);
  const hasChanged = nameOf(last) !== nameOf(current);
  const leave = useEffectEvent(() => {
    changePages<Row>(client, listKey(source, last), outdated);
    setLast(current);
    const data = client.getQueryData<Pages<Row>>(listKey(source, current));
    if (data && sinceOf(data).isOutdated) void query.refetch();
  });
  useEffect(() => {
    if (hasChanged) leave();
  }, [hasChanged]);
}

/** A list that is not large is loaded whole, so that a search asks nothing. */
function useWholeList<Row extends ListRow>({ text }: Question, query: Query<Row>) {
  const { data, hasNextPage, isFetching, isError } = query;
  const { total = 0, isTotalExact = false } = data?.pages[0] ?? {};
  const isMissing = hasNextPage && !isFetching && !isError;
  const isNeeded = isMissing && text === '' && isTotalExact && total <= wholeMaxRows;
  const load = useEffectEvent(() => void query.fetchNextPage());
  useEffect(() => {
    if (!isNeeded) return;
    const timer = whenIdle(() => load());
    return () => clearTimeout(timer);
  }, [isNeeded]);
}

/** A page that did not come is asked for again when the server is back. */
function useGoingOn<Row extends ListRow>(query: Query<Row>) {
  const goOn = useEffectEvent(() => {
    if (query.isFetchNextPageError) void query.fetchNextPage();
    else if (query.isError) void query.refetch();
  });
  useEffect(() => onReconnect(() => goOn()), []);
  // The save may have happened, and it is the user's own.
  const readAgain = useEffectEvent(() => void query.refetch());
  useEffect(() => onLostAnswer(() => readAgain()), []);
}

/** Changes that wait to be shown: null for none, 'some' when nobody says how many. */
function waitingOf<Row extends ListRow>(
  since: Since<Row>,
  rows: readonly Row[],
  search: Search | null,
): number | 'some' | null {
  const { added, departed, gone, own, isOther } = since;
  if (isOther) return 'some';
  const isFound = (row: Row) => search === null || isFoundBy(search, row);
  const hasDeparted = (row: Row) =>
    gone[row.id] !== undefined || departed.includes(row.id) || !(own.includes(row.id) || isFound(row));
  const count = added.filter(isFound).length + rows.filter(hasDeparted).length;
  return count > 0 ? count : null;
}

function allOf<Row>(lists: [key: readonly unknown[], data: Pages<Row> | undefined][]) {
  const plain = lists.find(([key, data]) => {
    const { text, filters } = key[2] as Question;
    return data && !sinceOf(data).isCountOld && text === '' && Object.keys(filters).length === 0;
  });
  const first = plain?.[1]?.pages[0];
  return first ? { total: first.total, isTotalExact: first.isTotalExact } : null;
}
