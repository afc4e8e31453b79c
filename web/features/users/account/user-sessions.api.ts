import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../../contract/sessions.ts';
import { call } from '../../../lib/http/http.ts';

export function userSessionsQuery(id: string) {
  return queryOptions({
    queryKey: ['user-sessions', id],
    queryFn: ({ signal }) => call(contract.listSessionsOf, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

export function endSessionOfUser(id: string, session_id: string) {
  return call(contract.endSessionOf, { params: { id, session_id } });
}

export function endSessionsOfUser(id: string) {
  return call(contract.endSessionsOf, { params: { id } });
}
