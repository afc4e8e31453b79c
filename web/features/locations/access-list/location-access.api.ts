import { keepPreviousData, type QueryClient, useInfiniteQuery } from '@tanstack/react-query';
import * as contract from '../../../../contract/reach.ts';
import { authState, loadProfile } from '../../../lib/account/auth-store.ts';
import { call } from '../../../lib/http/http.ts';
import { expireDirectories } from '../../../lib/list/directory-account.ts';
import { untilGone } from '../../../lib/network/request-failed.ts';

/** Those who see a store, or those whom something keeps from it, by name; more pages on demand. */
export function useReach(locationId: string, list: contract.ReachList, q: string, { enabled = true } = {}) {
  return useInfiniteQuery({
    queryKey: ['reach', locationId, list, q],
    queryFn: ({ pageParam, signal }) =>
      call(
        contract.listLocationPeople,
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

export async function assignPerson(id: string, user_id: string, signal: AbortSignal) {
  await call(contract.assignPerson, { params: { id, user_id } }, { signal });
}

export async function removePerson(id: string, user_id: string, signal: AbortSignal) {
  await untilGone(call(contract.removePerson, { params: { id, user_id } }, { signal }));
}

/** After assigning and removing: the store's people and the list of users show it. */
export function refreshReach(client: QueryClient, userId?: string) {
  expireDirectories();
  if (userId === authState().user?.id) void loadProfile();
  return client.invalidateQueries({ queryKey: ['reach'] });
}
