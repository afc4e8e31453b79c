import { randomUUID } from 'node:crypto';
import type { Step } from './columns.ts';

/** Profiles, stores, roles, their links, the audit, settings and outgoing mail. */
export async function up({ columns: c, run, db, dialect }: Step) {
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
      updated_by_name text not null
    ) ${c.table}`,
    `create table locations (
      id ${c.uuid} primary key,
      name text not null,
      address text not null,
      city text not null,
      state text not null,
      zip text not null,
      phone text,
      search ${c.key} not null,
      created_at ${c.time('created_at')} not null,
      created_by ${c.uuid},
      created_from text,
      updated_at ${c.time('updated_at')} not null,
      updated_by ${c.uuid},
      updated_by_name text not null
    ) ${c.table}`,
    `create table roles (
      id ${c.uuid} primary key,
      name text not null,
      name_key ${c.key} not null unique,
      description text not null,
      color text,
      is_builtin ${c.boolean('is_builtin')} not null,
      created_at ${c.time('created_at')} not null,
      updated_at ${c.time('updated_at')} not null
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
      primary key (user_id, role_id)
    ) ${c.linkTable}`,
    'create index user_roles_by_role on user_roles (role_id, user_id)',
    `create table user_locations (
      user_id ${c.uuid} not null references users (id) on delete cascade,
      location_id ${c.uuid} not null references locations (id) on delete cascade,
      created_at ${c.time('created_at')} not null,
      granted_by ${c.uuid},
      primary key (user_id, location_id)
    ) ${c.linkTable}`,
    'create index user_locations_by_location on user_locations (location_id, user_id)',
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
      user_agent text not null
    ) ${c.table}`,
    'create index audit_entries_by_time on audit_entries (at desc, id desc)',
    'create index audit_entries_by_subject on audit_entries (subject_id, at desc)',
    `create table audit_entry_locations (
      entry_id ${c.uuid} not null references audit_entries (id) on delete cascade,
      location_id ${c.uuid} not null,
      primary key (entry_id, location_id)
    ) ${c.linkTable}`,
    'create index audit_entry_locations_by_location on audit_entry_locations (location_id, entry_id)',
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
    `create table auth_rate (
      key text primary key,
      window_ends_at ${c.time('window_ends_at')} not null,
      count integer not null
    ) ${c.table}`,
  );
  await (dialect === 'sqlite' ? sqliteSearch(run) : postgresSearch(run));
  // The row that a transaction locks to decide alone whether it makes the first account.
  await db.insertInto('settings').values({ key: 'first_account_lock', value: '' }).execute();
  await insertBuiltInRoles(db);
}

/** The covering index carries newest-first pages and, above 10,000 rows, the scan of a search. */
function sqliteSearch(run: Step['run']) {
  return run(
    'create index users_newest on users (created_at desc, id desc, search)',
    'create index locations_newest on locations (created_at desc, id desc, search)',
  );
}

function postgresSearch(run: Step['run']) {
  return run(
    'create index users_newest on users (created_at desc, id desc)',
    'create index locations_newest on locations (created_at desc, id desc)',
    'create extension if not exists pg_trgm',
    'create index users_search on users using gin (search gin_trgm_ops)',
    'create index locations_search on locations using gin (search gin_trgm_ops)',
  );
}

/** The roles of the first release. What they got since, later migrations grant (`grant-to-built-in.ts`). */
const builtInRoles = [
  {
    name: 'admin',
    description: 'Full access to every store and setting',
    permissions: [
      'locations.all',
      'locations.read',
      'locations.create',
      'locations.update',
      'locations.delete',
      'users.read',
      'users.create',
      'users.update',
      'users.deactivate',
      'users.delete',
      'users.assign_locations',
      'users.assign_roles',
      'roles.read',
      'roles.manage',
      'audit.read',
      'settings.read',
      'mail.read',
    ],
  },
  {
    name: 'manager',
    description: 'Runs assigned stores and their staff',
    permissions: [
      'locations.read',
      'locations.update',
      'users.read',
      'users.create',
      'users.update',
      'users.deactivate',
      'users.assign_locations',
      'users.assign_roles',
      'roles.read',
      'audit.read',
    ],
  },
  {
    name: 'employee',
    description: 'Day-to-day work at assigned stores',
    permissions: ['locations.read', 'users.read'],
  },
  {
    name: 'viewer',
    description: 'Can look, cannot change',
    permissions: ['locations.read', 'users.read', 'roles.read', 'audit.read'],
  },
];

async function insertBuiltInRoles(db: Step['db']) {
  const now = new Date().toISOString();
  for (const role of builtInRoles) {
    const id = randomUUID();
    await db
      .insertInto('roles')
      .values({
        id,
        name: role.name,
        name_key: role.name,
        description: role.description,
        color: null,
        // A boolean bind is 0 or 1 on SQLite.
        is_builtin: true,
        created_at: now,
        updated_at: now,
      })
      .execute();
    for (const permission of role.permissions) {
      await db.insertInto('role_permissions').values({ role_id: id, permission }).execute();
    }
  }
}
