import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import { forUpdate } from '../../kernel/database/query.ts';
import type { RecentPick } from '../../kernel/database/schema.ts';

export async function findRecent(db: Queryable, userId: string): Promise<RecentPick[]> {
  return (await ofUser(db, userId).executeTakeFirst())?.recent ?? [];
}

/** Makes the row when there is none, so that two requests at once wait for each other. */
export async function lockRecent(tx: Transaction, userId: string): Promise<RecentPick[]> {
  const row = tx.insertInto('user_preferences').values({ user_id: userId });
  await row.onConflict((conflict) => conflict.doNothing()).execute();
  return (await forUpdate(tx, ofUser(tx, userId)).executeTakeFirstOrThrow()).recent;
}

export async function updateRecent(tx: Transaction, userId: string, recent: RecentPick[]): Promise<void> {
  const changes = { recent: JSON.stringify(recent) };
  await tx.updateTable('user_preferences').set(changes).where('user_id', '=', userId).execute();
}

export async function deletePreferences(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('user_preferences').where('user_id', '=', userId).execute();
}

function ofUser(db: Queryable, userId: string) {
  return db.selectFrom('user_preferences').select('recent').where('user_id', '=', userId);
}
