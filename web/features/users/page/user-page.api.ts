import { queryOptions } from '@tanstack/react-query';
import * as accessContract from '../../../../contract/user-access.ts';
import * as contract from '../../../../contract/users.ts';
import { call } from '../../../lib/http/http.ts';
import { knownUser, rowOf, userQueryKey } from '../users.api.ts';

export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...userQueryKey(id), 'profile'],
    queryFn: async ({ signal }) => rowOf(await call(contract.getUser, { params: { id } }, { signal })),
    placeholderData: () => knownUser(id),
    staleTime: 0,
  });
}

export function userAccessQuery(id: string) {
  return queryOptions({
    queryKey: [...userQueryKey(id), 'access'],
    queryFn: ({ signal }) => call(accessContract.getUserAccess, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

export const ownAccessQuery = queryOptions({
  queryKey: ['own-access'],
  queryFn: ({ signal }) => call(accessContract.getOwnAccess, {}, { signal }),
  staleTime: 0,
});
