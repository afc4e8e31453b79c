import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { updateLocation } from '../../../contract/locations.ts';
import { createUser, replaceUserLocations, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import type { Client } from '../../testing/requests/client.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  const { ada, locations } = world;
  const number = { params: { id: locations.millRoad.id }, body: { number: '007' } };
  (await ada.call(updateLocation, number)).ok();
  mia = await world.newUser('Mia Manager', ['manager'], [locations.millRoad, locations.airport]);
  const body = { email: 'formula@x.example', full_name: '=1+1', employee_number: '00042', phone: '+1 555' };
  (await ada.call(createUser, { body })).ok();
});
afterAll(() => world.close());

async function rowsOf(client: Client, path: string, body?: unknown) {
  const response = await client.raw(body ? 'POST' : 'GET', path, body);
  const text = await response.text();
  expect(response.status, text).toBe(200);
  return text
    .trimEnd()
    .replace(/^\uFEFF/, '')
    .split('\r\n');
}

test('exportUsers writes the list with the headers of an import and read-only facts', async () => {
  const response = await world.ada.raw('GET', '/api/users/export.csv?sort=name');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/,
  );
  const rows = (await response.text()).trimEnd().split('\r\n');
  expect(rows[0]).toBe(
    'Id,Employee number,Email,Full name,Phone,Status,Roles,Locations,Districts,Invitation,Last sign-in (UTC),Created (UTC)',
  );
  expect(rows).toHaveLength(4);
  expect(rows[1]).toMatch(/^[0-9a-f-]{36},00042,formula@x\.example,'=1\+1,'\+1 555,active,,,,,,\d{4}-/);
  expect(rows.at(-1)).toMatch(
    new RegExp(`^${mia.id},,mia\\.manager@northline\\.example,Mia Manager,,active,manager,Airport; 007,`),
  );
});

test('exportUsers takes the filters, the search and the columns of the list, and is recorded with them', async () => {
  const path = `/api/users/export.csv?role=${world.roleIds.manager}&q=mia&columns=full_name,roles`;
  expect(await rowsOf(world.ada, path)).toEqual(['Id,Full name,Roles', `${mia.id},Mia Manager,manager`]);
  const query = { action: 'user.exported' as const, limit: 1 };
  const [entry] = (await world.ada.call(listAudit, { query })).ok().entries;
  expect(entry).toMatchObject({
    sentence: 'Ada Owner exported users',
    changes: expect.arrayContaining([
      { field: 'Search', before: null, after: 'mia' },
      { field: 'Role', before: null, after: 'manager' },
    ]),
  });
});

test('exportUsers refuses columns and filters that it does not know', async () => {
  for (const query of ['columns=password_hash', 'columns=', 'stat=active', 'limit=5']) {
    const response = await world.ada.raw('GET', `/api/users/export.csv?${query}`);
    expect(response.status, query).toBe(400);
    expect(await response.json()).toMatchObject({ title: 'Failed to export users' });
  }
});

test('exportUsers shows a manager the users and locations in scope only', async () => {
  const { locations, ada } = world;
  const sue = await world.newUser('Sue Shared', ['employee'], [locations.millRoad]);
  const elsewhere = await world.newUser('Ed Elsewhere', ['employee'], [locations.airport]);
  const max = await world.newUser('Max Manager', ['manager'], [locations.millRoad]);
  const location_ids = [locations.millRoad.id, locations.airport.id];
  (await ada.call(replaceUserLocations, { params: { id: sue.id }, body: { location_ids } })).ok();
  const columns = '?columns=full_name,locations&sort=name';
  expect(await rowsOf(max, `/api/users/export.csv${columns}`)).toEqual([
    'Id,Full name,Locations',
    `${max.id},Max Manager,007`,
    `${mia.id},Mia Manager,007`,
    `${sue.id},Sue Shared,007`,
  ]);
  const selected = { ids: [sue.id, elsewhere.id, sue.id] };
  const rows = await rowsOf(max, '/api/users/export.csv', selected);
  expect(rows.slice(1).map((row) => row.slice(0, 36))).toEqual([sue.id]);
  (await ada.call(updateUser, { params: { id: elsewhere.id }, body: { is_active: false } })).ok();
});

test('exportLocations writes the list, and selected ones', async () => {
  const { millRoad, airport } = world.locations;
  const columns = '?columns=number,zip,user_count&sort=-name';
  expect(await rowsOf(world.ada, `/api/locations/export.csv${columns}`)).toEqual([
    'Id,Number,ZIP,Active users',
    expect.stringMatching(new RegExp(`^${millRoad.id},007,12207,\\d$`)),
    expect.stringMatching(new RegExp(`^${airport.id},,12211,\\d$`)),
  ]);
  const [head, ...rows] = await rowsOf(world.ada, '/api/locations/export.csv', { ids: [airport.id] });
  expect(head).toBe(
    'Id,Number,Name,Address,City,State,ZIP,Phone,Closed on,Time zone,District,Active users,Active managers,Managers,Created (UTC)',
  );
  expect(rows).toEqual([
    expect.stringMatching(/^[0-9a-f-]{36},,Airport,737 Albany Shaker Rd,Colonie,NY,12211,,,/),
  ]);
  expect(rows[0]).toMatch(/,\d,1,Mia Manager,\d{4}-/);
  const query = { action: 'location.exported' as const, limit: 1 };
  const [entry] = (await world.ada.call(listAudit, { query })).ok().entries;
  expect(entry).toMatchObject({
    sentence: 'Ada Owner exported locations',
    changes: [{ field: 'Selected', before: null, after: '1' }],
  });
});

test('exportLocations names managers with their phones, to those who may see users', async () => {
  const { millRoad } = world.locations;
  const params = { id: mia.id };
  (await world.ada.call(updateUser, { params, body: { phone: '+1 555 0100' } })).ok();
  const away = await world.newUser('Abe Away', ['manager'], [millRoad]);
  (await world.ada.call(updateUser, { params: { id: away.id }, body: { is_active: false } })).ok();
  const path = '/api/locations/export.csv?columns=number,managers&sort=-name';
  const [head, mill] = await rowsOf(world.ada, path);
  expect(head).toBe('Id,Number,Managers');
  expect(mill).toBe(`${millRoad.id},007,"Max Manager; Mia Manager, +1 555 0100"`);
  const clerk = await world.newUser('Cleo Clerk', [], [millRoad]);
  const role_ids = [await ownRole(world, 'Places', ['locations.read'])];
  (await world.ada.call(replaceUserRoles, { params: { id: clerk.id }, body: { role_ids } })).ok();
  expect((await rowsOf(clerk, '/api/locations/export.csv'))[0]).not.toContain(',Managers');
  expect((await clerk.raw('GET', path)).status).toBe(403);
});
