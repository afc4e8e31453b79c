import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Location } from '../../../../contract/locations.ts';
import * as searchContract from '../../../../contract/search.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { IconSettings, IconUserCircle } from '../../../components/icons/icons.ts';
import { locationViews } from '../../../features/locations/list/location-list.ts';
import { locationRowQuery } from '../../../features/locations/locations.api.ts';
import { useSettingsTabs } from '../../../features/settings/use-settings-tabs.ts';
import { useUserViews } from '../../../features/users/list/user-list.ts';
import { userRowQuery } from '../../../features/users/users.api.ts';
import { useAccess } from '../../../lib/account/access.ts';
import { call } from '../../../lib/http/http.ts';
import { allViewsQuery } from '../../../parts/views/views.api.ts';
import { useNavigation } from '../navigation/use-navigation.ts';
import type { BoxAct, BoxEntry, BoxRow } from './box-results.ts';
import { savedViewsOf, screensOf, viewsOf } from './screens.ts';
import { type BoxAnswer, readBoxText, rowsOfAct, searchBox } from './search-box.ts';
import { useActsOfRows, useGeneralActs } from './use-box-acts.ts';
import { recentQuery, useFoundRows } from './use-box-source.ts';

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

const own = [
  { to: '/profile', label: 'Profile', Icon: IconUserCircle },
  { to: '/settings', label: 'Settings', Icon: IconSettings },
];

function useEntries(): BoxEntry[] {
  const pages = useNavigation();
  const { tabs } = useSettingsTabs();
  const userViews = useUserViews();
  const { data: saved = [] } = useQuery(allViewsQuery);
  return [
    ...screensOf([...pages, ...own], tabs),
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
