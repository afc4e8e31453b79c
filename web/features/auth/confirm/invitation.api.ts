import * as contract from '../../../../contract/invitations.ts';
import { call } from '../../../lib/http/http.ts';

/** Who is invited by the link, and by whom; null for a link that does not work. */
export async function describeInvitation(token_hash: string, signal: AbortSignal) {
  return (await call(contract.describeInvitation, { body: { token_hash } }, { signal })).invitation;
}
