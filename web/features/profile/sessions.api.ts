import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/sessions.ts';
import { call } from '../../lib/http/http.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: ({ signal }) => call(contract.listOwnSessions, {}, { signal }),
  staleTime: 0,
});

export function endOwnSession(id: string) {
  return call(contract.endOwnSession, { params: { id } });
}

export function endOtherSessions() {
  return call(contract.endOtherSessions);
}
