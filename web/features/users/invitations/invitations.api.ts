import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../../contract/invitations.ts';
import { call } from '../../../lib/http/http.ts';
import { showChange } from '../users.api.ts';

export function invitationQuery(id: string) {
  return queryOptions({
    queryKey: ['invitation', id],
    queryFn: ({ signal }) => call(contract.getInvitation, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** The answer holds the link where one was asked for; it is never told again. */
export async function sendInvitation(id: string, by: contract.InvitationWay) {
  const answer = await call(contract.sendInvitation, { params: { id }, body: { by } });
  showChange(id, { invitation: answer.state });
  return answer;
}

export async function cancelInvitation(id: string) {
  await call(contract.cancelInvitation, { params: { id } });
  showChange(id, { invitation: null });
}
