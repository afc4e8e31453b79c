import type { Step } from './columns.ts';

/**
 * Users of whom there are few, so that they are found without looking at all others: who used the link of an invitation and
 * chose no password, and who is inactive. SQLite would not use the second: it prefers the unique index of ids.
 */
export async function up({ dialect, run }: Step) {
  await run(
    `create index auth_users_without_password on auth_users (id)
       where email_confirmed_at is not null and password_hash is null`,
  );
  if (dialect === 'postgres') await run('create index users_inactive on users (id) where not is_active');
}
