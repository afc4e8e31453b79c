import { keepPreviousData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import * as contract from '../../../../contract/location-access.ts';
import { authState, loadProfile } from '../../../lib/account/auth-store.ts';
import { call } from '../../../lib/http/http.ts';
import { expireDirectories } from '../../../lib/list/directory-account.ts';
import { untilGone } from '../../../lib/network/request-failed.ts';

/** Those who see a location, or those whom something keeps from it, by name; more pages on demand. */
export function useAccessList(
  locationId: string,
  list: contract.AccessListName,
  q: string,
  { enabled = true } = {},
) {
  return useInfiniteQuery({
    queryKey: ['reach', locationId, list, q],
    queryFn: ({ pageParam, signal }) =>
      call(
        contract.listLocationUsers,
        {
          params: { id: locationId },
          query: { list, ...(q && { q }), ...(pageParam && { after: pageParam }) },
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    // The rows stay while a search is under way.
    placeholderData: keepPreviousData,
    staleTime: 0,
    enabled,
  });
}

export async function assignUser(id: string, user_id: string, signal: AbortSignal) {
  await call(contract.assignUser, { params: { id, user_id } }, { signal });
}

export async function removeUser(id: string, user_id: string, signal: AbortSignal) {
  await untilGone(call(contract.removeUser, { params: { id, user_id } }, { signal }));
}

/** After assigning and removing: the location's users and the list of users show it. */
export function refreshAccessList(client: QueryClient, userId?: string) {
  expireDirectories();
  if (userId === authState().user?.id) void loadProfile();
  return client.invalidateQueries({ queryKey: ['reach'] });
}
