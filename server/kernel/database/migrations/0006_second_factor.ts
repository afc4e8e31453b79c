import type { Step } from './columns.ts';

/** Authenticator apps, the challenges to enter their codes, recovery codes, and roles that ask for them. */
export async function up({ columns: c, run }: Step) {
  await run(
    `create table auth_factors (
      id ${c.uuid} primary key,
      user_id ${c.uuid} not null references auth_users (id) on delete cascade,
      factor_type text not null check (factor_type in ('totp', 'recovery_code')),
      friendly_name text,
      name_key ${c.key},
      secret text,
      status text not null check (status in ('unverified', 'verified')),
      last_step integer not null,
      created_at ${c.time('created_at')} not null,
      updated_at ${c.time('updated_at')} not null,
      unique (user_id, name_key)
    ) ${c.table}`,
    // Every request asks whether its caller has one.
    "create index auth_factors_verified on auth_factors (user_id) where status = 'verified'",
    "create unique index auth_factors_one_set on auth_factors (user_id) where factor_type = 'recovery_code'",
    `create table auth_challenges (
      id ${c.uuid} primary key,
      factor_id ${c.uuid} not null references auth_factors (id) on delete cascade,
      session_id ${c.uuid} not null references auth_sessions (id) on delete cascade,
      expires_at ${c.time('expires_at')} not null,
      tries integer not null
    ) ${c.table}`,
    'create index auth_challenges_by_factor on auth_challenges (factor_id)',
    'create index auth_challenges_by_session on auth_challenges (session_id)',
    'create index auth_challenges_by_expiry on auth_challenges (expires_at)',
    `create table auth_recovery_codes (
      factor_id ${c.uuid} not null references auth_factors (id) on delete cascade,
      code_hash text not null,
      used_at ${c.time('used_at')},
      primary key (factor_id, code_hash)
    ) ${c.linkTable}`,
    'alter table auth_sessions add column elevated_counter integer not null default 0',
    `alter table auth_sessions add column elevated_at ${c.time('elevated_at')}`,
    `alter table auth_sessions add column factor_id ${c.uuid}`,
    `alter table roles add column requires_second_factor ${c.boolean('requires_second_factor')} not null default false`,
  );
}
