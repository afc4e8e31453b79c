import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { TokenInput } from '../../../contract/tokens.ts';
import * as contract from '../../../contract/tokens.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';

export const tokensQuery = queryOptions({
  queryKey: ['tokens'],
  queryFn: async ({ signal }) => (await call(contract.listTokens, {}, { signal })).tokens,
  staleTime: 0,
});

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: tokensQuery.queryKey });

/** The answer has the token, which nobody shows again. */
export async function createToken(body: TokenInput, { client, signal }: SaveContext) {
  const made = await call(contract.createToken, { body }, { signal });
  void refresh(client);
  return made;
}

export async function renewToken(id: string, overlap_days: number, { client, signal }: SaveContext) {
  const made = await call(contract.renewToken, { params: { id }, body: { overlap_days } }, { signal });
  void refresh(client);
  return made;
}

export async function endToken(id: string, { client, signal }: SaveContext) {
  await call(contract.endToken, { params: { id } }, { signal });
  await refresh(client);
}
