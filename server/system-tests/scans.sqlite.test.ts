import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLocation } from '../../contract/locations.ts';
import { listNotifications } from '../../contract/notifications/notifications.ts';
import { createRole, updateRole } from '../../contract/roles.ts';
import { applyRun, getRun, planImport } from '../../contract/runs.ts';
import { createUser, updateUser } from '../../contract/users.ts';
import { type Executed, record } from '../testing/databases/recorded-statements.ts';
import { scansOf as findScans } from '../testing/databases/sqlite-plans.ts';
import { readPaths, wholeReads } from '../testing/requests/read-paths.ts';
import { upload } from '../testing/requests/upload.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

/** What SQLite knew about its tables with 100,000 users and 5,000 locations: the planner decides by these figures alone. */
const statistics = `
audit_entries|audit_entries_by_action|201088 67030 1
audit_entries|audit_entries_by_actor|201088 201088 1
audit_entries|audit_entries_by_subject|201088 2 1
audit_entries|audit_entries_by_time|201088 1 1
audit_entries|sqlite_autoindex_audit_entries_1|201088 1
audit_entry_locations|audit_entry_locations|294636 2 1
audit_entry_locations|audit_entry_locations_by_location|294636 59 1 1
locations|locations_newest|5000 1 1 1
locations|locations_number_key_unique|5000 1
locations|sqlite_autoindex_locations_1|5000 1
user_locations|user_locations|146927 2 1
user_locations|user_locations_by_location|146927 30 1
user_roles|user_roles|98467 1 1
user_roles|user_roles_by_role|98467 24617 1
users|sqlite_autoindex_users_1|100000 1
users|sqlite_autoindex_users_2|100000 1
users|users_by_name|100000 3 1
users|users_activity|100000 1 1
users|users_employee_number_key_unique|100000 1
users|users_newest|100000 1 1 1`;

/** Of 129 users at one location. SQLite gathers new ones when the server starts, so a large import meets these. */
const statisticsOfFew = `
user_locations|user_locations|128 1 1
user_locations|user_locations_by_location|128 128 1
user_roles|user_roles|129 1 1
user_roles|user_roles_by_role|129 65 1`;

let world: World;
let file: DatabaseSync;
beforeAll(async () => {
  world = await startWorld();
  for (const name of ['Garcia One', 'Garcia Two', 'Garcia Three']) {
    const { id } = await world.newUser(name);
    if (name !== 'Garcia Three')
      (await world.ada.call(updateUser, { params: { id }, body: { is_active: false } })).ok();
  }
  file = new DatabaseSync(world.app.config.database_file);
  file.exec('analyze');
  pretend(statistics);
});
afterAll(async () => {
  file.close();
  await world.close();
});

function pretend(gathered: string) {
  file.exec('delete from sqlite_stat1');
  const insert = file.prepare('insert into sqlite_stat1 (tbl, idx, stat) values (?, ?, ?)');
  for (const line of gathered.trim().split('\n')) insert.run(...line.split('|'));
  file.exec('analyze sqlite_schema');
}

const large = ['users', 'user_roles', 'user_locations', 'audit_entries', 'audit_entry_locations'];

/** A page stops after its rows, and so does a count of all; one with conditions may find few. */
const scansOf = (statement: Executed) => {
  // Nearly all users are no service accounts.
  const sql = statement.sql.replace(
    /where users\.id not in \(select service_accounts\.user_id from \w+\) limit/,
    'limit',
  );
  const isPageAllowed = !/^\s*select count\(.* where /s.test(sql);
  return findScans(file, statement, large, { isPageAllowed });
};

const anId = '00000000-0000-4000-8000-000000000000';
const paths = [...readPaths, ...Object.keys(wholeReads)];

async function statementsOf(path: string): Promise<Executed[]> {
  const real = path
    .replace('ADA', world.ada.id)
    .replace('MILL', world.locations.millRoad.id)
    .replace(/ROLE|PLACE/, anId);
  return record(async () => {
    const answer = await world.ada.raw('GET', real);
    expect(answer.status, `${path}: ${await answer.text()}`).toBe(200);
  });
}

test.each(paths)('GET %s reads no large table whole, unless it is listed', async (path) => {
  const executed = await statementsOf(path);
  expect(executed.length).toBeGreaterThan(0);
  const scans = executed.flatMap((statement) =>
    scansOf(statement).map((table) => ({ table, sql: statement.sql })),
  );
  // Others are answered between the steps along a table.
  const isInSteps = executed.some(({ sql }) => sql.includes(' offset '));
  if (path in wholeReads) expect(isInSteps || scans.length > 0, 'no longer needed in the list').toBe(true);
  else expect(scans).toEqual([]);
});

test('an import counts the active users once, and reads no large table whole otherwise', async () => {
  const lines = Array.from(
    { length: 70 },
    (_, n) => `${n},Ana ${n},ana${n}@northline.example,employee,Mill Road`,
  );
  const file = ['Employee number,Full name,Email,Roles,Locations', ...lines].join('\n');
  const { id, file: facts } = (await upload(world.ada, 'users', file)).ok();
  const body = { mapping: facts?.mapping ?? [] };
  const planned = await record(async () => {
    (await world.ada.call(planImport, { params: { id }, body })).ok();
    await world.workOnRuns();
  });
  const run = (await world.ada.call(getRun, { params: { id } })).ok();
  expect(run).toMatchObject({ state: 'planned', planned: { created: 70 } });
  const applied = await record(async () => {
    (await world.ada.call(applyRun, { params: { id }, body: { confirm: run.confirm } })).ok();
    await world.workOnRuns();
  });
  expect((await world.ada.call(getRun, { params: { id } })).ok()).toMatchObject({ state: 'done' });
  // The limit of deactivations is a share of the active users, who are counted once.
  expect([...planned, ...applied].flatMap(scansOf)).toEqual(['users']);
});

test('notices start from what they are about, also by statistics of a few users', async () => {
  const { id, name } = world.locations.millRoad;
  const body = { email: 'joe@northline.example', full_name: `Joe of ${name}`, location_ids: [id] };
  const executed = await record(async () => {
    const { id: role } = (await world.ada.call(createRole, { body: { name: 'Own', permissions: [] } })).ok();
    (await world.ada.call(createUser, { body })).ok();
    (await world.ada.call(closeLocation, { params: { id }, body: { closed_on: '2026-11-19' } })).ok();
    const permissions = ['users.read' as const];
    (await world.ada.call(updateRole, { params: { id: role }, body: { permissions } })).ok();
    await world.settle();
    await world.ada.call(listNotifications, { query: {} });
  });
  const notices = executed.filter(({ sql }) => /notices|notifications|notice_marks/.test(sql));
  const tables = notices.flatMap(({ sql }) => /insert into "?(\w+)/.exec(sql)?.[1] ?? []);
  expect([...new Set(tables)].sort()).toEqual([
    'location_notices',
    'notice_marks',
    'notice_outbox',
    'notifications',
  ]);
  pretend(statisticsOfFew);
  expect(notices.flatMap(scansOf)).toEqual([]);
});
