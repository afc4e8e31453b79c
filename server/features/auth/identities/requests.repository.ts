import { randomUUID } from 'node:crypto';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { AuthRequestsTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';

export type LaterRequest = AuthRequestsTable;

/** Writes down what is done later, by `answerRequests`. */
export async function addRequest(
  ctx: InTransaction,
  request: Pick<LaterRequest, 'kind' | 'email'> & { detail?: string },
): Promise<void> {
  const row: LaterRequest = {
    id: randomUUID(),
    detail: null,
    ...request,
    ip: ctx.request.ip,
    user_agent: ctx.request.user_agent.slice(0, 300),
    created_at: now(ctx),
  };
  await ctx.tx.insertInto('auth_requests').values(row).execute();
}

/** The oldest first. */
export function listRequests(db: Queryable, limit: number): Promise<LaterRequest[]> {
  return db
    .selectFrom('auth_requests')
    .selectAll()
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** True for exactly one of several that take it up. */
export async function deleteRequest(tx: Transaction, id: string): Promise<boolean> {
  const row = await tx.deleteFrom('auth_requests').where('id', '=', id).returning('id').executeTakeFirst();
  return row !== undefined;
}

/** Those that could not be answered in all that time. */
export async function deleteOldRequests(tx: Transaction, before: string): Promise<void> {
  await tx.deleteFrom('auth_requests').where('created_at', '<', before).execute();
}
