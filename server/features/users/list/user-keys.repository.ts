import { type RawBuilder, sql } from 'kysely';
import type { Scope } from '../../../kernel/access.ts';
import type { Queryable } from '../../../kernel/database/database.ts';
import { isOneOf } from '../../../kernel/database/query.ts';
import { isVisible } from '../users.repository.ts';

export interface SoughtUsers {
  ids: readonly string[];
  number_keys: readonly string[];
  email_keys: readonly string[];
}

/** The users in scope with one of the ids, employee numbers or emails: three lookups, because SQLite reads all for an `or`. */
export function listByKeys(db: Queryable, scope: Scope, { ids, number_keys, email_keys }: SoughtUsers) {
  const found = (keys: RawBuilder<boolean>) => sql`select users.id from users where ${keys}`;
  return db
    .selectFrom('users')
    .select(['id', 'full_name', 'email', 'email_key', 'employee_number_key'])
    .where(
      sql<boolean>`users.id in (${found(isOneOf(db, 'users.id', ids))}
        union ${found(isOneOf(db, 'users.employee_number_key', number_keys, 'text'))}
        union ${found(isOneOf(db, 'users.email_key', email_keys, 'text'))})`,
    )
    .where(isVisible(scope))
    .orderBy('users.id')
    .execute();
}

export async function listNumbers(db: Queryable, scope: Scope): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('employee_number')
    .where('employee_number', 'is not', null)
    .where(isVisible(scope))
    .execute();
  return rows.flatMap((row) => row.employee_number ?? []);
}
