import * as contract from '../../../contract/settings.ts';
import { nothing, row } from '../../testing/requests/endpoint-row.ts';

export const rows = [
  row(contract.getAppConfig, nothing, 'ok ok ok ok ok ok ok'),
  row(contract.getSettings, nothing, '403 403 403 403 403 ok ok'),
  // Emails belong to no location.
  row(contract.listEmails, nothing, '403 403 403 403 403 403 ok'),
  row(
    contract.getEmail,
    async ({ email }) => ({ params: { id: await email() } }),
    '403 403 403 403 403 403 ok',
  ),
  // 409: these tests have no mail server.
  row(
    contract.sendEmailAgain,
    async ({ email }) => ({ params: { id: await email() } }),
    '403 403 403 403 403 403 409',
  ),
  row(contract.sendTestEmail, nothing, '403 403 403 403 403 403 409'),
];
