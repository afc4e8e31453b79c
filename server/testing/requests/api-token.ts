import type { TokenPermission } from '../../../contract/access/permissions.ts';
import { createToken, type TokenInput } from '../../../contract/tokens.ts';
import type { Client } from './client.ts';

/** Makes an API token as this user, who entered the password lately. Sees all that they see unless it says otherwise. */
export async function makeApiToken(
  owner: Client,
  permissions: readonly TokenPermission[],
  { name = 'HR export', ...rules }: Partial<TokenInput> = {},
) {
  const body = { name, permissions: [...permissions], scope: 'all' as const, ...rules };
  return (await owner.call(createToken, { body })).ok();
}
