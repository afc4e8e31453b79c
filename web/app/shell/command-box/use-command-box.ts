import { queryOptions, useQueries, useQuery } from '@tanstack/react-query';
import type { Location } from '../../../../contract/locations.ts';
import * as searchContract from '../../../../contract/search.ts';
import { knowsSecondFactors, seesPastOfUsers, type UserRow } from '../../../../contract/users.ts';
import { locationViews } from '../../../features/locations/list/location-list.ts';
import { locationRowQuery } from '../../../features/locations/locations.api.ts';
import { rolesQuery } from '../../../features/roles/roles.api.ts';
import { useSettingsTabs } from '../../../features/settings/use-settings-tabs.ts';
import { useUserViews } from '../../../features/users/list/user-list.ts';
import { userRowQuery } from '../../../features/users/users.api.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { authState } from '../../../lib/account/auth-store.ts';
import { call } from '../../../lib/http/http.ts';
import { useNewest } from '../../../lib/list/use-newest.ts';
import { recentKey } from '../../../lib/network/query-keys.ts';
import { addLocationAct } from '../../../parts/acts/location-acts.ts';
import { addUserAct } from '../../../parts/acts/user-acts.ts';
import { districtsQuery } from '../../../parts/choose/district-choices.api.ts';
import { allViewsQuery } from '../../../parts/views/views.api.ts';
import { useNavigation } from '../navigation/use-navigation.ts';
import { ownPages } from '../popups/more-sheet.tsx';
import type { ActOfKind, BoxAct, BoxEntry, BoxRow, Placed, Typed } from './box-results.ts';
import { placed } from './found-rows.ts';
import {
  accessListEntry,
  districtsOf,
  moreLocationViews,
  moreUserViews,
  openingsOf,
  roleViewsOf,
  salesEntries,
  savedViewsOf,
  screensOf,
  viewsOf,
} from './screens.ts';
import {
  actOn,
  type BoxAnswer,
  type BoxQuestion,
  narrowed,
  questionOf,
  readBoxText,
  rowsOfAct,
  searchBox,
} from './search-box.ts';
import { useActsOfRows, useGeneralActs } from './use-box-acts.ts';

const recentShown = 8;
const addable: readonly string[] = [addUserAct.label, addLocationAct.label];

/** The answer to a text: locations and users by the server, all else by the browser. */
export function useCommandBox({ text: typed, of, act }: Typed, onDeactivate: (user: UserRow) => void) {
  const { hasPermission } = useAccess();
  const may = { user: hasPermission('users.read'), location: hasPermission('locations.read') };
  const { actsOfUser, actsOfLocation, allowed } = useActsOfRows(onDeactivate);
  const actsOfKind = [...allowed, ...useOpenings()].filter(({ kind }) => may[kind]);
  const { mode, text } = readBoxText(of ? '' : typed);
  const question = questionOfBox();
  const { opened, found, foundForAct, ...source } = useFoundRows(question, may);
  const rowsToAsk =
    act && text === '' ? opened.filter(({ result }) => result.kind === act.kind) : foundForAct;
  const rowsOfActs = rowsToAsk
    .flatMap(({ result }) => result.of ?? [])
    .slice(0, act ? recentShown : rowsOfAct);
  const { rowOf, isReading } = useActRows([
    ...(of ? [of.of] : []),
    ...(question.readsRows ? rowsOfActs : []),
  ]);
  const entries = useEntries();
  const acts = useGeneralActs();

  function questionOfBox(): BoxQuestion {
    if (of) return { text: '', rest: '' };
    if (act) return { text: '', rest: text, restKind: act.kind, readsRows: true };
    return questionOf(typed, actsOfKind);
  }

  function actsOf(row: BoxRow): readonly BoxAct[] {
    const read = rowOf(row);
    if (!read) return [];
    return 'full_name' in read ? actsOfUser(read) : actsOfLocation(read);
  }

  function answer(): BoxAnswer {
    if (act) {
      const rows = rowsToAsk.slice(0, recentShown);
      return {
        results: rows.flatMap(({ result }) =>
          actOn(act, result, actsOf).map((one) => ({ ...one, name: result.name })),
        ),
        didYouMean: [],
      };
    }
    if (text !== '' || mode === 'acts')
      return searchBox(typed, { entries, acts, actsOfKind, actsOf, found, foundForAct });
    return { results: opened.slice(0, recentShown).map(({ result }) => result), didYouMean: [] };
  }

  /** What may be added instead of what was not found. */
  const adding = acts.map(({ result }) => result).filter(({ name }) => addable.includes(name));
  return { answer: answer(), actsOf, adding, may, ...source, isSearching: source.isSearching || isReading };
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

function useOpenings(): ActOfKind[] {
  const { hasPermission, seesSales } = useAccess();
  const { data: roles = [] } = useQuery(rolesQuery);
  return openingsOf(
    { seesSales, audit: hasPermission('audit.read'), readUsers: hasPermission('users.read') },
    roles,
  );
}

function useEntries(): BoxEntry[] {
  const { hasPermission, seesSales } = useAccess();
  const pages = useNavigation();
  const { tabs } = useSettingsTabs();
  const userViews = useUserViews();
  const { data: saved = [] } = useQuery(allViewsQuery);
  const { data: roles = [] } = useQuery(rolesQuery);
  const { data: districts = [] } = useQuery(districtsQuery);
  const seesPast = seesPastOfUsers(hasPermission);
  const moreViews = [
    ...(seesPast ? moreUserViews.past : []),
    ...moreUserViews.invitations,
    ...(knowsSecondFactors(hasPermission) ? moreUserViews.factors : []),
  ];
  return [
    ...screensOf([...pages, ...ownPages], tabs),
    ...(seesSales ? salesEntries() : []),
    ...(hasPermission('users.read')
      ? [...roleViewsOf(roles), ...viewsOf('users', [...userViews, ...moreViews])]
      : []),
    ...(hasPermission('users.export') ? [accessListEntry()] : []),
    ...(hasPermission('locations.read')
      ? viewsOf('locations', [...locationViews, ...moreLocationViews])
      : []),
    ...districtsOf(districts),
    ...savedViewsOf(saved),
  ];
}

/** Comes with the profile, and stays in memory with what is opened later. */
const recentQuery = queryOptions({
  queryKey: recentKey,
  queryFn: async ({ signal }) => (await call(searchContract.listRecent, {}, { signal })).recent,
  initialData: () => authState().profile?.recent,
  staleTime: 'static',
  gcTime: Number.POSITIVE_INFINITY,
});

/** Two texts of which one may be empty. */
function searchQuery(question: string) {
  const { text, kind, rest, restKind }: BoxQuestion = JSON.parse(question);
  return queryOptions({
    queryKey: ['search', question],
    queryFn: async ({ signal }) => {
      const [found, foundForAct] = await Promise.all([
        searchRows(text, kind, signal),
        searchRows(rest, restKind, signal),
      ]);
      return { found, foundForAct };
    },
    enabled: text !== '' || rest !== '',
    staleTime: 0,
    gcTime: 0,
  });
}

async function searchRows(q: string, kind: BoxRow['kind'] | undefined, signal: AbortSignal) {
  if (q === '') return [];
  const answer = await call(searchContract.search, { query: { q, ...(kind && { kind }) } }, { signal });
  return [...answer.locations, ...answer.users].map((row) => placed(row, q));
}

/**
 * The locations and users that the texts find. Until the server has answered, those of the last answer, and of what was
 * opened lately, that the texts find as well.
 */
function useFoundRows({ text, kind, rest, restKind }: BoxQuestion, may: Record<BoxRow['kind'], boolean>) {
  const { data: recent = [] } = useQuery(recentQuery);
  const opened = recent.map((row) => placed(row));
  const { question, answerOf } = useNewest<{ found: Placed[]; foundForAct: Placed[] }>(
    JSON.stringify({ text, kind, rest, restKind }),
  );
  const query = useQuery(searchQuery(question));
  const { shown, searching, error } = answerOf(query);
  const hasText = text !== '' || rest !== '';
  const isAnswered = hasText && !searching && !error;
  const isOffered = ({ result: { of } }: Placed) => of !== undefined && may[of.kind];
  const { found = [], foundForAct = [] } = shown?.data ?? {};
  const rowsOf = (answered: Placed[], q: string, kind: BoxRow['kind'] | undefined) => {
    if (isAnswered) return answered.filter(isOffered);
    if (q === '') return [];
    const ofKind = [...found, ...foundForAct, ...opened].filter(
      (row) => isOffered(row) && (kind === undefined || row.result.kind === kind),
    );
    return narrowed([...new Map(ofKind.map((row) => [row.result.key, row])).values()], q);
  };
  return {
    opened: opened.filter(isOffered),
    found: rowsOf(found, text, kind),
    foundForAct: rowsOf(foundForAct, rest, restKind),
    isSearching: hasText && searching,
    error: hasText ? error : null,
    refetch: () => void query.refetch(),
  };
}
