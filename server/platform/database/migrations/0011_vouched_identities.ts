import type { Step } from './columns.ts';

/** Whose handed-over link made an identity, until its mailbox is proven. A giver who is deleted stays here. */
export async function up({ columns: c, run }: Step) {
  await run(`alter table auth_users add column vouched_by ${c.uuid}`);
}
