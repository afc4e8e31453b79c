import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as contract from '../../../contract/service-accounts.ts';
import type { AccountTokenInput } from '../../../contract/tokens.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';

export const accountsQuery = queryOptions({
  queryKey: ['settings', 'service-accounts'],
  queryFn: async ({ signal }) => (await call(contract.listServiceAccounts, {}, { signal })).accounts,
  staleTime: 0,
});

/** Out of the list: no endpoint answers with one, and none is ever deleted. */
export function accountQuery(id: string) {
  return queryOptions({
    queryKey: ['service-account', id],
    queryFn: async ({ client }) => {
      const accounts = await client.fetchQuery(accountsQuery);
      const found = accounts.find((account) => account.id === id);
      if (!found) throw new Error('You no longer see this service account.');
      return found;
    },
    gcTime: 0,
  });
}

export function callsQuery(id: string) {
  return queryOptions({
    queryKey: [...accountsQuery.queryKey, id, 'calls'],
    queryFn: async ({ signal }) =>
      (await call(contract.listAccountCalls, { params: { id } }, { signal })).calls,
    staleTime: 0,
  });
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: accountsQuery.queryKey });

export async function createAccount(
  id: string,
  input: contract.ServiceAccountInput,
  { client, signal }: SaveContext,
) {
  const made = await call(contract.createServiceAccount, { body: { ...input, id } }, { signal });
  await refresh(client);
  return made;
}

/** `seen` is the version that the change was made for. */
export async function updateAccount(
  seen: contract.ServiceAccount,
  body: Partial<Pick<contract.ServiceAccountInput, 'name' | 'purpose' | 'owner_role_id'>> & {
    is_active?: boolean;
  },
  { client, signal }: SaveContext,
) {
  const request = { params: { id: seen.id }, body };
  await call(contract.updateServiceAccount, request, { signal, ifMatch: seen.updated_at });
  await refresh(client);
}

/** The acts on the tokens of one account. The answers have the token, which nobody shows again. */
export function tokenActsOf(id: string) {
  return {
    async make(body: AccountTokenInput, { client, signal }: SaveContext) {
      const made = await call(contract.createAccountToken, { params: { id }, body }, { signal });
      void refresh(client);
      return made;
    },
    async renew(token_id: string, overlap_days: number, { client, signal }: SaveContext) {
      const request = { params: { id, token_id }, body: { overlap_days } };
      const made = await call(contract.renewAccountToken, request, { signal });
      void refresh(client);
      return made;
    },
    async end(token_id: string, { client, signal }: SaveContext) {
      await call(contract.endAccountToken, { params: { id, token_id } }, { signal });
      await refresh(client);
    },
  };
}
