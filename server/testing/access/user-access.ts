import * as contract from '../../../contract/user-access.ts';
import { aUser, nothing, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.getUserAccess, aUser, '403 ok ok ok 404 ok ok'),
  row(contract.getOwnAccess, nothing, 'ok ok ok ok ok ok ok'),
];
