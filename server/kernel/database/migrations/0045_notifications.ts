import type { Step } from './columns.ts';

/**
 * What users are told, and how. Notifications have no foreign key: inserting one would lock the row of its receiver, after
 * all other locks of the transaction.
 */
export async function up({ run, columns: c }: Step) {
  await run(
    `create table notifications (
      id ${c.uuid} primary key,
      user_id ${c.uuid} not null,
      kind text not null,
      subject_type text not null,
      subject_id ${c.uuid},
      subject_name text not null,
      location_id ${c.uuid},
      details ${c.json('details')} not null,
      count integer not null,
      first_at ${c.time('first_at')} not null,
      last_at ${c.time('last_at')} not null,
      read_at ${c.time('read_at')},
      merge_key ${c.key} not null,
      is_in_bell ${c.boolean('is_in_bell')} not null,
      email text check (email in ('now', 'daily')),
      unique (user_id, merge_key)
    ) ${c.table}`,
    'create index notifications_by_user on notifications (user_id, last_at)',
    'create index notifications_by_time on notifications (last_at)',
    'create index notifications_by_email on notifications (email, user_id) where email is not null',
    `create table notification_settings (
      user_id ${c.uuid} not null references users (id) on delete cascade,
      kind text not null,
      is_in_bell ${c.boolean('is_in_bell')} not null,
      email text not null check (email in ('now', 'daily', 'never')),
      primary key (user_id, kind)
    ) ${c.table}`,
    // Who sent the invitation was told that it expires soon.
    `alter table auth_invitations add column reminded_at ${c.time('reminded_at')}`,
  );
}
