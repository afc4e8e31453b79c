import { createHash } from 'node:crypto';
import type { Context } from './context.ts';
import type { Transaction } from './database/database.ts';
import { ApiError } from './errors.ts';

/** Identifies what a create asked for, so that its repetition is recognised. */
export function fingerprint(input: unknown): string {
  return createHash('sha256').update(JSON.stringify(input)).digest('base64url');
}

interface Made {
  created_by: string | null;
  created_from: string | null;
}

/**
 * Whether an id stands in the audit log, as actor or subject. Such an id is in use, also when its row is deleted:
 * whoever got it next would appear under the old entries and grants. Ask before you look for the row, so that a
 * create that is repeated at the same moment finds the row of the first.
 */
export async function isUsedId(tx: Transaction, id: string): Promise<boolean> {
  // Each half is a probe of its own index.
  const use = await tx
    .selectNoFrom((eb) => eb.val(1).as('found'))
    .where((eb) =>
      eb.or([
        eb.exists(eb.selectFrom('audit_entries').select('id').where('subject_id', '=', id)),
        eb.exists(eb.selectFrom('audit_entries').select('id').where('actor_id', '=', id)),
      ]),
    )
    .executeTakeFirst();
  return use !== undefined;
}

/**
 * A create whose id is known already: fine when the same user repeats the same request.
 * @throws ApiError 409 for anything else.
 */
export function requireRepetition(ctx: Context, row: Made | null, asked: string): void {
  if (row && row.created_from === asked && row.created_by === ctx.actor.user_id) return;
  throw new ApiError('conflict', 'This id is already in use.');
}
