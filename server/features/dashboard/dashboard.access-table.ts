import * as contract from '../../../contract/dashboard.ts';
import { nothing, row } from '../../testing/requests/endpoint-row.ts';

export const rows = [row(contract.getDashboard, nothing, 'ok ok ok ok ok ok ok')];
