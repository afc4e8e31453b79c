import { queryOptions } from '@tanstack/react-query';
import type { DistrictRef } from '../../../../contract/districts.ts';
import * as accessContract from '../../../../contract/user-access.ts';
import type { UserRow } from '../../../../contract/users.ts';
import * as contract from '../../../../contract/users.ts';
import { call } from '../../../lib/http/http.ts';
import { knownUser, rowOf, userQueryKey } from '../users.api.ts';

/** Rows of lists do not name districts. */
export type ViewedUser = UserRow & { districts?: readonly DistrictRef[] };

export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...userQueryKey(id), 'profile'],
    queryFn: async ({ signal }): Promise<ViewedUser> => {
      const user = await call(contract.getUser, { params: { id } }, { signal });
      return { ...rowOf(user), districts: user.districts };
    },
    placeholderData: (): ViewedUser | undefined => knownUser(id),
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
