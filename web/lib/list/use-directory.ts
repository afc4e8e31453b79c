import { useEffect, useState, useSyncExternalStore } from 'react';
import { onReconnect } from '../network/connection.ts';
import type { Directory, DirectoryState } from './directory.ts';
import { type Found, find } from './directory-find.ts';
import type { Page } from './directory-pages.ts';
import type { DirectoryRow } from './directory-rows.ts';

/** What a screen shows of a list. */
export interface DirectoryView<Row> {
  /** How many rows match; every one of them has an index below it. */
  count: number;
  /** False while only the rows at hand were searched: there may be more than `count`. */
  isExact: boolean;
  /** The row at an index, or undefined while it is not here yet. */
  row: (index: number) => Row | undefined;
  total: number;
  loaded: number;
  complete: boolean;
  status: 'loading' | 'ready' | 'failed';
  /** Why rows are missing: the last page failed, or the server's search did. */
  error: Error | null;
  /** True while the server is asked for what the rows at hand cannot tell. */
  searching: boolean;
  retry: () => void;
}

const serverSearchDelayMs = 150;
/** Whoever opens a screen expects the present: only a list that was read a moment ago is not asked for again. */
const staleAfterMs = 5_000;

/**
 * A list with a search over all of it. Complete: the answer in the same frame. Not yet: what is here at
 * once, then the server's first rows with the true count, until the list is complete.
 */
export function useDirectory<Row extends DirectoryRow>(
  directory: Directory<Row>,
  text: string,
): DirectoryView<Row> {
  useFreshRows(directory);
  const state = useSyncExternalStore(directory.subscribe, directory.getState);
  const found = useFound(state, text);
  const { answer, askAgain } = useServerSearch(directory, state, text);

  const searching = found.hits !== null && !state.complete;
  const server = searching ? answer?.page : undefined;
  return {
    count: server?.total ?? found.hits?.length ?? state.total,
    isExact: !searching || server !== undefined,
    row: (index) => {
      if (server) return server.rows[index];
      return index < state.loaded ? state.rows[found.hits ? (found.hits[index] ?? -1) : index] : undefined;
    },
    total: state.total,
    loaded: state.loaded,
    complete: state.complete,
    status: state.loaded > 0 || state.complete ? 'ready' : state.error ? 'failed' : 'loading',
    error: state.error ?? (searching ? (answer?.error ?? null) : null),
    searching: searching && !answer,
    retry: () => {
      directory.retry();
      if (answer?.error) askAgain();
    },
  };
}

/** Loads on first sight, and again in the background when somebody or the network comes back to an old list. */
function useFreshRows<Row extends DirectoryRow>(directory: Directory<Row>) {
  useEffect(() => {
    const load = () => {
      if (document.visibilityState === 'visible') directory.load(staleAfterMs);
    };
    load();
    document.addEventListener('visibilitychange', load);
    const stop = onReconnect(() => (directory.getState().error ? directory.retry() : load()));
    return () => {
      document.removeEventListener('visibilitychange', load);
      stop();
    };
  }, [directory]);
}

/** The search among the rows at hand, each starting from the one before. */
function useFound<Row>(state: DirectoryState<Row>, text: string): Found {
  const [search] = useState(() => {
    let last: Found | undefined;
    return (list: DirectoryState<Row>, sought: string) => {
      last = find(list, sought, last);
      return last;
    };
  });
  return search(state, text);
}

interface ServerAnswer<Row> {
  directory: unknown;
  question: string;
  page?: Page<Row>;
  error?: Error;
}

/** The server's answer to this very text, or null; asked only while the list is incomplete. */
function useServerSearch<Row extends DirectoryRow>(
  directory: Directory<Row>,
  { complete, revision }: DirectoryState<Row>,
  text: string,
): { answer: ServerAnswer<Row> | null; askAgain: () => void } {
  const [answer, setAnswer] = useState<ServerAnswer<Row> | null>(null);
  const [attempt, setAttempt] = useState(0);
  const sought = text.trim();
  const question = `${revision} ${attempt} ${sought}`;
  const isNeeded = sought !== '' && !complete;

  useEffect(() => {
    if (!isNeeded) return;
    const asking = new AbortController();
    const keep = (reply: { page: Page<Row> } | { error: Error }) => {
      if (!asking.signal.aborted) setAnswer({ directory, question, ...reply });
    };
    const timer = setTimeout(() => {
      directory.search(sought, asking.signal).then(
        (page) => keep({ page }),
        (error: unknown) => keep({ error: error instanceof Error ? error : new Error(String(error)) }),
      );
    }, serverSearchDelayMs);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [directory, question, sought, isNeeded]);

  const isCurrent = answer?.directory === directory && answer.question === question;
  return { answer: isCurrent ? answer : null, askAgain: () => setAttempt(attempt + 1) };
}
