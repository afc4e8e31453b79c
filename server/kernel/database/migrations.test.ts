import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { adminRole, allPermissions, builtInRoles } from '../../../contract/access/permissions.ts';
import { proposeTimeZone } from '../../../contract/fields/time-zone-of-address.ts';
import { DatabaseLog } from '../../platform/database/database-log.ts';
import { openPostgres } from '../../platform/database/postgres.ts';
import { openSqlite } from '../../platform/database/sqlite.ts';
import { describeStructure } from '../../testing/databases/describe-structure.ts';
import { insertRow, migrateTo as migrateOlder } from '../../testing/databases/migrate-to.ts';
import { createTestDatabase } from '../../testing/databases/postgres-cluster.ts';
import { loadVersion110 } from '../../testing/databases/version-110.ts';
import { silentLog } from '../../testing/processes/silent-log.ts';
import type { Driver } from './database.ts';
import { migrateToLatest, migrationNames, runMigration } from './migrate.ts';
import { jsonColumns, type Tables } from './schema.ts';

const limits = {
  database_prepared: true,
  database_pool_size: 4,
  database_connect_timeout_seconds: 5,
  database_query_timeout_seconds: 10,
  database_lock_timeout_seconds: 5,
};

let driver: Driver;
let close: () => Promise<void>;

async function open() {
  if (process.env.TEST_DIALECT === 'postgres') {
    const { url, drop } = await createTestDatabase();
    driver = openPostgres(url, limits, new DatabaseLog(silentLog, 0));
    close = drop;
  } else {
    const folder = await mkdtemp(join(tmpdir(), 'canopy-test-'));
    driver = openSqlite<Tables>(join(folder, 'canopy.db'), jsonColumns);
    close = () => rm(folder, { recursive: true, force: true });
  }
}
async function drop() {
  await driver.close();
  await close();
}
beforeEach(open);
afterEach(drop);

/** Goes on with another, empty database. */
async function restart() {
  await drop();
  await open();
}

const migrateTo = (name: string) => migrateOlder(driver, name);
const insert = (table: string, row: Record<string, unknown>) => insertRow(driver, table, row);

const at = '2026-11-20T12:00:00.123Z';
const changed = { created_at: at, updated_at: at, updated_by_name: '' };

describe('the base', () => {
  const recorded = async () => {
    // kysely_migration belongs to the migrator and is not in our schema.
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(
      driver.reader,
    );
    return rows.map(({ name }) => name);
  };

  test('is recorded by the names of the migrations of 1.1.0, by which other releases know the database', async () => {
    await loadVersion110(driver);
    const of110 = await recorded();
    await migrateToLatest(driver.writer, driver.dialect);
    const upgraded = await recorded();
    await restart();
    await migrateToLatest(driver.writer, driver.dialect);
    expect(await recorded()).toEqual(upgraded);
    expect(upgraded).toEqual(await migrationNames());
    expect(upgraded.slice(0, of110.length)).toEqual(of110);
  });

  test('makes what the migrations of 1.1.0 made: tables, columns, constraints, indexes, triggers and rows', async () => {
    await loadVersion110(driver);
    await migrateToLatest(driver.writer, driver.dialect);
    const upgraded = await describeStructure(driver);
    await restart();
    await migrateToLatest(driver.writer, driver.dialect);
    const fresh = await describeStructure(driver);
    expect(Object.keys(fresh).length).toBeGreaterThan(30);
    expect(fresh).toEqual(upgraded);
  });

  test('leaves the rows of a database of 1.1.0 as they are', async () => {
    await loadVersion110(driver);
    await migrateToLatest(driver.writer, driver.dialect);
    const { reader } = driver;
    expect(
      await reader.selectFrom('users').select(['email', 'full_name']).orderBy('email').execute(),
    ).toEqual([
      { email: 'ada@northline.example', full_name: 'Ada Owner' },
      { email: 'mia@northline.example', full_name: 'Mia Manager' },
    ]);
    expect(await reader.selectFrom('locations').select(['number', 'name', 'time_zone']).execute()).toEqual([
      { number: '12', name: 'Mill Road', time_zone: 'America/New_York' },
    ]);
    expect(await reader.selectFrom('user_locations').select('granted_by_name').execute()).toEqual([
      { granted_by_name: 'Ada Owner' },
    ]);
  });

  test('refuses a database that lacks one of the names it stands for', async () => {
    await loadVersion110(driver);
    await sql`delete from kysely_migration where name = '0035_reasons_of_lines'`.execute(driver.writer);
    await expect(migrateToLatest(driver.writer, driver.dialect)).rejects.toThrow(
      'This database was made by a version of Canopy before 1.1: start 1.1 on it first, then this version.',
    );
    expect((await recorded()).at(-1)).toBe('0033_run_life');
  });
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

  test('have the same permissions in an upgraded database of 1.1.0', async () => {
    await loadVersion110(driver);
    expect((await readBuiltInRoles()).admin).not.toContain('registers.read');
    await migrateToLatest(driver.writer, driver.dialect);
    expect(await readBuiltInRoles()).toEqual(expected);
  });

  test('of 1.1.0 keep the changes of users, and get only the new permissions', async () => {
    await loadVersion110(driver);
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

  test('that admin was granted already do not get back what users removed', async () => {
    await loadVersion110(driver);
    await sql`insert into role_permissions (role_id, permission)
      select id, 'registers.read' from roles where name = 'admin'`.execute(driver.writer);
    await migrateToLatest(driver.writer, driver.dialect);
    const { manager = [], viewer = [] } = expected;
    expect(await readBuiltInRoles()).toEqual({
      ...expected,
      manager: manager.filter((permission) => permission !== 'registers.read'),
      viewer: viewer.filter((permission) => permission !== 'registers.read'),
    });
  });

  test('that get a permission get a new version, so that an edit begun before is stale', async () => {
    await loadVersion110(driver);
    const columns = sql`description, is_builtin, created_at, updated_at, updated_by_name, requires_second_factor`;
    await sql`insert into roles (id, name, name_key, ${columns})
      select '2cf9c7e3-bdb2-4275-8670-2da0d4a7dd79', 'own', 'own', ${columns} from roles
      where name = 'viewer'`.execute(driver.writer);
    await sql`update roles set updated_at = ${at}`.execute(driver.writer);
    const readVersion = async (name: string) =>
      driver.reader
        .selectFrom('roles')
        .select('updated_at')
        .where('name', '=', name)
        .executeTakeFirstOrThrow();
    await migrateToLatest(driver.writer, driver.dialect);
    expect((await readVersion('manager')).updated_at > at).toBe(true);
    expect((await readVersion('own')).updated_at).toBe(at);
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

  await migrateTo('0062_register_tasks');
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

test('closed days of before get the way in which they were counted', async () => {
  await migrateTo('0071_seen_and_watched');
  const location_id = crypto.randomUUID();
  const address = { address: '1 Mill Road', city: 'Albany', state: 'NY', zip: '12207' };
  const place = { ...address, time_zone: 'America/New_York', search: '' };
  await insert('locations', { id: location_id, name: 'Mill Road', ...place, ...changed });
  const bool = (value: boolean) => (driver.dialect === 'sqlite' ? Number(value) : value);
  const day = async (business_date: string, sources: object, gross: number | null, isClosed = true) => {
    const key = { location_id, business_date, trading_date: business_date };
    const state = { is_closed: bool(isClosed), is_future: bool(false), is_stale: bool(false) };
    await insert('sales_days', { ...key, ...state, marks: '[]', content: JSON.stringify({ sources }) });
    const part = { kind: 'department', code: '12', name: '', counts_as: 'merchandise', basis: 'decided' };
    await insert('sales_parts', { ...key, ...part, gross, amount: 500 });
  };
  await day('2026-03-10', { fuel: 'day_report', merchandise: 'day_report' }, 500);
  await day('2026-03-11', { fuel: null, merchandise: 'day_report' }, null);
  await day('2026-03-12', { fuel: 'journal', merchandise: 'journal' }, null);
  await day('2026-03-13', { fuel: 'day_report', merchandise: 'day_report' }, 500, false);
  await migrateToLatest(driver.writer, driver.dialect);
  const days = driver.reader.selectFrom('sales_days').select('counted').orderBy('business_date');
  expect((await days.execute()).map(({ counted }) => counted)).toEqual([
    ...['day_report/day_report', '/day_report net', 'journal/journal', null],
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
