import type { Selectable } from 'kysely';
import type { AuthKeysTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { forUpdate } from '../../../platform/database/query.ts';

export type StoredKey = Selectable<AuthKeysTable>;

export function listKeys(db: Queryable): Promise<StoredKey[]> {
  return db
    .selectFrom('auth_keys')
    .select(['kid', 'private_key', 'public_key', 'state', 'created_at'])
    .orderBy('created_at')
    .execute();
}

/** Makes processes that start at once wait for each other, so that only one creates the keys. */
export async function lockKeys(tx: Transaction): Promise<void> {
  const query = tx.selectFrom('settings').select('key').where('key', '=', 'signing_keys_lock');
  await forUpdate(tx, query).executeTakeFirstOrThrow();
}

export async function insertKey(tx: Transaction, key: StoredKey): Promise<void> {
  await tx.insertInto('auth_keys').values(key).execute();
}

/** Moves each key on: next becomes current, current becomes previous, previous is deleted. */
export async function advanceKeys(tx: Transaction): Promise<void> {
  await deletePreviousKeys(tx);
  await tx.updateTable('auth_keys').set({ state: 'previous' }).where('state', '=', 'current').execute();
  await tx.updateTable('auth_keys').set({ state: 'current' }).where('state', '=', 'next').execute();
}

export async function deletePreviousKeys(tx: Transaction): Promise<void> {
  await tx.deleteFrom('auth_keys').where('state', '=', 'previous').execute();
}
