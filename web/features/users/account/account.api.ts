import { queryOptions } from '@tanstack/react-query';
import * as factorContract from '../../../../contract/auth/second-factor.ts';
import * as contract from '../../../../contract/sessions.ts';
import type { SaveContext } from '../../../lib/form/use-save.ts';
import { call } from '../../../lib/http/http.ts';
import { showChange, userQueryKey } from '../users.api.ts';

export function userSecondFactorQuery(id: string) {
  return queryOptions({
    queryKey: ['user-second-factor', id],
    queryFn: ({ signal }) => call(factorContract.getSecondFactor, { params: { id } }, { signal }),
    staleTime: 0,
  });
}

export async function resetSecondFactor(id: string, { client, signal }: SaveContext) {
  await call(factorContract.resetSecondFactor, { params: { id } }, { signal });
  showChange(id, { has_second_factor: false }, client);
  void client.invalidateQueries({ queryKey: userSecondFactorQuery(id).queryKey });
}

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
