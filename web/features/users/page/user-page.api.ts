import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import * as accessContract from '../../../../contract/user-access.ts';
import * as contract from '../../../../contract/users.ts';
import { call } from '../../../lib/http/http.ts';
import { auditKey } from '../../audit/audit.api.ts';
import { userSessionsQuery } from '../account/user-sessions.api.ts';
import { invitationQuery } from '../invitations/invitations.api.ts';
import { knownUser, onUserSaved, rowOf } from '../users.api.ts';

const userKey = (id: string) => ['user', id];

/** The user of the page: first from the list, then as the server answers. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...userKey(id), 'profile'],
    queryFn: async ({ signal }) => rowOf(await call(contract.getUser, { params: { id } }, { signal })),
    placeholderData: () => knownUser(id),
    staleTime: 0,
  });
}

/** Who granted which role and location, and how the user was added and deactivated. */
export function userAccessQuery(id: string) {
  return queryOptions({
    queryKey: [...userKey(id), 'access'],
    queryFn: ({ signal }) => call(accessContract.getUserAccess, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

/** Refreshes the page after each save of the user, wherever on the page it was made. */
export function useRefreshedUser(id: string) {
  const client = useQueryClient();
  useEffect(
    () =>
      onUserSaved((saved) => {
        if (saved !== id) return;
        void client.invalidateQueries({ queryKey: userKey(id) });
        void client.invalidateQueries({ queryKey: auditKey });
        void client.invalidateQueries(invitationQuery(id));
        void client.invalidateQueries(userSessionsQuery(id));
      }),
    [client, id],
  );
}
