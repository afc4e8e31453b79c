import type { Step } from './columns.ts';

/** When a session was last used; the refresh of its tokens, which a page does by itself, is not use. */
export async function up({ columns: c, run }: Step) {
  await run(`alter table auth_sessions add column seen_at ${c.time('seen_at')}`);
}
