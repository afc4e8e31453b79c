import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Location } from '../../../../contract/locations.ts';
import * as recentContract from '../../../../contract/recent.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { IconSettings, IconUserCircle } from '../../../components/icons/icons.ts';
import { locationViews } from '../../../features/locations/list/location-list.ts';
import { locationRowQuery } from '../../../features/locations/locations.api.ts';
import { useSettingsTabs } from '../../../features/settings/use-settings-tabs.ts';
import { useUserViews } from '../../../features/users/list/user-list.ts';
import { userRowQuery } from '../../../features/users/users.api.ts';
import { allViewsQuery } from '../../../features/views/views.api.ts';
import { call } from '../../../lib/http/http.ts';
import { useNavigation } from '../navigation/use-navigation.ts';
import type { BoxAct, BoxEntry, BoxResult, BoxRow, Placed } from './box-results.ts';
import { savedViewsOf, screensOf, viewsOf } from './screens.ts';
import {
  type BoxAnswer,
  createBoxSearch,
  readBoxText,
  type Searched,
  type SearchedList,
} from './search-box.ts';
import { useActsOfRows, useGeneralActs } from './use-box-acts.ts';
import { presentLocation, presentUser, recentQuery, useBoxRows, useFoundByServer } from './use-box-source.ts';

const recentShown = 8;
/** Whose acts are read from the server, one row each. */
const actRowsMax = 5;

/** The answer to a text, from the lists in memory or from the server. */
export function useCommandBox(typed: string, of: BoxRow | null, onDeactivate: (user: UserRow) => void) {
  const rows = useBoxRows();
  const { data: recent = [] } = useQuery(recentQuery);
  const server = useFoundByServer(typed, !rows.isLocal);
  const readRow = useActRows(rows, server.found, of);
  const { actsOfUser, actsOfLocation, allowed } = useActsOfRows(onDeactivate);
  const [search] = useState(createBoxSearch);
  const entries = useEntries();
  const acts = useGeneralActs();

  function actsOf(row: BoxRow): readonly BoxAct[] {
    const found = readRow(row);
    if (!found) return [];
    return 'full_name' in found ? actsOfUser(found) : actsOfLocation(found);
  }

  const users = rows.users && {
    rows: rows.users,
    present: (user: (typeof rows.users)[number]) => presentUser(user, rows.placeOf(user)),
  };
  const locations = rows.locations && { rows: rows.locations, present: presentLocation };
  const searched: Searched = {
    lists: {
      user: users as unknown as SearchedList | null,
      location: locations as unknown as SearchedList | null,
    },
    entries,
    acts,
    actsOfKind: allowed.filter(({ kind }) => rows.may[kind]),
    actsOf,
    weights: new Map(recent.map(({ id, weight }) => [id, weight])),
    found: server.found,
  };

  function answer(): BoxAnswer {
    const { mode, text } = readBoxText(typed);
    if (text !== '' || mode === 'acts') return search(typed, searched);
    const kinds = mode === 'all' ? ['user', 'location'] : [mode];
    const byId = new Map([...(rows.users ?? []).map((user) => [user.id, user] as const)]);
    const places = new Map([...(rows.locations ?? []).map((one) => [one.id, one] as const)]);
    const opened = rows.isLocal
      ? recent.flatMap(({ kind, id }): BoxResult[] => {
          const [user, location] = [byId.get(id), places.get(id)];
          if (kind === 'user') return user ? [presentUser(user, rows.placeOf(user))] : [];
          return location ? [presentLocation(location)] : [];
        })
      : (server.found ?? []).toSorted((a, b) => b.weight - a.weight).map(({ result }) => result);
    const screens =
      mode === 'all' ? entries.filter(({ result }) => result.kind === 'screen' && !result.detail) : [];
    return {
      results: [
        ...opened.filter(({ kind }) => kinds.includes(kind)).slice(0, recentShown),
        ...screens.map(({ result }) => result),
      ],
      didYouMean: [],
    };
  }

  return { answer: answer(), actsOf, may: rows.may, ...server };
}

/** The row that an act is done to: from the list, else read. */
function useActRows(
  { users, locations, isLocal }: ReturnType<typeof useBoxRows>,
  found: readonly Placed[] | undefined,
  of: BoxRow | null,
): (row: BoxRow) => UserRow | Location | undefined {
  const wanted = isLocal
    ? []
    : [...(of ? [of] : []), ...(found ?? []).flatMap(({ result }) => result.of ?? [])];
  const needed = wanted.slice(0, actRowsMax);
  const ids = (kind: BoxRow['kind']) => needed.filter((row) => row.kind === kind).map(({ id }) => id);
  const readUsers = useQueries({ queries: ids('user').map((id) => userRowQuery(id)) });
  const readLocations = useQueries({ queries: ids('location').map((id) => locationRowQuery(id)) });
  return ({ kind, id }) => {
    const known: readonly (UserRow | Location | undefined)[] =
      kind === 'user'
        ? (users ?? readUsers.map(({ data }) => data))
        : (locations ?? readLocations.map(({ data }) => data));
    return known.find((row) => row?.id === id);
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
    void call(recentContract.addRecent, { body: { kind, id } }).then(
      ({ recent }) => client.setQueryData(recentQuery.queryKey, recent),
      () => {},
    );
}
