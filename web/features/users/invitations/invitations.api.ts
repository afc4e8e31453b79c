import { queryOptions } from '@tanstack/react-query';
import * as contract from '../../../../contract/invitations.ts';
import type { SaveContext } from '../../../lib/form/use-save.ts';
import { call } from '../../../lib/http/http.ts';
import { invitationKey, showChange } from '../users.api.ts';

export function invitationQuery(id: string) {
  return queryOptions({
    queryKey: invitationKey(id),
    queryFn: ({ signal }) => call(contract.getInvitation, { params: { id } }, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
}

/** With 'link', the answer contains the link, which no later answer repeats. */
export async function sendInvitation(
  id: string,
  by: contract.InvitationWay,
  { client, signal }: SaveContext,
) {
  const answer = await call(contract.sendInvitation, { params: { id }, body: { by } }, { signal });
  const { link, ...invitation } = answer;
  client.setQueryData(invitationQuery(id).queryKey, invitation);
  showChange(id, { invitation: invitation.state }, client);
  return link;
}

export async function cancelInvitation(id: string, { client }: SaveContext) {
  await call(contract.cancelInvitation, { params: { id } });
  showChange(id, { invitation: null }, client);
  await client.invalidateQueries({ queryKey: invitationKey(id) });
}
