import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { isFound } from '../../../platform/database/query.ts';

export async function insertCodes(
  tx: Transaction,
  factor_id: string,
  hashes: readonly string[],
): Promise<void> {
  const rows = hashes.map((code_hash) => ({ factor_id, code_hash, used_at: null }));
  await tx.insertInto('auth_recovery_codes').values(rows).execute();
}

/** True for exactly one of several requests with the same code. */
export function consumeCode(
  tx: Transaction,
  factor_id: string,
  code_hash: string,
  used_at: string,
): Promise<boolean> {
  const code = tx.updateTable('auth_recovery_codes').set({ used_at }).where('code_hash', '=', code_hash);
  return isFound(code.where('factor_id', '=', factor_id).where('used_at', 'is', null).returning('factor_id'));
}

export async function countUnused(db: Queryable, factor_id: string): Promise<number> {
  const row = await db
    .selectFrom('auth_recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('unused'))
    .where('factor_id', '=', factor_id)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return row.unused;
}

export async function deleteCodes(tx: Transaction, factor_id: string): Promise<void> {
  await tx.deleteFrom('auth_recovery_codes').where('factor_id', '=', factor_id).execute();
}
