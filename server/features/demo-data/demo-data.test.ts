import { createHash } from 'node:crypto';
import { afterEach, expect, test } from 'vitest';
import { systemContext } from '../../kernel/access.ts';
import type { App } from '../../kernel/context.ts';
import { startTestApp, type TestApp } from '../../testing/worlds/test-app.ts';
import { listCovers } from '../covers/covers.service.ts';
import { getDistrict, listDistricts } from '../districts/districts.service.ts';
import { deleteLocation } from '../locations/locations.service.ts';
import { listLocations } from '../locations/locations-list.service.ts';
import { listFiles } from '../registers/receive/files.service.ts';
import { listSales } from '../registers/sales/sales.service.ts';
import { getSalesTiles, listReporting } from '../registers/sales/today.service.ts';
import { replaceUserLocations } from '../users/assign/assignments.service.ts';
import { listUsers } from '../users/list/users-list.service.ts';
import { createUser, deleteUser } from '../users/users.service.ts';
import { addDemoData } from './demo-data.service.ts';
import { countRealLocations, removeDemoData } from './remove-demo-data.service.ts';

const silent = () => {};
const amount = { locations: 12, users: 120, registers: 0, seed: 1 };
const running: TestApp[] = [];

afterEach(async () => {
  for (const testApp of running.splice(0)) await testApp.close();
});

async function start() {
  const testApp = await startTestApp();
  running.push(testApp);
  return testApp.app;
}

/** All rows that the lists show. Roles are compared by name, because the migration gives them random ids. */
async function everything(app: App) {
  const everyRow = { limit: 1000, include: 'refs' } as const;
  const { users, included } = await listUsers(systemContext(app), everyRow);
  const roleName = (id: string) => included?.roles.find((role) => role.id === id)?.name;
  return {
    locations: (await listLocations(systemContext(app), everyRow)).locations,
    users: users.map(({ role_ids, ...user }) => ({ ...user, roles: role_ids.map(roleName) })),
  };
}

test('addDemoData adds the same rows on every database, and nothing the second time', async () => {
  const one = await start();
  const other = await start();
  const added = await addDemoData(one, amount, silent);
  expect(added.locations).toEqual({ added: 12, known: 0, taken: 0, deleted: 0 });
  expect(added.users).toEqual({ added: 120, known: 0, taken: 0, deleted: 0 });
  await addDemoData(other, amount, silent);
  const rows = await everything(one);
  expect(await everything(other)).toEqual(rows);
  // Stored here, so that SQLite and PostgreSQL are compared with each other.
  expect(rows.locations.at(-1)).toMatchObject({
    id: '0e0f9b45-991f-86cf-bb8f-77dfecf5dcb1',
    name: 'Orchard 101',
    address: '1340 Orchard Street',
    created_at: '2024-12-19T18:32:17.363Z',
  });
  expect(digestOf(rows)).toBe('c0e83b6674b7ed8d');

  const again = await addDemoData(one, amount, silent);
  expect(again.locations).toEqual({ added: 0, known: 12, taken: 0, deleted: 0 });
  expect(again.users).toEqual({ added: 0, known: 120, taken: 0, deleted: 0 });
  expect(await everything(one)).toEqual(rows);
});

function digestOf({ users }: Awaited<ReturnType<typeof everything>>) {
  const facts = users.map((user) => [
    user.id,
    user.email,
    user.full_name,
    user.phone,
    user.is_active,
    user.roles,
    user.location_ids,
    user.created_at,
    user.updated_at,
  ]);
  return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16);
}

test('addDemoData adds rows that look like a chain of locations and its users', async () => {
  const app = await start();
  await addDemoData(app, amount, silent);
  const { locations, users } = await everything(app);

  for (const location of locations) {
    expect(location).toMatchObject({
      name: expect.stringMatching(/^[A-Z].* \d{3}$/),
      state: expect.stringMatching(/^[A-Z]{2}$/),
      zip: expect.stringMatching(/^\d{5}$/),
    });
  }
  const times = users.map((user) => user.created_at);
  expect(new Set(times).size).toBe(users.length);
  expect(Date.parse(times[0] ?? '')).toBeLessThan(Date.now());
  expect(users.every((user) => user.email.endsWith('@northline.example'))).toBe(true);
  expect(users.every((user) => user.phone === null || / 555-\d{4}$/.test(user.phone))).toBe(true);
  const withRole = (name: string) => users.filter((user) => user.roles.includes(name)).length;
  expect(withRole('admin')).toBeGreaterThan(0);
  expect(withRole('employee')).toBeGreaterThan(users.length / 2);
  expect(withRole('manager')).toBeGreaterThan(0);
  expect(users.some((user) => !user.is_active)).toBe(true);
  expect(users.some((user) => user.phone === null)).toBe(true);
  for (const { roles, location_ids } of users.filter((user) => !user.roles.includes('admin'))) {
    expect(location_ids.length).toBeGreaterThanOrEqual(roles.length > 0 ? 1 : 0);
    expect(location_ids.length).toBeLessThanOrEqual(9);
  }
  expect(users.some(({ roles, location_ids }) => roles.length + location_ids.length === 0)).toBe(true);
});

test('addDemoData adds more users of the same seed, and leaves out a taken email', async () => {
  const app = await start();
  await addDemoData(app, { ...amount, users: 20 }, silent);
  const { users } = await everything(app);
  const next = (await everyoneOf({ ...amount, users: 21 })).find(
    ({ id }) => !users.some((user) => user.id === id),
  );
  const email = next?.email.toUpperCase() ?? '';
  await createUser(systemContext(app), {
    email,
    full_name: 'Somebody Else',
    phone: null,
    employee_number: null,
    is_active: true,
  });

  const grown = await addDemoData(app, { ...amount, users: 30 }, silent);
  expect(grown.users).toEqual({ added: 9, known: 20, taken: 1, deleted: 0 });
});

test('addDemoData does not bring back deleted rows, and does not fail on them', async () => {
  const app = await start();
  await addDemoData(app, { ...amount, users: 20 }, silent);
  const { users, locations } = await everything(app);
  const [location, user] = [locations[0]?.id ?? '', users[0]?.id ?? ''];
  await deleteLocation(systemContext(app), location);
  await deleteUser(systemContext(app), user);

  const grown = await addDemoData(app, amount, silent);
  expect(grown.locations).toEqual({ added: 0, known: 11, taken: 0, deleted: 1 });
  expect(grown.users).toEqual({ added: 100, known: 19, taken: 0, deleted: 1 });
  const after = await everything(app);
  expect(after.locations.map(({ id }) => id)).not.toContain(location);
  expect(after.users.map(({ id }) => id)).not.toContain(user);
  expect(after.users.flatMap((row) => row.location_ids)).not.toContain(location);
});

async function everyoneOf(wanted: typeof amount) {
  const app = await start();
  await addDemoData(app, wanted, silent);
  return (await everything(app)).users;
}

test('addDemoData has registers send real files: the tiles are true, one is silent, and a second run adds nothing', async () => {
  const app = await start();
  const wanted = { locations: 12, users: 0, registers: 4, seed: 1 };
  const morning: App = { ...app, now: () => new Date('2026-03-20T15:00:00Z') };
  expect((await addDemoData(morning, wanted, silent)).registers).toBe(4);
  const ctx = systemContext<'registers.read'>(morning);
  const tiles = await getSalesTiles(systemContext(morning), {});
  expect(tiles).toMatchObject({ revenue: { reported: 3, missing: 1 }, products: { active: 18 } });
  expect(tiles.revenue?.amount).toBeGreaterThan(0);
  expect(tiles.stock).toMatchObject({ locations: 4 });
  expect(tiles.stock?.low).toBeGreaterThan(0);
  const { locations } = await listReporting(ctx, {});
  expect(locations.filter(({ is_silent }) => is_silent)).toMatchObject([
    { number: '103', has_reported: false },
  ]);

  const { files } = await listFiles(ctx, { limit: 500 });
  expect(new Set(files.map(({ outcome, reason }) => `${outcome} ${reason}`))).toEqual(
    new Set(['accepted null']),
  );
  expect(new Set(files.map(({ document }) => document))).toEqual(
    new Set(['FGM', 'MCM', 'MSM', 'TLM', 'ISM', 'PJR', 'ITT']),
  );
  const days = await listSales(ctx, { limit: 500, from: '2026-03-01' });
  expect(days.total).toBe(3 * 15 + 12);
  expect(days.days.filter(({ state }) => state === 'not_closed')).toHaveLength(1);
  expect(
    days.days.every(({ fuel, merchandise, tax }) => fuel !== null && merchandise !== null && tax !== null),
  ).toBe(true);
  expect(days.days.flatMap(({ marks }) => marks)).toEqual([]);

  await addDemoData(morning, wanted, silent);
  expect(await listSales(ctx, { limit: 500, from: '2026-03-01' })).toEqual(days);
  expect((await listFiles(ctx, { limit: 500 })).files).toHaveLength(files.length);
  expect(await getSalesTiles(systemContext(morning), {})).toEqual(tiles);
});

test('addDemoData has the days before its two weeks come before them, not on the day of the seed', async () => {
  const app = await start();
  const morning: App = { ...app, now: () => new Date('2026-03-20T15:00:00Z') };
  await addDemoData(morning, { locations: 3, users: 0, registers: 3, days: 16, seed: 1 }, silent);
  const { read } = app.database;
  const days = await read.selectFrom('register_feed').select('arrived').execute();
  expect(days.map(({ arrived }) => arrived)).toEqual(Array(6).fill('2026-03-06T15:00:00.000Z'));
});

test('removeDemoData takes out what was added, and keeps what somebody made, changed or uses', async () => {
  const app = await start();
  await addDemoData(app, { locations: 4, users: 12, registers: 2, seed: 1 }, silent);
  await addDemoData(app, { locations: 2, users: 3, registers: 0, seed: 5 }, silent);
  const { locations, users } = await everything(app);
  const [changed, used] = [locations[0], locations[1]];
  await app.database.write((tx) =>
    tx
      .updateTable('locations')
      .set({ updated_by: users[0]?.id })
      .where('id', '=', changed?.id ?? '')
      .execute(),
  );
  const input = { phone: null, employee_number: null, is_active: true };
  const real = { ...input, email: 'real@chain.example', full_name: 'Rea Lee' };
  await createUser(systemContext(app), { ...real, location_ids: [used?.id ?? ''] });
  expect(await countRealLocations(app)).toBe(0);

  const removal = await removeDemoData(app);
  expect(removal).toMatchObject({ users: { removed: 15, remaining: [] }, locations: { removed: 4 } });
  expect(removal.locations.remaining.toSorted()).toEqual([changed?.name, used?.name].toSorted());
  const left = await everything(app);
  expect(left.users.map(({ email }) => email)).toEqual(['real@chain.example']);
  expect(left.locations.map(({ id }) => id).toSorted()).toEqual([changed?.id, used?.id].toSorted());
  expect(await removeDemoData(app)).toEqual({
    users: { removed: 0, remaining: [] },
    locations: { removed: 0, remaining: removal.locations.remaining },
    districts: { removed: 0, remaining: removal.districts.remaining },
  });
});

test('addDemoData puts locations into uneven districts, whose managers have them, and two users cover', async () => {
  const app = await start();
  const wanted = { locations: 70, users: 700, registers: 0, seed: 1 };
  await addDemoData(app, wanted, silent);
  const all = () => listDistricts(systemContext(app));
  const districts = await all();
  expect(
    districts.map((one) => [one.name, one.location_count, one.user_count, one.manager !== null]),
  ).toEqual([
    ['District 1', 9, 1, true],
    // None of its few users is a manager.
    ['District 2', 3, 0, false],
    ['District 3', 12, 0, false],
    ['District 4', 34, 1, true],
    ['District 5', 9, 1, true],
    ['District 6', 1, 1, true],
  ]);
  const [first] = districts;
  const { users } = await getDistrict(systemContext(app), first?.id ?? '');
  expect(users).toMatchObject([{ id: first?.manager?.id, granted: { by: 'Demo data' } }]);
  const held = await listUsers(systemContext(app), { limit: 1, ids: [first?.manager?.id ?? ''] });
  expect(held.users[0]?.location_ids).toHaveLength(9);
  const { locations } = await listLocations(systemContext(app), { limit: 1000 });
  expect(locations.filter(({ district_id }) => district_id === null)).toHaveLength(2);
  const covers = async () => (await listCovers(systemContext(app), {})).covers;
  const running = await covers();
  expect(running).toMatchObject([
    { state: 'on', reason: 'Vacation cover' },
    { state: 'on', reason: 'Opening team' },
  ]);

  expect((await addDemoData(app, wanted, silent)).districts).toBe(6);
  expect([await all(), await covers()]).toEqual([districts, running]);

  expect((await removeDemoData(app)).districts).toEqual({ removed: 6, remaining: [] });
  expect([await all(), await covers()]).toEqual([[], []]);
});

test('a district that somebody has is not removed with the others', async () => {
  const app = await start();
  await addDemoData(app, { locations: 12, users: 0, registers: 0, seed: 1 }, silent);
  const input = { phone: null, employee_number: null, is_active: true };
  const { id } = await createUser(systemContext(app), {
    ...input,
    email: 'r@chain.example',
    full_name: 'Rea',
  });
  const [one] = await listDistricts(systemContext(app));
  const chosen = { location_ids: [], district_ids: [one?.id ?? ''] };
  await replaceUserLocations(systemContext(app), id, chosen, null);
  const { locations, districts } = await removeDemoData(app);
  expect(locations).toMatchObject({ removed: 3 });
  expect(districts).toEqual({ removed: 1, remaining: ['District 1'] });
});

test('removeDemoData removes the registers and their sales', async () => {
  const app = await start();
  await addDemoData(app, { locations: 2, users: 0, registers: 2, seed: 1 }, silent);
  await removeDemoData(app);
  const { read } = app.database;
  for (const table of ['register_connections', 'sales_days', 'sales_parts', 'register_stock'] as const)
    expect([table, await read.selectFrom(table).selectAll().execute()]).toEqual([table, []]);
});
