import { emailKey } from '../../../../contract/fields/email-key.ts';
import { numberKey } from '../../../../contract/lists/search-key.ts';
import { displayName } from '../../../../contract/users.ts';
import { type Authorized, scopeOf } from '../../../kernel/access.ts';
import { reader } from '../../../kernel/context.ts';
import * as repository from './user-keys.repository.ts';

export interface KeyedUser {
  id: string;
  name: string;
  email_key: string;
  employee_number_key: string | null;
}

/** Users in scope. */
export async function findUsersByKeys(
  ctx: Authorized,
  keys: readonly { id?: string; employee_number?: string; email?: string }[],
): Promise<KeyedUser[]> {
  const rows = await repository.listByKeys(reader(ctx), scopeOf(ctx), {
    ids: keys.flatMap(({ id }) => id ?? []),
    number_keys: keys.flatMap(({ employee_number }) => numberKey(employee_number ?? null) ?? []),
    email_keys: keys.flatMap(({ email }) => (email === undefined ? [] : emailKey(email))),
  });
  return rows.map((row) => ({
    id: row.id,
    name: displayName(row),
    email_key: row.email_key,
    employee_number_key: row.employee_number_key,
  }));
}

/** Users in scope, for the cells of a file. */
export function listEmployeeNumbers(ctx: Authorized): Promise<string[]> {
  return repository.listNumbers(reader(ctx), scopeOf(ctx));
}
