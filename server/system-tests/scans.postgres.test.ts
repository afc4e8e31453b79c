import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeLocation } from '../../contract/locations.ts';
import { listNotifications } from '../../contract/notifications/notifications.ts';
import { applyRun, createRun, getRun, planImport } from '../../contract/runs.ts';
import { createUser, replaceUserLocations, replaceUserRoles, updateUser } from '../../contract/users.ts';
import { fillLargeChain } from '../testing/databases/large-chain.ts';
import { isMeasured, MeasuredStatements } from '../testing/databases/measured-statements.ts';
import {
  comparedSetsOf,
  explain,
  hasPlan,
  processorMs,
  scansOf,
} from '../testing/databases/postgres-plans.ts';
import { type Executed, record } from '../testing/databases/recorded-statements.ts';
import { negatedPaths, readPaths, wholeReads } from '../testing/requests/read-paths.ts';
import { upload } from '../testing/requests/upload.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

const large = [
  ...['users', 'auth_users', 'user_roles', 'user_locations'],
  ...['audit_entries', 'audit_entry_locations', 'notifications', 'location_notices', 'changes'],
];

let world: World;
let client: pg.Client;
/** With so little memory that no set of a large table fits: at a million users they exceed the usual 4 MB too. */
let tight: pg.Client;
/** A manager of 60 locations. */
let area: User;
let place: string;
beforeAll(async () => {
  world = await startWorld();
  const url = world.app.config.database_url ?? '';
  area = await world.newUser('Arno Area', ['manager'], [world.locations.millRoad]);
  await fillLargeChain(url);
  client = new pg.Client({ connectionString: url });
  await client.connect();
  tight = new pg.Client({ connectionString: url, options: '-c work_mem=64kB' });
  await tight.connect();
  const { rows } = await client.query<{ id: string }>(`select id from locations where name = 'Location 17'`);
  place = rows[0]?.id ?? '';
  await client.query(
    `insert into user_locations (user_id, location_id, created_at)
     select $1, id, now() from locations order by id limit 60 on conflict do nothing`,
    [area.id],
  );
}, 300_000);
afterAll(async () => {
  await client.end();
  await tight.end();
  await world.close();
});

/** Statements that read a large table whole, and why they may. */
const allowed: [RegExp, string][] = [
  [
    /^ ?select count\(\*\) as total from (\(select 1 from )?(users|locations)/,
    'a total: only on the first page, and to 10,000',
  ],
  [
    /^ ?select staff\.location_id, count/,
    'the index of inactive users; and the staff of a page of 1,000 locations are a fifth of all links',
  ],
  [
    /union all select id from auth_users where email_confirmed_at/,
    'the index of who used the link of an invitation and chose no password',
  ],
  [/from \(select 1 from (users|auth_users) where id <> \$\d limit 1\)/, 'stops at the first other user'],
  [/from "users" where "users"."id" in \(select .* union select/, 'the keys of hundreds of lines at once'],
  [
    /from "user_roles" inner join "roles".*"password_hash" is not null$/,
    'administrators: once a chunk, or when one goes',
  ],
];

const measured = new MeasuredStatements();

/** The tables that the statements read whole, or compare with each row. */
async function findScans(what: string, executed: Executed[], tables = large) {
  const found: { table: string; sql: string }[] = [];
  // A statement that repeats has one plan.
  const distinct = new Map(executed.filter(hasPlan).map((one) => [one.sql, one]));
  for (const statement of distinct.values()) {
    const plan = await explain(client, statement);
    const sql = statement.sql.replace(/\s+/g, ' ');
    const isAllowed = allowed.some(([text]) => text.test(sql));
    if (!isAllowed) for (const table of scansOf(plan, tables)) found.push({ table, sql });
    const compared = comparedSetsOf(await explain(tight, statement), tables);
    expect(compared, `compared with each row: ${sql}`).toEqual([]);
    if (isMeasured) await measured.add(what, statement, () => processorMs(client, statement));
  }
  return found;
}

async function read(actor: User, path: string): Promise<Executed[]> {
  const real = path
    .replace('ADA', world.ada.id)
    .replace('MILL', world.locations.millRoad.id)
    .replace('PLACE', place)
    .replace('ROLE', world.roleIds.manager)
    // The last week of two years.
    .replace('audit.csv', 'audit.csv?from=2025-11-18T00:00:00Z');
  return record(async () => {
    const answer = await actor.raw('GET', real);
    expect([200, 403, 404], `${path}: ${await answer.text()}`).toContain(answer.status);
  });
}

describe.each(['ada', 'area'] as const)('on PostgreSQL, for the actor %s,', (name) => {
  const paths = [...readPaths, ...Object.keys(wholeReads)];
  test.each(paths)('GET %s reads no large table whole, unless it is listed', async (path) => {
    const executed = await read(name === 'ada' ? world.ada : area, path);
    expect(executed.length).toBeGreaterThan(0);
    const scans = await findScans(`${name} ${path}`, executed);
    if (!(path in wholeReads)) expect(scans).toEqual([]);
  });
});

test.each(negatedPaths)('on PostgreSQL, GET %s compares no row with a set of a large table', async (path) => {
  const executed = (await read(world.ada, path)).filter(hasPlan);
  expect(executed.length).toBeGreaterThan(0);
  for (const statement of executed)
    expect(comparedSetsOf(await explain(tight, statement), large), statement.sql).toEqual([]);
});

test.each([
  'garcia',
  'e1005',
  '5185550101',
  'maria gar',
  'jonhson',
  'christpoher',
])('on PostgreSQL, a search for %s in the command box reads no large table whole', async (q) => {
  for (const [name, actor] of Object.entries({ ada: world.ada, area }))
    expect([name, await findScans(`search ${q}`, await read(actor, `/api/search?q=${q}`))]).toEqual([
      name,
      [],
    ]);
});

const email = () => `${crypto.randomUUID()}@northline.example`;

test('on PostgreSQL, changes of a user and their notices read no large table whole, nor all locations', async () => {
  const { millRoad, airport } = world.locations;
  const { ada, roleIds } = world;
  const body = { email: email(), full_name: 'New User', location_ids: [millRoad.id] };
  let id = '';
  const executed = await record(async () => {
    id = (await ada.call(createUser, { body })).ok().id;
    const params = { id };
    (await ada.call(updateUser, { params, body: { phone: '1' } })).ok();
    (await ada.call(replaceUserLocations, { params, body: { location_ids: [airport.id] } })).ok();
    (await ada.call(replaceUserRoles, { params, body: { role_ids: [roleIds.employee] } })).ok();
    (await ada.call(updateUser, { params, body: { is_active: false } })).ok();
    (await ada.call(closeLocation, { params: { id: airport.id }, body: { closed_on: '2026-11-19' } })).ok();
    await world.settle();
    for (const reader of [ada, area]) await reader.call(listNotifications, { query: {} });
  });
  expect(await findScans('changes', executed, [...large, 'locations'])).toEqual([]);
});

test('on PostgreSQL, an import and a bulk change count the active users once, and read no large table whole otherwise', async () => {
  const line = (_: unknown, n: number) => `${n},Ana ${n},ana${n}@northline.example,employee,Mill Road`;
  const file = ['Employee number,Full name,Email,Roles,Locations', ...Array.from({ length: 70 }, line)];
  const { id, file: facts } = (await upload(world.ada, 'users', file.join('\n'))).ok();
  const apply = async (id: string) => {
    await world.workOnRuns();
    const { confirm } = (await world.ada.call(getRun, { params: { id } })).ok();
    (await world.ada.call(applyRun, { params: { id }, body: { confirm } })).ok();
    await world.workOnRuns();
    expect((await world.ada.call(getRun, { params: { id } })).ok()).toMatchObject({ state: 'done' });
  };
  const executed = await record(async () => {
    (await world.ada.call(planImport, { params: { id }, body: { mapping: facts?.mapping ?? [] } })).ok();
    await apply(id);
    const body = {
      about: 'users' as const,
      act: { act: 'deactivate' as const },
      selection: { query: `location=${place}` },
    };
    await apply((await world.ada.call(createRun, { body })).ok().id);
  });
  const scans = await findScans('runs', executed);
  // The limit of deactivations is a share of the active users.
  expect(scans.filter(({ sql }) => !/^ ?select count\(\*\)/.test(sql))).toEqual([]);
});

test.runIf(isMeasured)('on PostgreSQL, no statement but of exports takes above 50 ms of processor', () => {
  expect(measured.report(50)).toEqual([]);
});
