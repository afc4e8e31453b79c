import { type Selectable, sql, type Updateable } from 'kysely';
import type { Queryable, Transaction } from '../../kernel/database/database.ts';
import type { RecentPick, UserPreferencesTable } from '../../kernel/database/schema.ts';
import { forUpdate, isFound } from '../../platform/database/query.ts';

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

const columns = [
  ...(['notifications_seen_at', 'time_zone', 'digest_due_at', 'digest_sent_at', 'email_hour'] as const),
  ...(['quiet_from', 'quiet_to', 'paused_until', 'sections_off', 'emails_held_until'] as const),
] as const;
export type Preferences = Omit<Selectable<UserPreferencesTable>, 'user_id' | 'recent'>;

const none: Preferences = {
  ...{ notifications_seen_at: null, time_zone: null, digest_due_at: null, digest_sent_at: null },
  ...{ email_hour: null, quiet_from: null, quiet_to: null, paused_until: null, sections_off: [] },
  emails_held_until: null,
};

export async function findPreferences(db: Queryable, userId: string): Promise<Preferences> {
  const query = db.selectFrom('user_preferences').select(columns).where('user_id', '=', userId);
  return (await query.executeTakeFirst()) ?? none;
}

/** Never back. */
export function moveSeen(tx: Transaction, user_id: string, seen_at: string): Promise<boolean> {
  const isLater = sql<boolean>`(user_preferences.notifications_seen_at is null
    or user_preferences.notifications_seen_at < ${seen_at})`;
  const query = tx.insertInto('user_preferences').values({ user_id, notifications_seen_at: seen_at });
  return isFound(
    query
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({ notifications_seen_at: seen_at }).where(isLater),
      )
      .returning('user_id'),
  );
}

export async function updatePreferences(
  tx: Transaction,
  user_id: string,
  changes: Updateable<UserPreferencesTable>,
): Promise<void> {
  await tx
    .insertInto('user_preferences')
    .values({ ...changes, user_id })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(changes))
    .execute();
}

/**
 * Moves the time of the next digest; null takes it away. False when it is another than `from`: somebody else moved it. The row stays locked
 * until the transaction ends.
 */
export async function moveDigest(
  tx: Transaction,
  user_id: string,
  from: string | null,
  to: string | null,
): Promise<boolean> {
  const row = tx.insertInto('user_preferences').values({ user_id });
  await row.onConflict((conflict) => conflict.doNothing()).execute();
  const query = tx.updateTable('user_preferences').set({ digest_due_at: to }).where('user_id', '=', user_id);
  return isFound(query.where('digest_due_at', from === null ? 'is' : '=', from).returning('user_id'));
}

export async function deletePreferences(tx: Transaction, userId: string): Promise<void> {
  await tx.deleteFrom('user_preferences').where('user_id', '=', userId).execute();
}

function ofUser(db: Queryable, userId: string) {
  return db.selectFrom('user_preferences').select('recent').where('user_id', '=', userId);
}
