import type { Step } from './columns.ts';

/** Counting the active staff of locations then looks among few users. SQLite would not use it: it prefers the unique index of ids. */
export async function up({ dialect, run }: Step) {
  if (dialect === 'postgres') await run('create index users_inactive on users (id) where not is_active');
}
