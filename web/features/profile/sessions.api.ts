import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/sessions.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async ({ signal }) => (await call(contract.listOwnSessions, {}, { signal })).sessions,
  staleTime: 0,
});

export async function endOwnSession(id: string, { client }: SaveContext) {
  await call(contract.endOwnSession, { params: { id } });
  await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
}

export async function endOtherSessions({ client }: SaveContext) {
  await call(contract.endOtherSessions);
  await client.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
}
