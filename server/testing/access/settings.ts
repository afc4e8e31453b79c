import * as organizationContract from '../../../contract/organization.ts';
import * as contract from '../../../contract/settings.ts';
import { nothing, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.getAppConfig, nothing, 'ok ok ok ok ok ok ok'),
  row(contract.getApiDocument, nothing, 'ok ok ok ok ok ok ok'),
  row(contract.getSettings, nothing, '403 403 403 403 403 ok ok'),
  row(organizationContract.getOrganization, nothing, '403 403 403 403 403 ok ok'),
  // It applies to all locations.
  row(
    organizationContract.updateOrganization,
    () => ({ body: { invitation_days: 8 } }),
    '403 403 403 403 403 403 ok',
  ),
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
