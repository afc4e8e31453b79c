import * as contract from '../../../contract/dashboard.ts';
import { everything, nothing, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.getDashboard, everything, 'ok ok ok ok ok ok ok'),
  row(contract.getAttention, everything, 'ok ok ok ok ok ok ok'),
  row(contract.getRecentChanges, everything, '403 ok 403 ok ok ok ok'),
  row(contract.getJoinersAndLeavers, everything, '403 403 403 403 403 403 ok'),
  row(contract.getBreakdown, nothing, '403 403 403 403 403 403 ok'),
  row(contract.getOwnLocations, everything, '403 ok ok ok ok ok ok'),
];
