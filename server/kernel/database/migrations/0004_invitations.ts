import type { Step } from './columns.ts';

/** One waiting invitation a person; the newer takes the place of the older. */
export async function up({ columns: c, run }: Step) {
  await run(
    `create table auth_invitations (
      user_id ${c.uuid} primary key references users (id) on delete cascade,
      token_hash text not null unique,
      mail_id ${c.uuid},
      sent_by ${c.uuid},
      sent_at ${c.time('sent_at')} not null,
      expires_at ${c.time('expires_at')} not null
    ) ${c.table}`,
  );
}
