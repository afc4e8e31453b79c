import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRole, allPermissions, builtInRoles } from '../../../contract/access/permissions.ts';
import { proposeTimeZone } from '../../../contract/fields/time-zone-of-address.ts';
import { fold, locationKey } from '../../../contract/lists/search-key.ts';
import { DatabaseLog } from '../../platform/database/database-log.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { openSqlite } from '../../platform/database/sqlite.ts';
import { insertRow, migrateTo as migrateOlder } from '../../testing/databases/migrate-to.ts';
import { createTestDatabase } from '../../testing/databases/postgres-cluster.ts';
import { silentLog } from '../../testing/processes/silent-log.ts';
import type { Driver } from './database.ts';
import { jsonColumns } from './json-columns.ts';
import { migrateToLatest, runMigration } from './migrate.ts';
import type { Tables } from './schema.ts';

const limits = {
  prepared: true,
  pool_size: 4,
  connect_timeout_seconds: 5,
  query_timeout_seconds: 10,
  lock_timeout_seconds: 5,
};

let driver: Driver;
let close: () => Promise<void>;

beforeEach(async () => {
  if (process.env.TEST_DIALECT === 'postgres') {
    const { url, drop } = await createTestDatabase();
    driver = openPostgres({ url, ...limits }, new DatabaseLog(silentLog, 0));
    close = drop;
  } else {
    const folder = await mkdtemp(join(tmpdir(), 'canopy-test-'));
    driver = openSqlite<Tables>(join(folder, 'canopy.db'), jsonColumns);
    close = () => rm(folder, { recursive: true, force: true });
  }
});
afterEach(async () => {
  await driver.close();
  await close();
});

const migrateTo = (name: string) => migrateOlder(driver, name);
const insert = (table: string, row: Record<string, unknown>) => insertRow(driver, table, row);

const at = '2026-11-20T12:00:00.123Z';
const changed = { created_at: at, updated_at: at, updated_by_name: '' };
const addUser = async (name: string | null, email: string) => {
  const id = crypto.randomUUID();
  const row = { id, email, email_key: email, full_name: name, is_active: true, search: email };
  await insert('users', { ...row, ...changed });
  return id;
};

test('the migrations add times to the location links and names to the grantors of an older release', async () => {
  await migrateTo('0007_email_change');
  const location_id = crypto.randomUUID();
  const place = { address: '', city: '', state: 'NY', zip: '12207' };
  await insert('locations', { id: location_id, name: 'Mill Road', ...place, search: '', ...changed });
  const [ada, bo] = [await addUser('Ada Owner', 'ada@x.example'), await addUser(null, 'bo@x.example')];
  const grantors = [ada, bo, null, crypto.randomUUID()];
  for (const [n, granted_by] of grantors.entries()) {
    const user_id = await addUser(`User ${n}`, `p${n}@x.example`);
    await insert('user_locations', { user_id, location_id, created_at: at, granted_by });
    const { rows } = await sql<{ id: string }>`select id from roles where name = 'viewer'`.execute(
      driver.writer,
    );
    await insert('user_roles', { user_id, role_id: rows[0]?.id, created_at: at, granted_by });
  }
  const entry_id = crypto.randomUUID();
  const what = { action: 'location.created', subject_type: 'location', subject_name: '', details: '{}' };
  await insert('audit_entries', {
    id: entry_id,
    at,
    actor_name: '',
    ...what,
    via: '',
    ip: '',
    user_agent: '',
  });
  await insert('audit_entry_locations', { entry_id, location_id, location_name: 'Mill', change: 'added' });

  await migrateToLatest(driver.writer, driver.dialect);
  const { reader } = driver;
  expect(await reader.selectFrom('audit_entry_locations').selectAll().execute()).toEqual([
    { entry_id, location_id, at, location_name: 'Mill', change: 'added' },
  ]);
  const names = ['Ada Owner', 'bo@x.example', null, null];
  for (const table of ['user_locations', 'user_roles'] as const) {
    const links = await reader
      .selectFrom(table)
      .innerJoin('users', 'users.id', `${table}.user_id`)
      .select('granted_by_name')
      .orderBy('email')
      .execute();
    expect(links.map((link) => link.granted_by_name)).toEqual(names);
  }
  // The triggers that protect the audit log still exist.
  for (const statement of ['delete from audit_entry_locations', 'update audit_entry_locations set at = at']) {
    await expect(sql.raw(statement).execute(driver.writer)).rejects.toThrow(/The audit cannot be changed/);
  }
});

test('locations of an older release can be found by ZIP code, state and phone', async () => {
  await migrateTo('0012_audit_is_not_emptied');
  const columns = ['name', 'address', 'city', 'state', 'zip', 'phone'] as const;
  const rows = [
    ['Größe & Co', '1 Élan Street', 'Łódź', 'Ny', '12207', '+1 (518) 555-1002'],
    ['Mill Road', '2 Main Street', 'Albany', 'NY', '12208', null],
  ].map((values) => Object.fromEntries(columns.map((column, n) => [column, values[n] ?? null])));
  for (const row of rows) {
    const search = fold([row.name, row.address, row.city].join('\u0001'));
    await insert('locations', { id: crypto.randomUUID(), ...row, search, ...changed });
  }
  await migrateToLatest(driver.writer, driver.dialect);
  const stored = await driver.reader
    .selectFrom('locations')
    .select([...columns, 'search', 'updated_at'])
    .execute();
  expect(stored).toHaveLength(2);
  for (const row of stored) expect(row).toMatchObject({ search: locationKey(row), updated_at: at });
});

test('locations of an older release get the time zone of their state and ZIP code', async () => {
  await migrateTo('0040_backups');
  const places = [
    ...[
      ['NY', '12207'],
      ['Tx', '79901'],
      ['TX', '75201'],
      ['FL', '32456'],
      ['FL', '32501'],
      ['SD', '57601'],
    ],
    ...[
      ['SD', '57701'],
      ['AZ', '86515'],
      ['MI', '49938'],
      ['IN', '46204'],
      ['PR', '00901'],
      ['ON', 'K1A 0B1'],
    ],
  ];
  for (const [state = '', zip = ''] of places) {
    const address = { name: 'Depot', address: '1 Road', city: 'City', state, zip };
    await insert('locations', { id: crypto.randomUUID(), ...address, search: '', ...changed });
  }
  await migrateToLatest(driver.writer, driver.dialect);
  // As a server of the release before, which does not know the column.
  const late = { name: 'Late', address: '1 Road', city: 'City', state: '', zip: '' };
  await insert('locations', { id: crypto.randomUUID(), ...late, search: '', ...changed });
  const stored = await driver.reader.selectFrom('locations').select(['state', 'zip', 'time_zone']).execute();
  expect(stored).toHaveLength(places.length + 1);
  for (const { state, zip, time_zone } of stored)
    expect(time_zone).toBe(proposeTimeZone(state, zip) ?? 'UTC');
});

describe('the built-in roles', () => {
  /** The permissions of the built-in roles by name. */
  async function readBuiltInRoles(): Promise<Record<string, string[]>> {
    const links = await driver.reader
      .selectFrom('roles')
      .innerJoin('role_permissions', 'role_permissions.role_id', 'roles.id')
      .select(['roles.name', 'role_permissions.permission'])
      .where('roles.is_builtin', '=', true)
      .orderBy('permission')
      .execute();
    const byName = Map.groupBy(links, (link) => link.name);
    return Object.fromEntries([...byName].map(([name, rows]) => [name, rows.map((row) => row.permission)]));
  }

  const expected = Object.fromEntries(
    builtInRoles.map(({ name, permissions }): [string, string[]] => [name, [...permissions].sort()]),
  );

  async function removePermission(role: string, permission: string) {
    await sql`delete from role_permissions where permission = ${permission}
      and role_id = (select id from roles where name = ${role})`.execute(driver.writer);
  }

  /** The permissions that releases between the first one and migration 0013 inserted with the first migration. */
  async function grantAsLaterReleasesDid() {
    const added = {
      admin: ['users.invite', 'users.sessions', 'users.reset_factor'],
      manager: ['users.invite'],
    };
    for (const [name, permissions] of Object.entries(added)) {
      for (const permission of permissions) {
        await sql`insert into role_permissions (role_id, permission)
          select id, ${permission} from roles where name = ${name}`.execute(driver.writer);
      }
    }
  }

  test('have the permissions of the contract in a new database', async () => {
    await migrateToLatest(driver.writer, driver.dialect);
    const held = await readBuiltInRoles();
    for (const { name } of builtInRoles) expect(describeMissingGrants(name, held[name])).toBe('');
    expect(
      held,
      'A migration grants more: name it in builtInRoles of contract/access/permissions.ts',
    ).toEqual(expected);
    expect(held[adminRole]).toEqual(allPermissions.toSorted());
  });

  test('that lack a permission are reported, with what to do', () => {
    const held = allPermissions.filter((permission) => permission !== 'users.invite');
    expect(describeMissingGrants('admin', held)).toBe(
      "No migration grants users.invite to the role admin, so existing databases would never have it: add a migration that calls grantToBuiltIn(step, 'users.invite', ['admin', …]).",
    );
  });

  test('have the same permissions in a migrated database of the first release', async () => {
    await migrateTo('0001_people_and_stores');
    expect((await readBuiltInRoles()).admin).not.toContain('users.invite');
    await migrateToLatest(driver.writer, driver.dialect);
    expect(await readBuiltInRoles()).toEqual(expected);
  });

  test('of the first release keep the changes of users, and get only the new permission', async () => {
    await migrateTo('0012_audit_is_not_emptied');
    await removePermission('manager', 'users.deactivate');
    await removePermission('viewer', 'audit.read');
    await migrateToLatest(driver.writer, driver.dialect);
    const { manager = [], viewer = [] } = expected;
    expect(await readBuiltInRoles()).toEqual({
      ...expected,
      manager: manager.filter((permission) => permission !== 'users.deactivate'),
      viewer: viewer.filter((permission) => permission !== 'audit.read'),
    });
  });

  test('of a release that granted a permission earlier do not get back what users removed', async () => {
    await migrateTo('0012_audit_is_not_emptied');
    await grantAsLaterReleasesDid();
    await removePermission('manager', 'users.invite');
    await migrateToLatest(driver.writer, driver.dialect);
    const { manager = [] } = expected;
    expect(await readBuiltInRoles()).toEqual({
      ...expected,
      manager: manager.filter((permission) => permission !== 'users.invite'),
    });
  });

  test('that get a permission get a new version, so that an edit begun before is stale', async () => {
    await migrateTo('0012_audit_is_not_emptied');
    await sql`update roles set updated_at = ${at}`.execute(driver.writer);
    const readVersion = async (name: string) =>
      driver.reader
        .selectFrom('roles')
        .select('updated_at')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
    await migrateTo('0013_permissions_since_the_first_release');
    expect((await readVersion('manager')).updated_at > at).toBe(true);
    expect((await readVersion('viewer')).updated_at).toBe(at);
  });

  /** Empty when the role has all permissions of the contract. */
  function describeMissingGrants(role: string, held: readonly string[] = []): string {
    const missing = builtInRoles
      .flatMap(({ name, permissions }): string[] => (name === role ? [...permissions] : []))
      .filter((permission) => !held.includes(permission));
    return missing
      .map(
        (permission) =>
          `No migration grants ${permission} to the role ${role}, so existing databases would never have it: add a migration that calls grantToBuiltIn(step, '${permission}', ['admin', …]).`,
      )
      .join('\n');
  }
});

test('a database that ran the first form of migration 0011 gets the index that it lacks', async () => {
  await migrateTo('0012_audit_is_not_emptied');
  await sql`drop index auth_users_vouched_by`.execute(driver.writer);
  await migrateTo('0013_permissions_since_the_first_release');
  const list =
    driver.dialect === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'index'`
      : sql<{ name: string }>`select indexname as name from pg_indexes`;
  const { rows } = await list.execute(driver.reader);
  expect(rows.map((row) => row.name)).toContain('auth_users_vouched_by');
});

test('accounts joined by a link that a user with fewer permissions copied are reset; the rest stays', async () => {
  await migrateTo('0012_audit_is_not_emptied');
  const roleId = async (name: string) => {
    const found = await sql<{ id: string }>`select id from roles where name = ${name}`.execute(driver.writer);
    return found.rows[0]?.id;
  };
  const inviters = {
    admin: await addUser('Ada Owner', 'ada@x.example'),
    manager: await addUser('Mia Manager', 'mia@x.example'),
  };
  for (const [role, user_id] of Object.entries(inviters)) {
    await insert('user_roles', { user_id, role_id: await roleId(role), created_at: at, granted_by: null });
  }
  const addAccount = async (email: string, vouched_by: string | null) => {
    const id = await addUser(email, email);
    const times = { email_confirmed_at: at, created_at: at, updated_at: at };
    await insert('auth_users', {
      id,
      email,
      password_hash: 'set',
      vouched_by,
      user_metadata: '{}',
      ...times,
    });
    const session_id = crypto.randomUUID();
    await insert('auth_sessions', { id: session_id, user_id: id, ...session });
    const factor_id = crypto.randomUUID();
    const factor = { factor_type: 'totp', status: 'verified', last_step: 0, created_at: at, updated_at: at };
    await insert('auth_factors', { id: factor_id, user_id: id, ...factor });
    await insert('auth_recovery_codes', { factor_id, code_hash: email });
    await insert('auth_challenges', {
      id: crypto.randomUUID(),
      factor_id,
      session_id,
      expires_at: at,
      tries: 0,
    });
  };
  const session = {
    ...{ created_at: at, refreshed_at: at, aal: 'aal1', amr: '[]', ip: '', user_agent: '' },
    ...{ refresh_key: 'k', refresh_counter: 1, refresh_uses: '' },
  };
  await addAccount('own@x.example', null);
  await addAccount('by-admin@x.example', inviters.admin);
  await addAccount('by-manager@x.example', inviters.manager);
  const invite = async (email: string, sent_by: string, mail_id: string | null) => {
    const user_id = await addUser(email, email);
    await insert('auth_invitations', {
      user_id,
      token_hash: email,
      mail_id,
      sent_by,
      sent_at: at,
      expires_at: at,
    });
  };
  await invite('emailed@x.example', inviters.manager, crypto.randomUUID());
  await invite('copied-by-admin@x.example', inviters.admin, null);
  await invite('copied-by-manager@x.example', inviters.manager, null);

  await migrateToLatest(driver.writer, driver.dialect);
  const { reader } = driver;
  const accounts = await reader
    .selectFrom('auth_users')
    .leftJoin('auth_sessions', 'auth_sessions.user_id', 'auth_users.id')
    .leftJoin('auth_factors', 'auth_factors.user_id', 'auth_users.id')
    .select(['email', 'password_hash', 'auth_sessions.ip', 'auth_factors.status'])
    .orderBy('email')
    .execute();
  const whole = { password_hash: 'set', ip: '', status: 'verified' };
  expect(accounts).toEqual([
    { email: 'by-admin@x.example', ...whole },
    { email: 'by-manager@x.example', password_hash: null, ip: null, status: null },
    { email: 'own@x.example', ...whole },
  ]);
  expect(
    await reader.selectFrom('auth_recovery_codes').select('code_hash').orderBy('code_hash').execute(),
  ).toEqual([{ code_hash: 'by-admin@x.example' }, { code_hash: 'own@x.example' }]);
  expect(
    await reader.selectFrom('auth_invitations').select('token_hash').orderBy('token_hash').execute(),
  ).toEqual([{ token_hash: 'copied-by-admin@x.example' }, { token_hash: 'emailed@x.example' }]);
});

test('devices where only the password was entered become untrusted for users with a second factor', async () => {
  await migrateTo('0019_corrected_emails');
  const addAccount = async (email: string, devices: Record<string, string | null>) => {
    const id = await addUser(email, email);
    await insert('auth_users', { id, email, user_metadata: '{}', created_at: at, updated_at: at });
    for (const [device_hash, second_factor_at] of Object.entries(devices))
      await insert('auth_devices', { user_id: id, device_hash, seen_at: at, second_factor_at });
    return id;
  };
  await addAccount('plain@x.example', { desk: null });
  const user_id = await addAccount('guarded@x.example', { 'a stranger’s': null, phone: at });
  const factor = { factor_type: 'totp', status: 'verified', last_step: 0, created_at: at, updated_at: at };
  await insert('auth_factors', { id: crypto.randomUUID(), user_id, ...factor });

  await migrateToLatest(driver.writer, driver.dialect);
  const devices = await driver.reader.selectFrom('auth_devices').select('device_hash').execute();
  expect(devices.map((device) => device.device_hash).sort()).toEqual(['desk', 'phone']);
});

test('runs of an older release get an expiry, and the number of lines that a retry can help', async () => {
  await migrateTo('0032_export_users');
  const none = { created: 0, updated: 0, deactivated: 0, deleted: 0, unchanged: 0, changed: 0, rejected: 0 };
  const addRun = async (
    state: string,
    { kind = 'bulk', updated = 0 } = {},
    results: [string, string | null][] = [],
  ) => {
    const id = crypto.randomUUID();
    const counts = { planned: JSON.stringify(none), applied: JSON.stringify({ ...none, updated }) };
    const row = { kind, about: 'users', title: state, state, total: results.length, done: 0, ...counts };
    await insert('runs', { id, ...row, ip: '', user_agent: '', ...changed });
    for (const [index, [planned, result]] of results.entries()) {
      const line = { run_id: id, line: index + 1, subject_name: '', planned, result, changes: '[]' };
      await insert('run_lines', line);
    }
    return id;
  };
  const results: [string, string | null][] = [
    ['updated', 'updated'],
    ['updated', 'changed'],
    ['updated', 'rejected'],
    ['rejected', 'rejected'],
    ['updated', null],
  ];
  const ids = {
    done: await addRun('done', { updated: 1 }, results),
    undo: await addRun('done', { kind: 'undo', updated: 1 }, results),
    preview: await addRun('planned', {}, results),
    mapping: await addRun('mapping'),
    applying: await addRun('applying', {}, results),
    stopped: await addRun('canceled', { updated: 1 }, results),
    canceled: await addRun('canceled', {}, results),
  };
  await migrateToLatest(driver.writer, driver.dialect);
  const rows = await driver.reader.selectFrom('runs').selectAll().execute();
  const of = (name: keyof typeof ids) => {
    const { retryable, expires_at, discarded_at, faults, left_out, leased_by, session_id } =
      rows.find((row) => row.id === ids[name]) ?? expect.fail(name);
    expect({ discarded_at, faults, left_out, leased_by, session_id }).toEqual({
      ...{ discarded_at: null, faults: 0, left_out: 0, leased_by: null, session_id: null },
    });
    return { retryable, expires_at };
  };
  const week = '2026-11-27T12:00:00.123Z';
  // Applied runs stay. A line that somebody else changed is no line that an undo would try again.
  expect(of('done')).toEqual({ retryable: 3, expires_at: null });
  expect(of('undo')).toEqual({ retryable: 2, expires_at: null });
  expect(of('applying')).toEqual({ retryable: 0, expires_at: null });
  expect(of('stopped')).toEqual({ retryable: 3, expires_at: null });
  // What never changed anything is deleted a week after it was made.
  expect(of('preview')).toEqual({ retryable: 0, expires_at: week });
  expect(of('mapping')).toEqual({ retryable: 0, expires_at: week });
  expect(of('canceled')).toEqual({ retryable: 3, expires_at: week });
});

test('a day whose sums are beyond all exact numbers is taken out and computed anew, and stale days become tasks', async () => {
  await migrateTo('0057_confirmed_accounts');
  const { reader } = driver;
  const location_id = crypto.randomUUID();
  const address = { address: '1 Mill Road', city: 'Albany', state: 'NY', zip: '12207' };
  const place = { ...address, time_zone: 'America/New_York', search: '' };
  await insert('locations', { id: location_id, name: 'Mill Road', ...place, ...changed });
  const bool = (value: boolean) => (driver.dialect === 'sqlite' ? Number(value) : value);
  const day = (business_date: string, fuel: string, is_stale: boolean) =>
    sql`insert into sales_days (location_id, business_date, trading_date, is_closed, is_future, fuel, revenue, marks,
      content, is_stale) values (${location_id}, ${business_date}, ${business_date}, ${bool(true)}, ${bool(false)},
      ${sql.raw(fuel)}, ${sql.raw(fuel)}, '[]', '{"departments":[]}', ${bool(is_stale)})`.execute(
      driver.writer,
    );
  await day('2026-03-10', '500', false);
  await day('2026-03-11', '9007199254740993', false);
  await day('2026-03-12', '700', true);

  await migrateToLatest(driver.writer, driver.dialect);
  const days = await reader.selectFrom('sales_days').select(['business_date', 'fuel', 'is_stale']).execute();
  expect(days).toEqual([
    { business_date: '2026-03-10', fuel: 500, is_stale: false },
    { business_date: '2026-03-12', fuel: 700, is_stale: false },
  ]);
  const tasks = await reader.selectFrom('register_tasks').select(['kind', 'about', 'problem']).execute();
  expect(tasks).toEqual([
    { kind: 'day', about: '2026-03-11', problem: null },
    { kind: 'day', about: '2026-03-12', problem: null },
  ]);
});

test('a migration that takes something away says which servers may still work on the database', async () => {
  await migrateToLatest(driver.writer, driver.dialect);
  const compatibleFrom = async () =>
    driver.reader.selectFrom('settings').select('value').where('key', '=', 'compatible_from').execute();
  const start = [{ value: '0039_compatible_from' }];
  expect(await compatibleFrom()).toEqual(start);
  const up = async () => {};
  await runMigration({ up }, driver.writer, driver.dialect);
  expect(await compatibleFrom()).toEqual(start);
  await runMigration({ up, contractOf: '0050_later' }, driver.writer, driver.dialect);
  expect(await compatibleFrom()).toEqual([{ value: '0050_later' }]);
  await runMigration({ up, contractOf: '0045_earlier' }, driver.writer, driver.dialect);
  expect(await compatibleFrom()).toEqual([{ value: '0050_later' }]);
});
