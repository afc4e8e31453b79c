import { useEffect, useState } from 'react';
import { onReconnect } from '../network/connection.ts';
import { useStore } from '../store.ts';
import type { Directory, DirectoryState } from './directory.ts';
import { Arranger, type ListQuery, textOf } from './directory-arrange.ts';
import { type Found, find } from './directory-find.ts';
import type { DirectoryRow } from './directory-rows.ts';
import type { Listing } from './listing.ts';
import { useWindows } from './use-windows.ts';

/** A list as a screen reads it. `data`, `error`, `isFetching` and `refetch` have the same meaning as in a query. */
export interface DirectoryView<Row> extends Listing<Row> {
  /** False while only the loaded rows were searched, so there may be more than `count`. */
  isExact: boolean;
  /** The loaded rows; undefined before the first of them. */
  data: Pick<DirectoryState<Row>, 'byId'> | undefined;
  total: number;
  loaded: number;
  complete: boolean;
  /** Why rows are missing: the last page failed, or the search on the server did. */
  error: Error | null;
  isFetching: boolean;
  /** What the user did to the list since it was opened: ids of rows; null for a change that fetched it again. */
  acts: readonly (string | null)[];
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
  /**
   * Of a picker, which itself orders a whole list and leaves rows out: what the server is asked for. It answers the best
   * matches of a search first, among the rows that pass these filters.
   */
  offered?: ListQuery['filters'];
};

const noFilters = {};

/** A screen that opens fetches the list again, unless it was fetched a moment ago. */
const defaultStaleTimeMs = 5_000;

/**
 * A list with a search over all of it. When it is complete, the answer is there in the same frame. Until then the
 * loaded rows are searched at once, and the server answers with its first rows and the exact count. A large list stays
 * on the server, which answers each search.
 */
export function useDirectory<Row extends DirectoryRow>(
  directory: Directory<Row>,
  text: string,
  reading: DirectoryReading = {},
): DirectoryView<Row> {
  const { enabled = true, staleTime = defaultStaleTimeMs } = reading;
  useFreshRows(directory, enabled, staleTime);
  const state = useStore(directory.store);
  const { shown, total, complete, failure, retry } = useShown(directory, state, text, reading);
  const isHere = state.loaded > 0 || state.complete;
  return {
    ...shown,
    data: isHere ? state : undefined,
    isExact: !shown.searching,
    total,
    acts: directory.acts,
    loaded: state.loaded,
    complete,
    error: state.error ?? (isHere ? failure : null),
    searching: shown.searching && !failure,
    isFetching: enabled && !state.complete && state.rest === null && !state.error,
    refetch: () => {
      directory.retry();
      if (failure) retry();
    },
  };
}

/** The rows that match: the loaded ones, or those of the server's answer. */
function useShown<Row extends DirectoryRow>(
  directory: Directory<Row>,
  state: DirectoryState<Row>,
  text: string,
  { filters = noFilters, sort = null, members, offered, enabled = true }: DirectoryReading,
) {
  const query = { filters, sort };
  const complete = state.complete && members !== null;
  const found = useFound(state, text);
  const arranged = useArranged(directory, state, found, query, members);
  const isFiltered = found.hits !== null || textOf({ filters, sort: null }) !== '';
  const isNarrowed = isFiltered || sort !== null;
  const isNeeded = enabled && !complete && (isNarrowed || state.rest !== null);
  const serverQuery = {
    ...(offered ? { filters: offered, sort: null } : query),
    isBest: offered !== undefined,
  };
  const windows = useWindows(directory, isNeeded, text, serverQuery);
  const local = localListing(state, arranged, { isFiltered, isOrderUnknown: sort !== null && !complete });
  const server = complete ? null : windows.listing;
  return {
    shown: server ?? { ...local, searching: isFiltered && !complete },
    total: server && !isNarrowed ? server.count : state.total,
    complete,
    failure: complete ? null : windows.error,
    retry: windows.retry,
  };
}

/** How many rows the next window of a large list brings. */
const nextRows = 200;

/** What the loaded rows answer by themselves. */
function localListing<Row extends DirectoryRow>(
  { rows, loaded, total, rest }: DirectoryState<Row>,
  arranged: readonly Row[] | null,
  { isFiltered, isOrderUnknown }: { isFiltered: boolean; isOrderUnknown: boolean },
): Omit<Listing<Row>, 'searching'> {
  const count = (isFiltered ? arranged?.length : undefined) ?? total;
  return {
    count,
    version: arranged ?? rows,
    reach: rest === null ? count : Math.min(count, loaded + nextRows),
    row: (index) => {
      // While pages load, a sorted list would jump as later rows arrive in between. So no row is shown yet.
      if (isOrderUnknown) return undefined;
      return arranged ? arranged[index] : index < loaded ? rows[index] : undefined;
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
  { rows, loaded }: DirectoryState<Row>,
  { hits, search }: Found,
  query: ListQuery,
  members: DirectoryReading['members'],
) {
  const [arrange] = useState(() => {
    let arranger: { of: Directory<Row>; arranger: Arranger<Row> } | undefined;
    let last: { of: readonly unknown[]; rows: readonly Row[] | null } | undefined;
    return (of: Directory<Row>, list: Arrangeable, what: ListQuery, others: readonly unknown[]) => {
      if (arranger?.of !== of) arranger = { of, arranger: new Arranger(of.rules) };
      const inputs = [of, list.rows, list.loaded, textOf(what), ...others];
      if (!last || inputs.some((input, index) => input !== last?.of[index])) {
        last = { of: inputs, rows: arranger.arranger.arrange(list, what) };
      }
      return last.rows;
    };
    type Arrangeable = Parameters<Arranger<Row>['arrange']>[0];
  });
  return arrange(directory, { rows, loaded, hits }, query, [JSON.stringify(search), members]);
}
