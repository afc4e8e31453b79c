import { useEffect, useRef, useState } from 'react';
import { onReconnect } from '../network/connection.ts';
import { useStore } from '../store.ts';
import type { Directory, DirectoryState } from './directory.ts';
import { Arranger, type ListQuery, textOf } from './directory-arrange.ts';
import { type Found, find } from './directory-find.ts';
import type { Page } from './directory-pages.ts';
import type { DirectoryRow } from './directory-rows.ts';

/** A list as a screen reads it. `data`, `error`, `isFetching` and `refetch` have the same meaning as in a query. */
export interface DirectoryView<Row> {
  /** The loaded rows; undefined before the first of them. */
  data: Pick<DirectoryState<Row>, 'byId'> | undefined;
  /** How many rows match; their indexes are below it. */
  count: number;
  /** False while only the loaded rows were searched, so there may be more than `count`. */
  isExact: boolean;
  /** The row at an index; undefined while it is loading. */
  row: (index: number) => Row | undefined;
  total: number;
  loaded: number;
  complete: boolean;
  /** Why rows are missing: the last page failed, or the search on the server did. */
  error: Error | null;
  /** True while the server is asked because the loaded rows are not enough. */
  searching: boolean;
  isFetching: boolean;
  /** How many of the loaded rows that match the search and the other filters have each value of a field. */
  countValues: (field: string) => Map<string, number>;
  refetch: () => void;
}

/** `enabled` and `staleTime` have the same meaning as in a query. */
export type DirectoryReading<Filtering extends ListQuery = ListQuery> = Partial<Filtering> & {
  /** False to read only the loaded rows. */
  enabled?: boolean;
  /** The age in ms from which the list is fetched again when a screen opens it. */
  staleTime?: number;
  /**
   * The rows that a filter means which rows cannot tell by themselves; null while they are unknown, so that the server
   * answers.
   */
  members?: ReadonlySet<string> | null | undefined;
};

const noFilters = {};

const serverSearchDelayMs = 150;
/** A screen that opens fetches the list again, unless it was fetched a moment ago. */
const defaultStaleTimeMs = 5_000;

/**
 * A list with a search over all of it. When it is complete, the answer is there in the same frame. Until then the
 * loaded rows are searched at once, and the server answers with its first rows and the exact count.
 */
export function useDirectory<Row extends DirectoryRow>(
  directory: Directory<Row>,
  text: string,
  reading: DirectoryReading = {},
): DirectoryView<Row> {
  const { filters = noFilters, sort = null, members } = reading;
  const { enabled = true, staleTime = defaultStaleTimeMs } = reading;
  const query = { filters, sort };
  useFreshRows(directory, enabled, staleTime);
  const state = useStore(directory.store);
  const complete = state.complete && members !== null;
  const found = useFound(state, text);
  const arranged = useArranged(directory, state, found, query, members);
  const { answer, askAgain } = useServerSearch(directory, { ...state, complete }, text, query);

  const isFiltered = found.hits !== null || textOf({ filters, sort: null }) !== '';
  const searching = isFiltered && !complete;
  const server = complete ? undefined : answer?.page;
  const isHere = state.loaded > 0 || state.complete;
  // While pages load, a sorted list would jump as later rows arrive in between. So no row is shown yet.
  const isOrderUnknown = sort !== null && !complete && !answer;
  return {
    data: isHere ? state : undefined,
    count: server?.total ?? (isFiltered ? arranged.rows?.length : undefined) ?? state.total,
    isExact: !searching || server !== undefined,
    row: (index) => {
      if (server) return server.rows[index];
      if (isOrderUnknown) return undefined;
      return arranged.rows ? arranged.rows[index] : index < state.loaded ? state.rows[index] : undefined;
    },
    total: state.total,
    loaded: state.loaded,
    complete,
    error: state.error ?? (isHere && searching ? (answer?.error ?? null) : null),
    searching: searching && !answer,
    countValues: arranged.countValues,
    isFetching: enabled && !state.complete && !state.error,
    refetch: () => {
      directory.retry();
      if (answer?.error) askAgain();
    },
  };
}

/**
 * Loads the list when it is first shown, and again in the background when the user or the network comes back to an
 * old list.
 */
function useFreshRows<Row extends DirectoryRow>(
  directory: Directory<Row>,
  enabled: boolean,
  staleTime: number,
) {
  useEffect(() => {
    if (!enabled) return;
    const load = () => {
      if (document.visibilityState === 'visible') directory.load(staleTime);
    };
    load();
    document.addEventListener('visibilitychange', load);
    const stop = onReconnect(() => (directory.getState().error ? directory.retry() : load()));
    return () => {
      document.removeEventListener('visibilitychange', load);
      stop();
    };
  }, [directory, enabled, staleTime]);
}

/** The search among the loaded rows. Each search starts from the previous one. */
function useFound<Row extends DirectoryRow>(state: DirectoryState<Row>, text: string): Found {
  const [search] = useState(() => {
    let last: Found | undefined;
    return (list: DirectoryState<Row>, sought: string) => {
      last = find(list, sought, last);
      return last;
    };
  });
  return search(state, text);
}

/** The loaded rows, filtered and sorted, computed again only when something changed. */
function useArranged<Row extends DirectoryRow>(
  directory: Directory<Row>,
  state: DirectoryState<Row>,
  { hits, search }: Found,
  query: ListQuery,
  members: DirectoryReading['members'],
) {
  const [arrange] = useState(() => {
    let arranger: { of: Directory<Row>; arranger: Arranger<Row> } | undefined;
    let last: { of: readonly unknown[]; rows: readonly Row[] | null } | undefined;
    return (of: Directory<Row>, list: Arrangeable, what: ListQuery, others: readonly unknown[]) => {
      if (arranger?.of !== of) arranger = { of, arranger: new Arranger(of.rules) };
      const known = arranger.arranger;
      const inputs = [of, list.rows, list.loaded, textOf(what), ...others];
      if (!last || inputs.some((input, index) => input !== last?.of[index])) {
        last = { of: inputs, rows: known.arrange(list, what) };
      }
      return { rows: last.rows, countValues: (field: string) => known.countValues(list, what, field) };
    };
    type Arrangeable = Parameters<Arranger<Row>['arrange']>[0];
  });
  const { rows, loaded } = state;
  return arrange(directory, { rows, loaded, hits }, query, [JSON.stringify(search), members]);
}

interface ServerAnswer<Row> {
  directory: unknown;
  question: string;
  page?: Page<Row>;
  error?: Error;
}

/**
 * The server's answer to this search, filter and sort; null without one. Requested only while the list is incomplete.
 */
function useServerSearch<Row extends DirectoryRow>(
  directory: Directory<Row>,
  { complete, revision }: DirectoryState<Row>,
  text: string,
  query: ListQuery,
): { answer: ServerAnswer<Row> | null; askAgain: () => void } {
  const [answer, setAnswer] = useState<ServerAnswer<Row> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const sought = text.trim();
  const filtering = textOf(query);
  const question = `${revision} ${attempt} ${filtering} ${sought}`;
  const isNeeded = (sought !== '' || filtering !== '') && !complete;
  // A text, because an effect that runs again for an equal object of filters would request again and again.
  const queryRef = useRef(query);
  useEffect(() => {
    queryRef.current = query;
  });

  useEffect(() => {
    if (!isNeeded) return;
    const search = new AbortController();
    const keep = (reply: { page: Page<Row> } | { error: Error }) => {
      if (!search.signal.aborted) setAnswer({ directory, question, ...reply });
    };
    const timer = setTimeout(() => {
      directory.search(sought, queryRef.current, search.signal).then(
        (page) => keep({ page }),
        (error: unknown) => keep({ error: error instanceof Error ? error : new Error(String(error)) }),
      );
    }, serverSearchDelayMs);
    return () => {
      clearTimeout(timer);
      search.abort();
    };
  }, [directory, question, sought, isNeeded]);

  const isCurrent = answer?.directory === directory && answer.question === question;
  return { answer: isCurrent ? answer : null, askAgain: () => setAttempt(attempt + 1) };
}
