import { createHash } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { isUniqueViolation } from '../platform/database/query.ts';
import { ApiError } from '../platform/http/errors.ts';
import { type Beginning, change } from './change.ts';
import { type Context, type InTransaction, now } from './context.ts';
import type { Transaction } from './database/database.ts';
import type { Stamped } from './database/schema.ts';

interface Create<C extends Context, Row, Facts, T> extends Beginning<C, Facts> {
  id: string;
  /** Without the id. */
  body: unknown;
  find(ctx: InTransaction<C>): Promise<Row | null>;
  /** Refuses the row when another unique value than its id is taken. */
  taken?(ctx: InTransaction<C>): Promise<void>;
  /** The answer to the same user who repeats the same request, also at the same moment. */
  repeat(ctx: InTransaction<C>, row: Row): T | Promise<T>;
}

interface New<Facts> {
  stamp: Stamped;
  facts: Facts;
  /** Call it once, before anything else is written. */
  insert(row: RawBuilder<unknown>): Promise<void>;
}

/**
 * A change that adds a row, once. Its insert travels with the rest as if id and unique values were free. If one is
 * taken, the change begins again and waits for the answer of its insert.
 * @throws ApiError 409 when anything else uses or used the id.
 */
export async function createOnce<
  C extends Context,
  Row extends Pick<Stamped, 'created_by' | 'created_from'>,
  T,
  Facts = undefined,
>(
  ctx: C,
  once: Create<C, Row, Facts, T>,
  create: (ctx: InTransaction<C>, row: New<Facts>) => Promise<T>,
): Promise<T> {
  // A failed insert would end the larger transaction.
  if (ctx.tx) return attempt(ctx, once, create, insertCarefully);
  try {
    return await attempt(ctx, once, create, insertAsIfFree);
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    return attempt(ctx, once, create, insertCarefully);
  }
}

/** Resolves to false when the id, or another unique value, is taken. */
type Insert = (tx: Transaction, row: RawBuilder<unknown>) => Promise<boolean>;

const insertAsIfFree: Insert = async (tx, row) => {
  tx.later(row.execute(tx));
  return true;
};

const insertCarefully: Insert = async (tx, row) => {
  const query = sql`${row} on conflict do nothing returning id`;
  return (await query.execute(tx)).rows.length > 0;
};

class Taken extends Error {
  override name = 'Taken';
}

function attempt<C extends Context, Row extends Pick<Stamped, 'created_by' | 'created_from'>, T, Facts>(
  ctx: C,
  { id, body, user, read, find, taken, repeat }: Create<C, Row, Facts, T>,
  create: (ctx: InTransaction<C>, row: New<Facts>) => Promise<T>,
  insert: Insert,
): Promise<T> {
  const created_from = createHash('sha256').update(JSON.stringify(body)).digest('base64url');
  const first = async (ctx: InTransaction<C>) =>
    Promise.all([
      isUsedId(ctx.tx, id),
      insert === insertCarefully ? find(ctx) : null,
      read?.(ctx) as Promise<Facts>,
    ]);
  return change(ctx, { user, read: first }, async (ctx, [isUsed, known, facts]) => {
    if (!isUsed && !known) {
      const added: New<Facts> = {
        stamp: createStamp(ctx, created_from),
        facts,
        async insert(row) {
          if (!(await insert(ctx.tx, row))) throw new Taken();
        },
      };
      try {
        return await create(ctx, added);
      } catch (error) {
        if (!(error instanceof Taken)) throw error;
      }
    }
    const row = await find(ctx);
    if (row && row.created_from === created_from && row.created_by === ctx.actor.user_id)
      return repeat(ctx, row);
    if (!row && !isUsed) await taken?.(ctx);
    throw new ApiError('conflict', 'This id is already in use.');
  });
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
