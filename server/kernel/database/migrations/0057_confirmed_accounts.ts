import type { Step } from './columns.ts';

/** Counting users without a confirmed account then reads no row. SQLite would not use it: it prefers the unique index of ids. */
export async function up({ dialect, run }: Step) {
  if (dialect === 'postgres')
    await run('create index auth_users_confirmed on auth_users (id) where email_confirmed_at is not null');
}
