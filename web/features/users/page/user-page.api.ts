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

/** The user of the page: what the list knows at once, then what the server says. */
export function userQuery(id: string) {
  return queryOptions({
    queryKey: [...userKey(id), 'profile'],
    queryFn: async ({ signal }) => rowOf(await call(contract.getUser, { params: { id } }, { signal })),
    placeholderData: () => knownUser(id),
    staleTime: 0,
  });
}

/** Who granted which role and location, and how the user came and went. */
export function userAccessQuery(id: string) {
  return queryOptions({
    queryKey: [...userKey(id), 'access'],
    queryFn: ({ signal }) => call(accessContract.getUserAccess, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

/** Fetches what the page shows again after each save of the user, wherever on the page it was made. */
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
