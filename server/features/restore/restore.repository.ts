import type { Queryable, Transaction } from '../../kernel/database/database.ts';

export async function findSetting(db: Queryable, key: string): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst();
  return row?.value ?? null;
}

export async function takeSetting(tx: Transaction, key: string): Promise<string | null> {
  const row = await tx.deleteFrom('settings').where('key', '=', key).returning('value').executeTakeFirst();
  return row?.value ?? null;
}
