import type { AuthUnlistedTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { isFound } from '../../../kernel/database/query.ts';

export type AttemptCount = AuthUnlistedTable;

export async function addToAttemptCount(tx: Transaction, row: Omit<AttemptCount, 'attempts'>): Promise<void> {
  await tx
    .insertInto('auth_unlisted')
    .values({ ...row, attempts: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['hour', 'action', 'network', 'email'])
        .doUpdateSet((eb) => ({ attempts: eb('auth_unlisted.attempts', '+', 1) })),
    )
    .execute();
}

export function hasAttemptCounts(db: Queryable, hour: string): Promise<boolean> {
  return isFound(db.selectFrom('auth_unlisted').select('hour').where('hour', '!=', hour).limit(1));
}

export function takeAttemptCounts(tx: Transaction, hour: string): Promise<AttemptCount[]> {
  return tx.deleteFrom('auth_unlisted').where('hour', '!=', hour).returningAll().execute();
}
