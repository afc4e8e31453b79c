import type { Scope } from '../../../kernel/access.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { isUserInScope } from '../../../kernel/scope.ts';
import { isFoundByOneOf, isOneOf } from '../../../platform/database/query.ts';

export interface UserKeys {
  ids: readonly string[];
  number_keys: readonly string[];
  email_keys: readonly string[];
}

export function listByKeys(db: Queryable, scope: Scope, { ids, number_keys, email_keys }: UserKeys) {
  return db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'email_key', 'employee_number_key'])
    .where(
      isFoundByOneOf('users', [
        ids.length > 0 && isOneOf(db, 'users.id', ids),
        number_keys.length > 0 && isOneOf(db, 'users.employee_number_key', number_keys, 'text'),
        email_keys.length > 0 && isOneOf(db, 'users.email_key', email_keys, 'text'),
      ]),
    )
    .where(isUserInScope(scope, 'users.id'))
    .orderBy('users.id')
    .execute();
}

export async function listNumbers(db: Queryable, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('employee_number')
    .where('employee_number', 'is not', null)
    .where(isUserInScope(scope, 'users.id'))
    .execute();
  return rows.flatMap((row) => row.employee_number ?? []);
}
