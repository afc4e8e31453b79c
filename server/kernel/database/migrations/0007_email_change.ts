import type { Step } from './columns.ts';

/** An address that a person wants, until both mailboxes have agreed; the links are one-time tokens. */
export async function up({ columns: c, run }: Step) {
  await run(
    'alter table auth_users add column new_email text',
    `alter table auth_users add column email_change_sent_at ${c.time('email_change_sent_at')}`,
  );
}
