import type { AuthOneTimeTokensTable } from '../../platform/database/auth-schema.ts';
import type { Queryable, Transaction } from '../../platform/database/database.ts';

type Purpose = AuthOneTimeTokensTable['purpose'];

/** The newer token of a person and purpose takes the place of the older. */
export async function replaceToken(tx: Transaction, token: AuthOneTimeTokensTable): Promise<void> {
  const { token_hash, created_at, expires_at } = token;
  await tx
    .insertInto('auth_one_time_tokens')
    .values(token)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'purpose']).doUpdateSet({ token_hash, created_at, expires_at }),
    )
    .execute();
}

export async function findTokenOwner(
  db: Queryable,
  token_hash: string,
  purpose: Purpose,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('auth_one_time_tokens')
    .select('user_id')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
  return row?.user_id;
}

/** True for exactly one of several uses of one token. */
export async function consumeToken(
  tx: Transaction,
  token_hash: string,
  purpose: Purpose,
  now: string,
): Promise<boolean> {
  const row = await tx
    .deleteFrom('auth_one_time_tokens')
    .where('token_hash', '=', token_hash)
    .where('purpose', '=', purpose)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTokens(tx: Transaction, user_id: string): Promise<void> {
  await tx.deleteFrom('auth_one_time_tokens').where('user_id', '=', user_id).execute();
}

export async function deleteExpiredTokens(tx: Transaction, now: string): Promise<void> {
  await tx.deleteFrom('auth_one_time_tokens').where('expires_at', '<=', now).execute();
}
