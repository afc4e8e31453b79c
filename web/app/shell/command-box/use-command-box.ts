import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { Location } from '../../../../contract/locations.ts';
import type { FoundLocation, FoundUser } from '../../../../contract/search.ts';
import * as searchContract from '../../../../contract/search.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { locationViews } from '../../../features/locations/list/location-list.ts';
import { locationRowQuery } from '../../../features/locations/locations.api.ts';
import { useSettingsTabs } from '../../../features/settings/use-settings-tabs.ts';
import { useUserViews } from '../../../features/users/list/user-list.ts';
import { userRowQuery } from '../../../features/users/users.api.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { authState } from '../../../lib/account/auth-store.ts';
import { choiceName, townName } from '../../../lib/format/location-names.ts';
import { call } from '../../../lib/http/http.ts';
import { useNewest } from '../../../lib/list/use-newest.ts';
import { allViewsQuery } from '../../../parts/views/views.api.ts';
import { useNavigation } from '../navigation/use-navigation.ts';
import { ownPages } from '../popups/more-sheet.tsx';
import type { BoxAct, BoxEntry, BoxResult, BoxRow, Placed } from './box-results.ts';
import { savedViewsOf, screensOf, viewsOf } from './screens.ts';
import { type BoxAnswer, narrowed, readBoxText, rowsOfAct, rowTextOf, searchBox } from './search-box.ts';
import { actsOfKind, useActsOfRows, useGeneralActs } from './use-box-acts.ts';

const recentShown = 8;

/** The answer to a text: locations and users by the server, all else by the browser. */
export function useCommandBox(typed: string, of: BoxRow | null, onDeactivate: (user: UserRow) => void) {
  const { hasPermission } = useAccess();
  const may = { user: hasPermission('users.read'), location: hasPermission('locations.read') };
  const { opened, found, ...source } = useFoundRows(typed, may);
  const { mode, text } = readBoxText(typed);
  const rowsOfActs = mode === 'acts' ? found.flatMap(({ result }) => result.of ?? []) : [];
  const { rowOf, isReading } = useActRows([...(of ? [of] : []), ...rowsOfActs].slice(0, rowsOfAct));
  const { actsOfUser, actsOfLocation, allowed } = useActsOfRows(onDeactivate);
  const entries = useEntries();
  const acts = useGeneralActs();

  function actsOf(row: BoxRow): readonly BoxAct[] {
    const read = rowOf(row);
    if (!read) return [];
    return 'full_name' in read ? actsOfUser(read) : actsOfLocation(read);
  }

  function answer(): BoxAnswer {
    if (text !== '' || mode === 'acts') {
      const actsOfKind = allowed.filter(({ kind }) => may[kind]);
      return searchBox(typed, { entries, acts, actsOfKind, actsOf, found });
    }
    const screens =
      mode === 'all' ? entries.filter(({ result }) => result.kind === 'screen' && !result.detail) : [];
    return {
      results: [...opened.slice(0, recentShown), ...screens.map(({ result }) => result)],
      didYouMean: [],
    };
  }

  return { answer: answer(), actsOf, may, ...source, isSearching: source.isSearching || isReading };
}

/** The rows that acts are done to. */
function useActRows(rows: readonly BoxRow[]) {
  const idsOf = (kind: BoxRow['kind']) => rows.filter((row) => row.kind === kind).map(({ id }) => id);
  const users = useQueries({ queries: idsOf('user').map((id) => userRowQuery(id)) });
  const locations = useQueries({ queries: idsOf('location').map((id) => locationRowQuery(id)) });
  return {
    rowOf: ({ id }: BoxRow): UserRow | Location | undefined =>
      [...users, ...locations].map(({ data }) => data).find((row) => row?.id === id),
    isReading: [...users, ...locations].some(({ isLoading }) => isLoading),
  };
}

function useEntries(): BoxEntry[] {
  const pages = useNavigation();
  const { tabs } = useSettingsTabs();
  const userViews = useUserViews();
  const { data: saved = [] } = useQuery(allViewsQuery);
  return [
    ...screensOf([...pages, ...ownPages], tabs),
    ...viewsOf('locations', locationViews),
    ...viewsOf('users', userViews),
    ...savedViewsOf(saved),
  ];
}

/** Counts what was opened. Not worth a word when it fails. */
export function useRemember() {
  const client = useQueryClient();
  return ({ kind, id }: BoxRow) =>
    void call(searchContract.addRecent, { body: { kind, id } }).then(
      ({ recent }) => client.setQueryData(recentQuery.queryKey, recent),
      () => {},
    );
}

/** Comes with the profile, and stays in memory with what is opened later. */
const recentQuery = queryOptions({
  queryKey: ['recent'],
  queryFn: async ({ signal }) => (await call(searchContract.listRecent, {}, { signal })).recent,
  initialData: () => authState().profile?.recent,
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
});

function resultOf(row: FoundUser | FoundLocation): BoxResult {
  const { id, kind, name } = row;
  const found = { key: id, kind, of: { kind, id } };
  if (row.kind === 'location') {
    const link = { to: '/locations/$id', params: { id } } as const;
    return { ...found, name: choiceName(row), detail: townName(row), link };
  }
  const { email, location, is_active } = row;
  const detail = [location, name === email ? null : email].filter(Boolean).join(' · ');
  const link = { to: '/users/$userId', params: { userId: id } } as const;
  return { ...found, name, detail, isInactive: !is_active, link };
}

function placed(row: FoundUser | FoundLocation): Placed {
  const { tier, weight, name } = row;
  return { tier, weight, order: fold(name), result: resultOf(row) };
}

/** `question` is a mode and a text: 'user ana'. */
function searchQuery(question: string) {
  const [mode, ...words] = question.split(' ');
  const q = words.join(' ');
  return queryOptions({
    queryKey: ['search', mode, q],
    queryFn: async ({ signal }) => {
      const kind = mode === 'user' || mode === 'location' ? mode : undefined;
      const answer = await call(searchContract.search, { query: { q, ...(kind && { kind }) } }, { signal });
      return [...answer.locations, ...answer.users].map(placed);
    },
    enabled: q !== '',
    staleTime: 0,
    gcTime: 0,
  });
}

/**
 * The locations and users that the text finds. Until the server has answered, those of the last answer, and of what was
 * opened lately, that the text finds as well.
 */
function useFoundRows(typed: string, may: Record<BoxRow['kind'], boolean>) {
  const { data: recent = [] } = useQuery(recentQuery);
  const opened = recent.map(placed);
  const { mode } = readBoxText(typed);
  const text = rowTextOf(typed, actsOfKind);
  const { question, answerOf } = useNewest<Placed[]>(`${mode} ${text}`);
  const query = useQuery(searchQuery(question));
  const { shown, searching, error } = answerOf(query);
  const hasText = text !== '';
  const isAnswered = hasText && !searching && !error;
  const isOffered = ({ result: { of } }: Placed) =>
    of !== undefined && may[of.kind] && (mode === of.kind || mode === 'all' || mode === 'acts');
  const atHand = (rows: readonly Placed[]) => {
    const once = new Map(rows.filter(isOffered).map((row) => [row.result.key, row]));
    return narrowed([...once.values()], text);
  };
  return {
    opened: opened.filter(isOffered).map(({ result }) => result),
    found: isAnswered
      ? (shown?.data ?? []).filter(isOffered)
      : hasText
        ? atHand([...(shown?.data ?? []), ...opened])
        : [],
    isSearching: hasText && searching,
    error: hasText ? error : null,
    refetch: () => void query.refetch(),
  };
}
