import type { Insertable, Selectable } from 'kysely';
import { type InTransaction, now } from '../../../kernel/context.ts';
import type { AuthOneTimeTokensTable, AuthSignUpsTable } from '../../../kernel/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../../kernel/database/database.ts';
import { forUpdate, isFound } from '../../../platform/database/query.ts';
import { newSecret } from '../keys/one-time-secret.pure.ts';

type Purpose = AuthOneTimeTokensTable['purpose'];

/** The older link of this purpose stops working. Returns the secret of the new one, of which only the hash is stored. */
export async function makeToken(
  ctx: InTransaction,
  given: Pick<AuthOneTimeTokensTable, 'user_id' | 'purpose'> & { requested_by?: string | null },
  lifetimeMs: number,
): Promise<string> {
  const { secret, hash } = newSecret();
  const expires_at = new Date(ctx.app.now().getTime() + lifetimeMs).toISOString();
  const { requested_by = null } = given;
  const link = { token_hash: hash, created_at: now(ctx), expires_at, requested_by };
  await ctx.tx
    .insertInto('auth_one_time_tokens')
    .values({ ...given, ...link })
    .onConflict((conflict) => conflict.columns(['user_id', 'purpose']).doUpdateSet(link))
    .execute();
  return secret;
}

/** Also one that has expired. */
export function findToken<P extends Purpose>(db: Queryable, token_hash: string, purposes: readonly P[]) {
  return db
    .selectFrom('auth_one_time_tokens')
    .select(['user_id', 'purpose', 'requested_by'])
    .where('token_hash', '=', token_hash)
    .where('purpose', 'in', purposes)
    .$narrowType<{ purpose: P }>()
    .executeTakeFirst();
}

export function listTokens<P extends Purpose>(
  db: Queryable,
  user_id: string,
  purposes: readonly P[],
  now: string,
) {
  return db
    .selectFrom('auth_one_time_tokens')
    .select(['purpose', 'requested_by'])
    .where('user_id', '=', user_id)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>', now)
    .orderBy('purpose')
    .$narrowType<{ purpose: P }>()
    .execute();
}

export async function deleteToken(tx: Transaction, user_id: string, purpose: Purpose): Promise<void> {
  const tokens = tx.deleteFrom('auth_one_time_tokens').where('user_id', '=', user_id);
  await tokens.where('purpose', '=', purpose).execute();
}

/** True for exactly one of several requests with the same token. */
export function consumeToken(
  tx: Transaction,
  token_hash: string,
  purpose: Purpose,
  now: string,
): Promise<boolean> {
  const query = tx.deleteFrom('auth_one_time_tokens').where('token_hash', '=', token_hash);
  return isFound(query.where('purpose', '=', purpose).where('expires_at', '>', now).returning('user_id'));
}

/** Returns the purposes of those that still worked. */
export async function deleteTokens(tx: Transaction, user_id: string, now: string): Promise<Purpose[]> {
  const tokens = tx.deleteFrom('auth_one_time_tokens').where('user_id', '=', user_id);
  const rows = await tokens.returning(['purpose', 'expires_at']).execute();
  return rows.filter((row) => row.expires_at > now).map((row) => row.purpose);
}

export async function deleteExpiredTokens(tx: Transaction, now: string): Promise<void> {
  await tx.deleteFrom('auth_one_time_tokens').where('expires_at', '<=', now).execute();
}

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
