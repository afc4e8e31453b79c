import type { Step } from './columns.ts';

/** Rows for those who must go one after the other: whoever takes an administrator away, and whoever makes a role. */
export async function up({ db }: Step) {
  for (const key of ['administrators_lock', 'role_creation_lock']) {
    await db.insertInto('settings').values({ key, value: '' }).execute();
  }
}
