import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/search.ts';
import { nothing, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.listRecent, nothing, 'ok ok ok ok ok ok ok'),
  // An id says nothing about a row, so that any is taken.
  row(
    contract.addRecent,
    () => ({ body: { kind: 'user' as const, id: randomUUID() } }),
    'ok ok ok ok ok ok ok',
  ),
];
