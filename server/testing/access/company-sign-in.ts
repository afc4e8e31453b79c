import * as contract from '../../../contract/company-sign-in.ts';
import { nothing, row } from '../requests/endpoint-row.ts';

const settings = () => ({
  body: {
    ...{ label: 'Entra', issuer: 'http://127.0.0.1:9', client_id: 'canopy', client_secret: 'secret' },
    ...{ domains: ['company.example'], is_trusted_for_link: false, email_verified: 'required' as const },
    ...{ is_second_factor_by_amr: false, state: 'off' as const },
  },
});

export const rows = [
  // It is for all locations.
  row(contract.getCompanySignIn, nothing, '403 403 403 403 403 403 ok'),
  row(contract.updateCompanySignIn, settings, '403 403 403 403 403 403 ok'),
  // The row above has set it up.
  row(contract.testCompanySignIn, nothing, '403 403 403 403 403 403 ok'),
  row(contract.getCompanySignInTest, () => ({ params: { code: 'x' } }), '403 403 403 403 403 403 404'),
  row(contract.getProviderSignOut, nothing, 'ok ok ok ok ok ok ok'),
];
