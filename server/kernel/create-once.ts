import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Context, type InTransaction, now } from './context.ts';
import type { Transaction } from './database/database.ts';
import { isUniqueViolation } from './database/query.ts';
import type { Stamped } from './database/schema.ts';
import { ApiError } from './errors.ts';

interface Create<Row> {
  id: string;
  /** Without the id. */
  body: unknown;
  /** `isUsedId`, for a caller that has read it with other facts. */
  isUsed?: boolean;
  /** False when the id, or another unique value, is taken. */
  insert(stamp: Stamped): Promise<boolean>;
  find(): Promise<Row | null>;
  /** Refuses the row when another unique value than its id is taken. */
  taken?(): Promise<void>;
}

/**
 * Null when the row is new; the known row when the same user repeats the same request, also at the same moment.
 * @throws ApiError 409 when anything else uses or used the id.
 */
export async function createOnce<Row extends Pick<Stamped, 'created_by' | 'created_from'>>(
  ctx: InTransaction,
  { id, body, insert, find, taken, ...known }: Create<Row>,
): Promise<Row | null> {
  const created_from = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const isUsed = known.isUsed ?? (await isUsedId(ctx.tx, id));
  if (!isUsed && (await insert(createStamp(ctx, created_from)))) return null;
  const row = await find();
  if (row && row.created_from === created_from && row.created_by === ctx.actor.user_id) return row;
  if (!row && !isUsed) await taken?.();
  throw new ApiError('conflict', 'This id is already in use.');
}

/**
 * Creates a row as if its values were free, so that its insert travels with the rest of the change. If one is taken, the
 * insert fails, and the second try waits for the answer of its insert to say which.
 */
export async function createExpectingFree<T>(
  ctx: Context,
  create: (isExpectedFree: boolean) => Promise<T>,
): Promise<T> {
  // A failed insert would end the larger transaction.
  if (ctx.tx) return create(false);
  try {
    return await create(true);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return create(false);
  }
}

export function createStamp(ctx: Context, created_from: string | null): Stamped {
  const at = now(ctx);
  const { user_id, name } = ctx.actor;
  return {
    created_at: at,
    created_by: user_id,
    created_from,
    updated_at: at,
    updated_by: user_id,
    updated_by_name: name,
  };
}

/** An id in the audit log stays in use: a new row with it would appear under the old entries and grants. */
export async function isUsedId(tx: Transaction, id: string): Promise<boolean> {
  // Sorted like the indexes, so that a plan for any value looks there too: it expects many entries of each actor.
  const query = sql`select 1 where
    (select id from audit_entries where subject_id = ${id} order by at desc limit 1) is not null
    or (select id from audit_entries where actor_id = ${id} order by at desc limit 1) is not null`;
  return (await query.execute(tx)).rows.length > 0;
}
