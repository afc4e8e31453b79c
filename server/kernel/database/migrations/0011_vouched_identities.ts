import type { Step } from './columns.ts';

/** Whose handed-over link made an identity, until its mailbox is proven. A giver who is deleted stays here. */
export async function up({ columns: c, run }: Step) {
  await run(
    `alter table auth_users add column vouched_by ${c.uuid}`,
    'create index auth_users_vouched_by on auth_users (vouched_by) where vouched_by is not null',
  );
}
