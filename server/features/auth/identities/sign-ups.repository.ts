import type { Insertable, Selectable } from 'kysely';
import type { AuthSignUpsTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { forUpdate, isFound } from '../../../platform/database/query.ts';

export type WaitingSignUp = Selectable<AuthSignUpsTable>;

/** Strangers must not add them without limit. */
const maxPerEmail = 10;

/**
 * Deletes the oldest ones over the limit. Replaces one with the same password, so that repeating a password cannot push
 * out somebody else's sign-up.
 */
export async function insertSignUp(tx: Transaction, row: Insertable<AuthSignUpsTable>): Promise<void> {
  await lockSignUps(tx, row.email);
  const known = tx.deleteFrom('auth_sign_ups').where('email', '=', row.email);
  await known.where('password_hash', '=', row.password_hash).execute();
  await tx.insertInto('auth_sign_ups').values(row).execute();
  const surplus = tx
    .selectFrom('auth_sign_ups')
    .select('id')
    .where('email', '=', row.email)
    .orderBy('touched_at', 'desc')
    .orderBy('id')
    .limit(1000)
    .offset(maxPerEmail);
  await tx.deleteFrom('auth_sign_ups').where('id', 'in', surplus).execute();
}

/** The one used last first. */
export function listSignUps(db: Queryable, email: string, now: string): Promise<WaitingSignUp[]> {
  return db
    .selectFrom('auth_sign_ups')
    .selectAll()
    .where('email', '=', email)
    .where('expires_at', '>', now)
    .orderBy('touched_at', 'desc')
    .orderBy('id')
    .execute();
}

/** In a fixed order, so that two links used at once do not deadlock. */
export async function lockSignUps(tx: Transaction, email: string): Promise<void> {
  const query = tx.selectFrom('auth_sign_ups').select('id').where('email', '=', email).orderBy('id');
  await forUpdate(tx, query).execute();
}

export function findSignUp(db: Queryable, token_hash: string): Promise<WaitingSignUp | undefined> {
  return db.selectFrom('auth_sign_ups').selectAll().where('token_hash', '=', token_hash).executeTakeFirst();
}

/** True for exactly one of several requests with the same link. */
export function consumeSignUp(tx: Transaction, token_hash: string, now: string): Promise<boolean> {
  const query = tx.deleteFrom('auth_sign_ups').where('token_hash', '=', token_hash);
  return isFound(query.where('expires_at', '>', now).returning('id'));
}

/** Returns how many of their links still worked. */
export async function deleteSignUps(tx: Transaction, email: string, now: string): Promise<number> {
  const query = tx.deleteFrom('auth_sign_ups').where('email', '=', email).returning('expires_at');
  return (await query.execute()).filter((row) => row.expires_at > now).length;
}

/** With another `token_hash` the older link stops working. False when it is gone. */
export function updateSignUp(
  tx: Transaction,
  id: string,
  change: Partial<Pick<WaitingSignUp, 'token_hash' | 'expires_at' | 'touched_at'>>,
): Promise<boolean> {
  return isFound(tx.updateTable('auth_sign_ups').set(change).where('id', '=', id).returning('id'));
}

export async function deleteExpiredSignUps(tx: Transaction, now: string): Promise<void> {
  await tx.deleteFrom('auth_sign_ups').where('expires_at', '<=', now).execute();
}
