import * as contract from '../../../contract/changes.ts';
import { everything, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.listChanges, () => ({ query: { since: '', lists: 'users' } }), '403 ok ok ok ok ok ok'),
  row(contract.openStream, everything, 'ok ok ok ok ok ok ok'),
];
