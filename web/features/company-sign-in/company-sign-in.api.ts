import type { UserIdentity } from '@supabase/auth-js';
import { queryOptions } from '@tanstack/react-query';
import { companyCallbackPath, companyProvider } from '../../../contract/auth/auth-links.ts';
import type { CompanySignInInput } from '../../../contract/company-sign-in.ts';
import * as contract from '../../../contract/company-sign-in.ts';
import { askAuth } from '../../lib/account/ask-auth.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { loadAppConfig } from '../../lib/http/app-config.ts';
import { call } from '../../lib/http/http.ts';
import { createPkceClient } from '../../lib/session/auth-client.ts';

export const companySignInQuery = queryOptions({
  queryKey: ['settings', 'company-sign-in'],
  queryFn: ({ signal }) => call(contract.getCompanySignIn, {}, { signal }),
});

/** `seen` is the version that the form was filled with. */
export async function updateCompanySignIn(
  seen: string | null,
  body: CompanySignInInput,
  { client, signal }: SaveContext,
) {
  const saved = await call(
    contract.updateCompanySignIn,
    { body },
    { signal, ...(seen && { ifMatch: seen }) },
  );
  client.setQueryData(companySignInQuery.queryKey, saved);
  // The login page offers it.
  void loadAppConfig();
  return saved;
}

/** The steps up to the provider, and where its test continues. */
export function testCompanySignIn() {
  return call(contract.testCompanySignIn);
}

export function companyTestQuery(code: string) {
  return queryOptions({
    queryKey: [...companySignInQuery.queryKey, 'test', code],
    queryFn: ({ signal }) => call(contract.getCompanySignInTest, { params: { code } }, { signal }),
    // It can be read once.
    ...{ staleTime: Number.POSITIVE_INFINITY, retry: false },
  });
}

/** Leaves the app for the provider, which comes back to the profile. */
export async function connectCompany() {
  const redirectTo = `${location.origin}${companyCallbackPath}?redirect=/profile`;
  await askAuth(
    'It could not be connected',
    (client) => client.linkIdentity({ provider: companyProvider, options: { redirectTo } }),
    createPkceClient,
  );
}

/** The refreshed session says what is connected. */
export async function disconnectCompany(identity: UserIdentity) {
  await askAuth('It could not be disconnected', (client) => client.unlinkIdentity(identity));
  await askAuth('It could not be disconnected', (client) => client.refreshSession());
}
