import type { AuthUnlistedTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';

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

/** Of other hours. */
export function listAttemptCounts(db: Queryable, hour: string, limit: number): Promise<AttemptCount[]> {
  return db.selectFrom('auth_unlisted').selectAll().where('hour', '!=', hour).limit(limit).execute();
}

/** Undefined when another process has taken it. */
export function takeAttemptCount(
  tx: Transaction,
  { hour, action, network, email }: Omit<AttemptCount, 'attempts'>,
): Promise<AttemptCount | undefined> {
  return tx
    .deleteFrom('auth_unlisted')
    .where('hour', '=', hour)
    .where('action', '=', action)
    .where('network', '=', network)
    .where('email', '=', email)
    .returningAll()
    .executeTakeFirst();
}
