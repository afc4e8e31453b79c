import type { Step } from './columns.ts';

/** When a user's daily email comes, what is in it, and when no email comes. */
export async function up({ run, columns: c }: Step) {
  const add = (column: string) => `alter table user_preferences add column ${column}`;
  await run(
    add('email_hour integer check (email_hour between 0 and 23)'),
    add('quiet_from integer check (quiet_from between 0 and 23)'),
    add('quiet_to integer check (quiet_to between 0 and 23)'),
    add('paused_until text'),
    add(`sections_off ${c.json('sections_off')} not null default '[]'`),
    add(`digest_sent_at ${c.time('digest_sent_at')}`),
    add(`emails_held_until ${c.time('emails_held_until')}`),
  );
}
