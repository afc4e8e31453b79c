import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/files/exports.ts';
import { everything, row } from '../requests/endpoint-row.ts';

const selected = () => ({ body: { ids: [randomUUID()] } });

export const rows = [
  row(contract.exportUsers, everything, '403 403 403 ok ok ok ok'),
  row(
    contract.exportAccessList,
    everything,
    '403 403 403 ok ok ok ok',
    'server/features/exports/access-list.test.ts',
  ),
  row(contract.exportSelectedUsers, selected, '403 403 403 ok ok ok ok'),
  row(contract.exportLocations, everything, '403 ok ok ok ok ok ok'),
  row(contract.exportSelectedLocations, selected, '403 ok ok ok ok ok ok'),
];
