import * as contract from '../../../contract/user-access.ts';
import { aUser, row } from '../../testing/requests/endpoint-row.ts';

export const rows = [row(contract.getUserAccess, aUser, '403 ok ok ok 404 ok ok')];
