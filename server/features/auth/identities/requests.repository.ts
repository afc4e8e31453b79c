import { randomUUID } from 'node:crypto';
import { type InTransaction, now, originOf } from '../../../kernel/context.ts';
import type { AuthRequestsTable, AuthUnlistedTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { isFound } from '../../../platform/database/query.ts';

export type LaterRequest = AuthRequestsTable;

/** For `answerRequests`. */
export async function addRequest(
  ctx: InTransaction,
  request: Pick<LaterRequest, 'kind' | 'email'> & { detail?: string; created_at?: string },
): Promise<void> {
  const row = { id: randomUUID(), detail: null, created_at: now(ctx), ...request, ...originOf(ctx) };
  await ctx.tx.insertInto('auth_requests').values(row).execute();
}

export function listRequests(db: Queryable, limit: number): Promise<LaterRequest[]> {
  return db
    .selectFrom('auth_requests')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** True for exactly one of several instances. */
export function deleteRequest(tx: Transaction, id: string): Promise<boolean> {
  return isFound(tx.deleteFrom('auth_requests').where('id', '=', id).returning('id'));
}

export async function deleteOldRequests(tx: Transaction, before: string): Promise<void> {
  await tx.deleteFrom('auth_requests').where('created_at', '<', before).execute();
}

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
