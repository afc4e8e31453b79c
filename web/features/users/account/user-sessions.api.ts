import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../../contract/sessions.ts';
import type { SaveContext } from '../../../lib/form/use-save.ts';
import { call } from '../../../lib/http/http.ts';
import { userQueryKey } from '../users.api.ts';

export function userSessionsQuery(id: string) {
  return queryOptions({
    queryKey: [...userQueryKey(id), 'sessions'],
    queryFn: async ({ signal }) =>
      (await call(contract.listSessionsOf, { params: { id } }, { signal })).sessions,
    staleTime: 0,
    gcTime: 0,
  });
}

/** Without a session id, it ends all sessions of the user. */
export async function endUserSessions(
  id: string,
  session_id: string | undefined,
  { client, signal }: SaveContext,
) {
  if (session_id) await call(contract.endSessionOf, { params: { id, session_id } }, { signal });
  else await call(contract.endSessionsOf, { params: { id } }, { signal });
  await client.invalidateQueries({ queryKey: userSessionsQuery(id).queryKey });
}
