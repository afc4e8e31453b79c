import type { Step } from './columns.ts';

/** Sign-in identities, waiting sign-ups, sessions, one-time tokens, known browsers and signing keys. */
export async function up({ columns: c, run, db }: Step) {
  await run(
    `create table auth_users (
      id ${c.uuid} primary key,
      email text not null unique,
      password_hash text,
      email_confirmed_at ${c.time('email_confirmed_at')},
      confirmation_sent_at ${c.time('confirmation_sent_at')},
      recovery_sent_at ${c.time('recovery_sent_at')},
      last_sign_in_at ${c.time('last_sign_in_at')},
      user_metadata ${c.json('user_metadata')} not null,
      created_at ${c.time('created_at')} not null,
      updated_at ${c.time('updated_at')} not null
    ) ${c.table}`,
    `create table auth_sign_ups (
      id ${c.uuid} primary key,
      email text not null,
      password_hash text not null,
      user_metadata ${c.json('user_metadata')} not null,
      token_hash text not null unique,
      created_at ${c.time('created_at')} not null,
      touched_at ${c.time('touched_at')} not null,
      expires_at ${c.time('expires_at')} not null
    ) ${c.table}`,
    'create index auth_sign_ups_by_email on auth_sign_ups (email, touched_at)',
    'create index auth_sign_ups_by_expiry on auth_sign_ups (expires_at)',
    `create table auth_sessions (
      id ${c.uuid} primary key,
      user_id ${c.uuid} not null references auth_users (id) on delete cascade,
      created_at ${c.time('created_at')} not null,
      refreshed_at ${c.time('refreshed_at')} not null,
      aal text not null check (aal in ('aal1', 'aal2')),
      amr ${c.json('amr')} not null,
      ip text not null,
      user_agent text not null,
      refresh_key text not null,
      refresh_counter integer not null,
      refresh_uses text not null,
      ended_at ${c.time('ended_at')},
      ended_reason text
    ) ${c.table}`,
    'create index auth_sessions_by_user on auth_sessions (user_id, ended_at)',
    `create table auth_one_time_tokens (
      token_hash text primary key,
      user_id ${c.uuid} not null references auth_users (id) on delete cascade,
      purpose text not null,
      created_at ${c.time('created_at')} not null,
      expires_at ${c.time('expires_at')} not null,
      unique (user_id, purpose)
    ) ${c.table}`,
    `create table auth_devices (
      user_id ${c.uuid} not null references auth_users (id) on delete cascade,
      device_hash text not null,
      seen_at ${c.time('seen_at')} not null,
      primary key (user_id, device_hash)
    ) ${c.linkTable}`,
    `create table auth_keys (
      kid text primary key,
      private_key text not null,
      public_key text not null,
      state text not null check (state in ('current', 'next', 'previous')),
      created_at ${c.time('created_at')} not null
    ) ${c.table}`,
    "create unique index auth_keys_one_current on auth_keys (state) where state = 'current'",
  );
  // The row that a process locks to make the first signing keys alone.
  await db.insertInto('settings').values({ key: 'signing_keys_lock', value: '' }).execute();
}
