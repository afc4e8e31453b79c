import * as contract from '../../../../contract/invitations.ts';
import { call } from '../../../lib/http/http.ts';

export async function describeInvitation(token_hash: string, signal: AbortSignal) {
  return (await call(contract.describeInvitation, { body: { token_hash } }, { signal })).invitation;
}
