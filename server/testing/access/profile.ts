import * as contract from '../../../contract/profile.ts';
import { nothing, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.getProfile, nothing, 'ok ok ok ok ok ok ok'),
  row(contract.updateProfile, () => ({ body: { phone: '1' } }), 'ok ok ok ok ok ok ok'),
];
