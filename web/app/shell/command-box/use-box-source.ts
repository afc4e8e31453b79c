import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { fold } from '../../../../contract/lists/search-key.ts';
import * as recentContract from '../../../../contract/recent.ts';
import type { FoundLocation, FoundUser } from '../../../../contract/search.ts';
import * as searchContract from '../../../../contract/search.ts';
import { displayName } from '../../../../contract/users.ts';
import { type ListedLocation, useLocations } from '../../../features/locations/locations.api.ts';
import { useNamedUsers } from '../../../features/users/use-named-users.ts';
import { type ListedUser, useUsers } from '../../../features/users/users.api.ts';
import { useAccess } from '../../../lib/account/access.ts';
import type { DirectoryView } from '../../../lib/directory/index.ts';
import { choiceName, townName } from '../../../lib/format/location-names.ts';
import { call } from '../../../lib/http/http.ts';
import type { BoxResult, BoxRow, Placed } from './box-results.ts';
import { readBoxText, rowTextOf } from './search-box.ts';
import { actsOfKind } from './use-box-acts.ts';

const pauseMs = 150;
/** The lists follow the changes of others by themselves. Fetched at each opening, they came while the user types. */
const listStaleMs = 5 * 60_000;

export const recentQuery = queryOptions({
  queryKey: ['recent'],
  queryFn: async ({ signal }) => (await call(recentContract.listRecent, {}, { signal })).recent,
  staleTime: 60_000,
});

/** The two lists when they are in memory; else the server answers. */
export function useBoxRows() {
  const { hasPermission } = useAccess();
  const may = { user: hasPermission('users.read'), location: hasPermission('locations.read') };
  const users = useUsers('', { enabled: may.user, staleTime: listStaleMs });
  const locations = useLocations('', { enabled: may.location, staleTime: listStaleMs });
  const named = useNamedUsers(may.location, undefined);
  const isLocal = (!may.user || users.complete) && (!may.location || locations.complete);
  return {
    may,
    isLocal,
    users: useWhole(users, isLocal && may.user),
    locations: useWhole(locations, isLocal && may.location),
    placeOf: (user: ListedUser) => named(user).locations[0]?.name ?? null,
  };
}

function useWhole<Row>({ data }: DirectoryView<Row>, isHere: boolean): readonly Row[] | null {
  return useMemo(() => (isHere && data ? [...data.byId.values()] : null), [isHere, data]);
}

/** What stays from one key to the next is not drawn again. */
const presented = new WeakMap<object, BoxResult>();

function sameAs(row: object, result: BoxResult): BoxResult {
  const before = presented.get(row);
  if (before?.detail === result.detail) return before;
  presented.set(row, result);
  return result;
}

export function presentUser(user: ListedUser, place: string | null): BoxResult {
  return sameAs(user, userResult({ ...user, name: displayName(user), location: place }));
}

function userResult({
  id,
  name,
  email,
  is_active,
  location,
}: Pick<FoundUser, 'id' | 'name' | 'email' | 'is_active' | 'location'>): BoxResult {
  return {
    key: id,
    kind: 'user',
    name,
    detail: [location, name === email ? null : email].filter(Boolean).join(' · '),
    isInactive: !is_active,
    link: { to: '/users/$userId', params: { userId: id } },
    of: { kind: 'user', id },
  };
}

export function presentLocation(
  location: Pick<ListedLocation, 'id' | 'name' | 'number' | 'closed_on' | 'city' | 'state'>,
): BoxResult {
  const { id } = location;
  return sameAs(location, {
    key: id,
    kind: 'location',
    name: choiceName(location),
    detail: townName(location),
    link: { to: '/locations/$id', params: { id } },
    of: { kind: 'location', id },
  });
}

/** Asks once the user pauses. The last answer stays until the next one. */
export function useFoundByServer(typed: string, isNeeded: boolean) {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    if (!isNeeded) return;
    const timer = setTimeout(() => setSettled(typed), pauseMs);
    return () => clearTimeout(timer);
  }, [typed, isNeeded]);
  const { mode } = readBoxText(settled);
  const text = rowTextOf(settled, actsOfKind);
  const kind: BoxRow['kind'] | undefined = mode === 'user' || mode === 'location' ? mode : undefined;
  const isSent = isNeeded && (mode !== 'acts' || text !== '');
  const query = useQuery({
    queryKey: ['search', kind, text],
    queryFn: ({ signal }) =>
      call(searchContract.search, { query: { q: text, ...(kind && { kind }) } }, { signal }),
    enabled: isSent,
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  });
  const found = useMemo(() => query.data && placed(query.data), [query.data]);
  return {
    found: isSent ? found : undefined,
    isSearching: isNeeded && (query.isFetching || settled !== typed),
    error: isSent ? query.error : null,
    refetch: () => void query.refetch(),
  };
}

function placed({ users, locations }: { users: FoundUser[]; locations: FoundLocation[] }): Placed[] {
  const place = ({ tier, weight, name }: FoundUser | FoundLocation) => ({ tier, weight, order: fold(name) });
  return [
    ...locations.map((row) => ({ ...place(row), result: presentLocation(row) })),
    ...users.map((row) => ({ ...place(row), result: userResult(row) })),
  ];
}
