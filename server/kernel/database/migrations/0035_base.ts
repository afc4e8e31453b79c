import { randomUUID } from 'node:crypto';
import type { Step } from './columns.ts';

/**
 * The migrations of version 1.1.0, which this one stands for (docs/decisions/0181). A new database records them all.
 * One that lacks any of them was made before 1.1 and must be upgraded by 1.1 first.
 */
export const migrationsOfBase = [
  '0001_people_and_stores',
  '0002_auth',
  '0003_roles_and_audit',
  '0004_invitations',
  '0005_session_activity',
  '0006_second_factor',
  '0007_email_change',
  '0008_audit_by_store',
  '0009_names_of_givers',
  '0010_devices_with_second_factor',
  '0011_vouched_identities',
  '0012_audit_is_not_emptied',
  '0013_permissions_since_the_first_release',
  '0014_locks',
  '0016_requests_for_later',
  '0018_copied_invite_links',
  '0019_corrected_emails',
  '0020_locations_found_by_zip_and_phone',
  '0026_trusted_devices',
  '0027_numbers_and_closed_locations',
  '0028_sorted_lists',
  '0029_list_views',
  '0030_role_descriptions',
  '0031_runs',
  '0032_export_users',
  '0033_run_life',
  '0035_reasons_of_lines',
] as const;

/** The tables, triggers and first rows of version 1.1.0. Searches on PostgreSQL get their indexes in `search-index.ts`. */
export async function up(step: Step) {
  await createUsersAndLocations(step);
  await createRoles(step);
  await createAudit(step);
  await createSettings(step);
  await createAccounts(step);
  await createSessions(step);
  await createFactors(step);
  await createRuns(step);
  await insertBuiltInRoles(step);
}

async function createUsersAndLocations({ columns: c, run, dialect }: Step) {
  // On SQLite the index carries newest-first pages and, above 10,000 rows, the scan of a search.
  const newest = dialect === 'sqlite' ? 'created_at desc, id desc, search' : 'created_at desc, id desc';
  await run(
    `create table users (
      id ${c.uuid} primary key,
      email text not null,
      email_key ${c.key} not null unique,
      full_name text,
      phone text,
      is_active ${c.boolean('is_active')} not null,
      search ${c.key} not null,
      created_at ${c.time('created_at')} not null,
      created_by ${c.uuid},
      created_from text,
      updated_at ${c.time('updated_at')} not null,
      updated_by ${c.uuid},
      updated_by_name text not null,
      employee_number text,
      employee_number_key ${c.key},
      sort_name ${c.key}
    ) ${c.table}`,
    `create index users_newest on users (${newest})`,
    'create unique index users_employee_number_key_unique on users (employee_number_key)',
    'create index users_by_name on users (sort_name, id)',
    // States are sorted as they are stored, byte by byte as on SQLite.
    `create table locations (
      id ${c.uuid} primary key,
      name text not null,
      address text not null,
      city text not null,
      state ${c.key} not null,
      zip text not null,
      phone text,
      search ${c.key} not null,
      created_at ${c.time('created_at')} not null,
      created_by ${c.uuid},
      created_from text,
      updated_at ${c.time('updated_at')} not null,
      updated_by ${c.uuid},
      updated_by_name text not null,
      number text,
      number_key ${c.key},
      closed_on text,
      sort_name ${c.key},
      sort_number ${c.key},
      sort_city ${c.key}
    ) ${c.table}`,
    `create index locations_newest on locations (${newest})`,
    'create unique index locations_number_key_unique on locations (number_key)',
    `create table user_locations (
      user_id ${c.uuid} not null references users (id) on delete cascade,
      location_id ${c.uuid} not null references locations (id) on delete cascade,
      created_at ${c.time('created_at')} not null,
      granted_by ${c.uuid},
      granted_by_name text,
      primary key (user_id, location_id)
    ) ${c.linkTable}`,
    'create index user_locations_by_location on user_locations (location_id, user_id)',
    `create table list_views (
      id ${c.uuid} primary key,
      owner_id ${c.uuid} references users (id) on delete set null,
      list text not null check (list in ('users', 'locations')),
      name text not null,
      sort_name ${c.key},
      query text not null,
      is_shared ${c.boolean('is_shared')} not null,
      created_at ${c.time('created_at')} not null,
      created_by ${c.uuid},
      created_from text,
      updated_at ${c.time('updated_at')} not null,
      updated_by ${c.uuid},
      updated_by_name text not null
    ) ${c.table}`,
    'create index list_views_by_owner on list_views (owner_id)',
  );
}

async function createRoles({ columns: c, run }: Step) {
  await run(
    `create table roles (
      id ${c.uuid} primary key,
      name text not null,
      name_key ${c.key} not null unique,
      description text not null,
      color text,
      is_builtin ${c.boolean('is_builtin')} not null,
      created_at ${c.time('created_at')} not null,
      updated_at ${c.time('updated_at')} not null,
      created_by ${c.uuid},
      created_from text,
      updated_by ${c.uuid},
      updated_by_name text not null default 'The installation',
      requires_second_factor ${c.boolean('requires_second_factor')} not null default false
    ) ${c.table}`,
    `create table role_permissions (
      role_id ${c.uuid} not null references roles (id) on delete cascade,
      permission text not null,
      primary key (role_id, permission)
    ) ${c.linkTable}`,
    `create table user_roles (
      user_id ${c.uuid} not null references users (id) on delete cascade,
      role_id ${c.uuid} not null references roles (id) on delete cascade,
      created_at ${c.time('created_at')} not null,
      granted_by ${c.uuid},
      granted_by_name text,
      primary key (user_id, role_id)
    ) ${c.linkTable}`,
    'create index user_roles_by_role on user_roles (role_id, user_id)',
  );
}

const isTime = "at glob '[0-9]*-[0-9]*-[0-9]*T[0-9]*:[0-9]*:[0-9]*.[0-9]*Z'";

/** The log of what was done can be neither changed nor deleted. */
async function createAudit({ columns: c, run, dialect }: Step) {
  const change = "change text check (change in ('added', 'removed'))";
  await run(
    `create table audit_entries (
      id ${c.uuid} primary key,
      at ${c.time('at')} not null,
      actor_id ${c.uuid},
      actor_name text not null,
      action text not null,
      subject_type text not null,
      subject_id ${c.uuid},
      subject_name text not null,
      details ${c.json('details')} not null,
      via text not null,
      ip text not null,
      user_agent text not null,
      run_id ${c.uuid}
    ) ${c.table}`,
    'create index audit_entries_by_time on audit_entries (at desc, id desc)',
    'create index audit_entries_by_subject on audit_entries (subject_id, at desc)',
    'create index audit_entries_by_actor on audit_entries (actor_id, at desc)',
    'create index audit_entries_by_action on audit_entries (action, at desc)',
    // Here the databases of 1.1.0 differ: on SQLite this table was made anew for its last columns.
    `create table audit_entry_locations (
      entry_id ${c.uuid} not null references audit_entries (id) on delete cascade,
      location_id ${c.uuid} not null,
      ${
        dialect === 'sqlite'
          ? `at text not null check (${isTime}), location_name text not null, ${change}`
          : `location_name text not null default '', ${change}, at timestamptz(3) not null`
      },
      primary key (entry_id, location_id)
    ) ${c.linkTable}`,
    'create index audit_entry_locations_by_location on audit_entry_locations (location_id, at desc, entry_id desc)',
  );
  if (dialect === 'postgres')
    await run(`create function refuse_audit_change() returns trigger language plpgsql as $$
    begin raise exception 'The audit cannot be changed'; end $$`);
  for (const table of ['audit_entries', 'audit_entry_locations'])
    await (dialect === 'sqlite' ? protectOnSqlite(run, table) : protectOnPostgres(run, table));
}

async function protectOnSqlite(run: Step['run'], table: string) {
  for (const change of ['update', 'delete'])
    await run(`create trigger ${table}_no_${change} before ${change} on ${table}
        begin select raise(abort, 'The audit cannot be changed'); end`);
}

async function protectOnPostgres(run: Step['run'], table: string) {
  await run(
    `create trigger ${table}_append_only before update or delete on ${table}
      for each row execute function refuse_audit_change()`,
    // What empties a table meets no trigger for rows.
    `create trigger ${table}_not_emptied before truncate on ${table}
      for each statement execute function refuse_audit_change()`,
  );
}

async function createSettings({ columns: c, run, db }: Step) {
  await run(
    `create table settings (key text primary key, value text not null) ${c.table}`,
    `create table mail_outbox (
      id ${c.uuid} primary key,
      to_address text not null,
      subject text not null,
      body text,
      state text not null check (state in ('pending', 'kept', 'sent', 'failed')),
      attempts integer not null,
      next_attempt_at ${c.time('next_attempt_at')},
      last_error text,
      created_at ${c.time('created_at')} not null,
      sent_at ${c.time('sent_at')}
    ) ${c.table}`,
    'create index mail_outbox_by_time on mail_outbox (created_at desc, id desc)',
    "create index mail_outbox_due on mail_outbox (next_attempt_at) where state = 'pending'",
  );
  // Rows that transactions lock to go one after the other.
  for (const key of ['first_account_lock', 'signing_keys_lock', 'administrators_lock', 'role_creation_lock'])
    await db.insertInto('settings').values({ key, value: '' }).execute();
}

async function createAccounts({ columns: c, run }: Step) {
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
      updated_at ${c.time('updated_at')} not null,
      new_email text,
      email_change_sent_at ${c.time('email_change_sent_at')}
    ) ${c.table}`,
    'create index auth_users_by_last_sign_in on auth_users (last_sign_in_at, id)',
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
    `create table auth_one_time_tokens (
      token_hash text primary key,
      user_id ${c.uuid} not null references auth_users (id) on delete cascade,
      purpose text not null,
      created_at ${c.time('created_at')} not null,
      expires_at ${c.time('expires_at')} not null,
      requested_by ${c.uuid},
      unique (user_id, purpose)
    ) ${c.table}`,
    // One waiting invitation per user; the newer takes the place of the older.
    `create table auth_invitations (
      user_id ${c.uuid} primary key references users (id) on delete cascade,
      token_hash text not null unique,
      mail_id ${c.uuid},
      sent_by ${c.uuid},
      sent_at ${c.time('sent_at')} not null,
      expires_at ${c.time('expires_at')} not null
    ) ${c.table}`,
    `create table auth_requests (
      id ${c.uuid} primary key,
      kind text not null,
      email text not null,
      detail text,
      ip text not null,
      user_agent text not null,
      created_at ${c.time('created_at')} not null
    ) ${c.table}`,
    'create index auth_requests_by_time on auth_requests (created_at)',
    `create table auth_unlisted (
      hour ${c.time('hour')} not null,
      action text not null,
      network text not null,
      email text not null,
      attempts integer not null,
      primary key (hour, action, network, email)
    ) ${c.linkTable}`,
    `create table auth_rate (
      key text primary key,
      window_ends_at ${c.time('window_ends_at')} not null,
      count integer not null
    ) ${c.table}`,
  );
}

async function createSessions({ columns: c, run }: Step) {
  await run(
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
      ended_reason text,
      seen_at ${c.time('seen_at')},
      factor_id ${c.uuid}
    ) ${c.table}`,
    'create index auth_sessions_by_user on auth_sessions (user_id, ended_at)',
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
}

async function createFactors({ columns: c, run }: Step) {
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
      expires_at ${c.time('expires_at')} not null
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
  );
}

async function createRuns({ columns: c, run }: Step) {
  await run(
    `create table runs (
      id ${c.uuid} primary key,
      kind text not null check (kind in ('import', 'bulk', 'undo')),
      about text not null check (about in ('users', 'locations')),
      title text not null,
      state text not null,
      file text,
      options text,
      act text,
      undo_of ${c.uuid},
      total integer not null,
      done integer not null,
      planned text not null,
      applied text not null,
      confirm integer,
      problem text,
      ip text not null,
      user_agent text not null,
      leased_until ${c.time('leased_until')},
      ended_at ${c.time('ended_at')},
      created_at ${c.time('created_at')} not null,
      created_by ${c.uuid},
      created_from text,
      updated_at ${c.time('updated_at')} not null,
      updated_by ${c.uuid},
      updated_by_name text not null,
      session_id ${c.uuid},
      leased_by text,
      faults integer not null default 0,
      retryable integer not null default 0,
      left_out integer not null default 0,
      expires_at ${c.time('expires_at')},
      discarded_at ${c.time('discarded_at')}
    ) ${c.table}`,
    'create index runs_by_creator on runs (created_by, created_at desc)',
    "create index runs_at_work on runs (leased_until) where state in ('planning', 'applying')",
    'create index runs_by_undone on runs (undo_of) where undo_of is not null',
    'create index runs_discarded on runs (id) where discarded_at is not null',
    `create table run_lines (
      run_id ${c.uuid} not null references runs (id) on delete cascade,
      line integer not null,
      cells text,
      asked text,
      subject_id ${c.uuid},
      subject_name text not null,
      planned text,
      version ${c.time('version')},
      result text,
      reason text,
      changes text not null,
      undo text,
      reasons text,
      primary key (run_id, line)
    ) ${c.linkTable}`,
    'create index run_lines_to_plan on run_lines (run_id, line) where planned is null',
    'create index run_lines_to_apply on run_lines (run_id, line) where result is null',
    `create table run_keys (
      run_id ${c.uuid} not null references runs (id) on delete cascade,
      key text not null,
      line integer not null,
      primary key (run_id, key)
    ) ${c.linkTable}`,
  );
}

const viewer = ['locations.read', 'users.read', 'roles.read', 'audit.read'];
const manager = [
  ...viewer,
  ...['locations.update', 'users.create', 'users.update', 'users.deactivate', 'users.invite', 'users.export'],
  ...['users.assign_locations', 'users.assign_roles'],
];
const admin = [
  ...manager,
  ...['locations.all', 'locations.create', 'locations.delete', 'users.delete', 'users.sessions'],
  ...['users.reset_factor', 'roles.manage', 'settings.read', 'mail.read'],
];

/** The roles of 1.1.0. What they got since, later migrations grant (`grant-to-built-in.ts`). */
const builtInRoles = [
  { name: 'admin', description: 'Full access to every location and setting', permissions: admin },
  { name: 'manager', description: 'Runs assigned locations and their staff', permissions: manager },
  {
    name: 'employee',
    description: 'Day-to-day work at assigned locations',
    permissions: ['locations.read', 'users.read'],
  },
  { name: 'viewer', description: 'Can look, cannot change', permissions: viewer },
];

async function insertBuiltInRoles({ db }: Step) {
  const now = new Date().toISOString();
  for (const { name, description, permissions } of builtInRoles) {
    const id = randomUUID();
    const role = { id, name, name_key: name, description, color: null };
    await db
      .insertInto('roles')
      // A boolean bind is 0 or 1 on SQLite.
      .values({ ...role, is_builtin: true, created_at: now, updated_at: now })
      .execute();
    for (const permission of permissions)
      await db.insertInto('role_permissions').values({ role_id: id, permission }).execute();
  }
}
