import type { Step } from './columns.ts';

/**
 * Notices of committed acts whose receivers are not found yet, one row for a transaction; notices of locations, which their
 * managers or users read; and what a reader did with one: until when it is read, and that an email about it waits. Without
 * foreign keys, which would lock rows after all other locks of a transaction.
 */
export async function up({ run, columns: c }: Step) {
  await run(
    `create table notice_outbox (
      id ${c.uuid} primary key,
      at ${c.time('at')} not null,
      notices ${c.json('notices')} not null,
      failed_at ${c.time('failed_at')}
    ) ${c.table}`,
    `create table location_notices (
      id ${c.uuid} primary key,
      location_id ${c.uuid} not null,
      kind text not null,
      act text not null,
      actor_id ${c.uuid},
      about_id ${c.uuid},
      run_id ${c.uuid},
      details ${c.json('details')} not null,
      count integer not null,
      first_at ${c.time('first_at')} not null,
      last_at ${c.time('last_at')} not null
    ) ${c.table}`,
    'create index location_notices_by_location on location_notices (location_id, last_at)',
    'create index location_notices_by_time on location_notices (last_at)',
    `create table notice_marks (
      user_id ${c.uuid} not null,
      notice_id ${c.uuid} not null,
      read_until ${c.time('read_until')},
      email text check (email in ('now', 'daily')),
      primary key (user_id, notice_id)
    ) ${c.linkTable}`,
    'create index notice_marks_by_notice on notice_marks (notice_id)',
    'create index notice_marks_by_email on notice_marks (email, user_id) where email is not null',
    "create index notification_settings_by_email on notification_settings (kind, user_id) where email <> 'never'",
  );
}
