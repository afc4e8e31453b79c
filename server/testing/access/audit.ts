import * as contract from '../../../contract/audit.ts';
import { everything, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.listAudit, everything, '403 ok 403 ok ok ok ok'),
  row(contract.exportAudit, everything, '403 ok 403 ok ok ok ok'),
];
