import { randomUUID } from 'node:crypto';
import { type InTransaction, now, originOf } from '../../../kernel/context.ts';
import type { AuthRequestsTable } from '../../../kernel/database/auth-schema.ts';
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
