import * as contract from '../../../contract/dashboard.ts';
import { nothing, row } from '../../testing/endpoint-row.ts';

export const rows = [row(contract.getDashboard, nothing, 'ok ok ok ok ok ok ok')];
