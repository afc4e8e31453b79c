import type { Step } from './columns.ts';

/**
 * What a user chose or saw, apart from `users`: that row is the lock of everything that belongs to a user, and its
 * `updated_at` is a version. Without a foreign key, because it would lock that row.
 */
export async function up({ run, columns: c }: Step) {
  await run(
    `create table user_preferences (
      user_id ${c.uuid} primary key,
      notifications_seen_at ${c.time('notifications_seen_at')},
      time_zone text,
      digest_due_at ${c.time('digest_due_at')},
      recent ${c.json('recent')} not null default '[]'
    ) ${c.table}`,
    'create index user_preferences_by_digest on user_preferences (digest_due_at) where digest_due_at is not null',
  );
}
