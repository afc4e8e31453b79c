import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/sessions.ts';
import { aUser, nothing, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.listOwnSessions, nothing, 'ok ok ok ok ok ok ok'),
  // A session that does not exist, which gets the same answer as somebody else's.
  row(contract.endOwnSession, () => ({ params: { id: randomUUID() } }), '404 404 404 404 404 404 404'),
  row(contract.endOtherSessions, nothing, 'ok ok ok ok ok ok ok'),
  row(contract.listSessionsOf, aUser, '403 403 403 403 403 ok ok'),
  row(
    contract.endSessionOf,
    async ({ user }) => ({ params: { id: await user(), session_id: randomUUID() } }),
    '403 403 403 403 403 404 404',
  ),
  row(contract.endSessionsOf, aUser, '403 403 403 403 403 ok ok'),
];
