import { randomUUID } from 'node:crypto';
import * as accounts from '../../../contract/service-accounts.ts';
import * as contract from '../../../contract/tokens.ts';
import { type Choice, nothing, row } from '../requests/endpoint-row.ts';

const provenBy = 'server/features/tokens/tokens.test.ts';
// Its own tokens only: one that does not exist gets the same answer as somebody else's.
const accountsProvenBy = 'server/features/tokens/service-accounts.test.ts';
const anotherToken = () => ({ params: { id: randomUUID() } });
const tokenOfAnother = () => ({ params: { id: randomUUID(), token_id: randomUUID() } });
const editedAccount = () => ({ ...anotherToken(), body: { purpose: 'Edited' } });

export const rows = [
  row(contract.listTokens, nothing, 'ok ok ok ok ok ok ok', provenBy),
  row(
    contract.createToken,
    () => ({ body: { name: 'HR export', permissions: ['locations.read' as const], scope: 'all' as const } }),
    '403 ok ok ok ok ok ok',
    provenBy,
  ),
  row(contract.renewToken, () => ({ ...anotherToken(), body: {} }), '404 404 404 404 404 404 404', provenBy),
  row(contract.endToken, anotherToken, '404 404 404 404 404 404 404', provenBy),
  row(accounts.listServiceAccounts, nothing, '403 403 403 403 403 ok ok', accountsProvenBy),
  row(accounts.createServiceAccount, newAccount, '403 403 403 403 403 ok ok', accountsProvenBy),
  row(accounts.updateServiceAccount, editedAccount, '403 403 403 403 403 404 404', accountsProvenBy),
  row(
    accounts.createAccountToken,
    () => ({ ...anotherToken(), body: { name: 'Nightly' } }),
    '403 403 403 403 403 404 404',
    accountsProvenBy,
  ),
  row(
    accounts.renewAccountToken,
    () => ({ ...tokenOfAnother(), body: {} }),
    '403 403 403 403 403 404 404',
    accountsProvenBy,
  ),
  row(accounts.endAccountToken, tokenOfAnother, '403 403 403 403 403 404 404', accountsProvenBy),
  row(accounts.listAccountCalls, anotherToken, '403 403 403 403 403 404 404', accountsProvenBy),
];

async function newAccount({ location, employeeRole }: Choice) {
  const power = { permissions: ['locations.read' as const], scope: 'locations' as const };
  const own = { name: `Account ${randomUUID()}`, purpose: '', owner_role_id: employeeRole };
  return { body: { ...own, ...power, location_ids: [await location()] } };
}
