import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getAttention,
  getBreakdown,
  getDashboard,
  getOwnLocations,
  getRecentChanges,
} from '../../../contract/dashboard.ts';
import { createDistrict, moveLocation } from '../../../contract/districts.ts';
import { closeLocation, createLocation } from '../../../contract/locations.ts';
import { createUser, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { airport, millRoad, startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
let manager: User;
const dayMs = 86_400_000;
beforeAll(async () => {
  world = await startWorld();
  manager = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
});
afterAll(() => world.close());

/** Makes rows of the table look this old. */
async function age(table: 'locations', id: string, days: number) {
  const created_at = new Date(Date.now() - days * dayMs).toISOString();
  await world.app.database.write((tx) =>
    tx.updateTable(table).set({ created_at }).where('id', '=', id).execute(),
  );
}

describe('getDashboard', () => {
  test('getDashboard counts the locations in scope and those added in the last 30 days', async () => {
    await age('locations', world.locations.airport.id, 31);
    await age('locations', world.locations.millRoad.id, 29);
    expect((await world.ada.call(getDashboard, { query: {} })).ok()).toEqual({
      total_locations: 2,
      new_locations: 1,
      setup: null,
    });
    expect((await manager.call(getDashboard, { query: {} })).ok()).toMatchObject({
      total_locations: 1,
      new_locations: 1,
    });
    const elsewhere = await world.newUser('Ella Elsewhere', ['manager'], [world.locations.airport]);
    expect((await elsewhere.call(getDashboard, { query: {} })).ok()).toMatchObject({
      total_locations: 1,
      new_locations: 0,
    });
  });

  test('getDashboard says how far an empty system is set up, only to those who can set it up', async () => {
    const empty = await startWorld();
    try {
      const { ada } = empty;
      const setup = async (client = ada) => (await client.call(getDashboard, { query: {} })).ok().setup;
      const alone = { has_locations: true, has_users: false, has_invited: false };
      expect(await setup()).toEqual(alone);
      await empty.app.database.write((tx) => tx.deleteFrom('locations').execute());
      expect(await setup()).toEqual({ ...alone, has_locations: false });
      const viewer = await empty.newUser('Vic Viewer', ['viewer']);
      expect(await setup()).toEqual({ has_locations: false, has_users: true, has_invited: true });
      expect(await setup(viewer as typeof ada)).toBeNull();
      (await ada.call(createLocation, { body: millRoad })).ok();
      expect(await setup()).toBeNull();
    } finally {
      await empty.close();
    }
  });
});

describe('getBreakdown', () => {
  test('getBreakdown counts active users by role and open locations by state, most first', async () => {
    const body = { ...airport, name: 'Dock', state: 'VT' };
    const closed = (await world.ada.call(createLocation, { body })).ok();
    (await world.ada.call(createLocation, { body: { ...body, name: 'Pier' } })).ok();
    const before = (await world.ada.call(getBreakdown, {})).ok();
    expect(before.states).toEqual([
      { state: 'NY', locations: 2 },
      { state: 'VT', locations: 2 },
    ]);
    const [params, day] = [{ id: closed.id }, { closed_on: '2026-01-02' }];
    (await world.ada.call(closeLocation, { params, body: day })).ok();

    const clerks = [];
    for (const name of ['Cy Clerk', 'Di Clerk', 'Ed Clerk', 'Fe Clerk']) {
      clerks.push(await world.newUser(name, ['employee'], [world.locations.millRoad]));
    }
    const gone = { params: { id: clerks[0]?.id ?? '' }, body: { is_active: false } };
    (await world.ada.call(updateUser, gone)).ok();
    const bare = { email: 'bare@northline.example', full_name: 'Bo Bare' };
    (await world.ada.call(createUser, { body: bare })).ok();

    const { roles, states } = (await world.ada.call(getBreakdown, {})).ok();
    expect(states).toEqual([
      { state: 'NY', locations: 2 },
      { state: 'VT', locations: 1 },
    ]);
    expect(roles).toEqual([
      { id: world.roleIds.employee, name: 'employee', color: null, users: 3 },
      { id: world.roleIds.manager, name: 'manager', color: null, users: 2 },
      { id: null, name: '', color: null, users: 1 },
      { id: world.roleIds.admin, name: 'admin', color: null, users: 1 },
    ]);
  });

  test('getBreakdown shows only the half that the permissions allow', async () => {
    const reader = await world.newUser('Lou Locations');
    const role_ids = [await ownRole(world, 'locations only', ['locations.all', 'locations.read'])];
    (await world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } })).ok();
    const answer = (await reader.call(getBreakdown, {})).ok();
    expect(answer.roles).toBeNull();
    expect(answer.states).toHaveLength(2);
    expect((await manager.call(getBreakdown, {})).problem().status).toBe(403);
  });
});

describe('getOwnLocations', () => {
  test('getOwnLocations names the open locations in scope with users, those who wait, and managers', async () => {
    const own = await startWorld();
    try {
      const { millRoad: mill, airport: port } = own.locations;
      const mia = await own.newUser('Mia Manager', ['manager'], [mill, port], { password: 'correct horse' });
      await own.newUser('Eli Employee', ['employee'], [mill]);
      const add = { email: 'w@northline.example', full_name: 'Wes Waiting', location_ids: [mill.id] };
      (await own.ada.call(createUser, { body: add })).ok();
      const hidden = (await own.ada.call(createLocation, { body: { ...airport, name: 'Hidden' } })).ok();
      await own.newUser('Hal Hidden', ['manager'], [hidden]);
      const row = ({ id, name, city, state }: typeof mill) => ({ id, name, city, state });
      const read = async (client: Pick<User, 'call'>) =>
        (await client.call(getOwnLocations, { query: {} })).ok();
      expect(await read(mia)).toEqual({
        locations: [
          { ...row(port), today: null, users: 1, waiting: 0, managers: ['Mia Manager'] },
          // Eli has an account without a password.
          { ...row(mill), today: null, users: 3, waiting: 2, managers: ['Mia Manager'] },
        ],
        total: 2,
      });
      (
        await own.ada.call(closeLocation, { params: { id: port.id }, body: { closed_on: '2026-01-02' } })
      ).ok();
      (await own.ada.call(updateUser, { params: { id: mia.id }, body: { is_active: false } })).ok();
      expect(await read(own.ada)).toEqual({
        locations: [
          { ...row(hidden), today: null, users: 1, waiting: 1, managers: ['Hal Hidden'] },
          { ...row(mill), today: null, users: 2, waiting: 2, managers: [] },
        ],
        total: 2,
      });
    } finally {
      await own.close();
    }
  });

  test('getOwnLocations says nothing about users without the permission to see them', async () => {
    const reader = await world.newUser('Lee Locations', [], [world.locations.millRoad]);
    const role_ids = [await ownRole(world, 'own locations only', ['locations.read'])];
    (await world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } })).ok();
    expect((await reader.call(getOwnLocations, { query: {} })).ok().locations).toMatchObject([
      { name: 'Mill Road', users: null, waiting: null, managers: null },
    ]);
  });
});

test('getRecentChanges lists changes in scope and no sign-ins, newest first', async () => {
  const quay = (await world.ada.call(createLocation, { body: { ...airport, name: 'Quay' } })).ok();
  await world.newUser('Quinn Quay', ['employee'], [quay]);
  await world.newUser('Max Mill', ['employee'], [world.locations.millRoad]);
  const signIn = { email: world.ada.email, password: 'correct horse' };
  await world.nobody.raw('POST', '/auth/v1/token?grant_type=password', { body: signIn });
  const all = (await world.ada.call(getRecentChanges, { query: {} })).ok().entries;
  expect(all.map((entry) => entry.sentence)).toEqual([
    'Ada Owner granted Max Mill the role employee',
    'Ada Owner added Max Mill to Mill Road',
    'Ada Owner granted Quinn Quay the role employee',
    'Ada Owner added Quinn Quay to Quay',
    'Ada Owner added the location Quay',
    expect.any(String),
  ]);
  const mine = (await manager.call(getRecentChanges, { query: {} })).ok().entries;
  expect(mine).toHaveLength(6);
  expect(mine[0]).toEqual({ ...all[0], ip: null, user_agent: null, device: null });
  expect(JSON.stringify(mine)).not.toContain('Quay');
  expect(mine.map((entry) => entry.action).filter((action) => action.startsWith('session'))).toEqual([]);
});

test('the dashboard of a district is what a user who has it sees, and nothing of another', async () => {
  const own = await startWorld();
  try {
    const { ada } = own;
    const { millRoad: mill, airport: port } = own.locations;
    const district = (await ada.call(createDistrict, { body: { name: 'North' } })).ok().id;
    const into = { params: { id: mill.id }, body: { district_id: district } };
    (await ada.call(moveLocation, into)).ok();
    const max = await own.newUser('Max Manager', ['manager'], [port]);
    const wes = { email: 'w@northline.example', full_name: 'Wes Waiting', location_ids: [mill.id] };
    (await ada.call(createUser, { body: wes })).ok();
    await own.newUser('Eli North', ['employee'], [mill]);
    await own.newUser('Hal Hidden', ['employee'], [port]);
    const read = async (reader: User, district?: string) => ({
      total: (await reader.call(getDashboard, { query: { district } })).ok(),
      rows: (await reader.call(getOwnLocations, { query: { district } })).ok(),
      changes: (await reader.call(getRecentChanges, { query: { district } })).ok().entries,
      checks: (await reader.call(getAttention, { query: { district } })).ok().checks,
    });
    const north = await read(ada, district);
    expect(north.total).toEqual({ total_locations: 1, new_locations: 1, setup: null });
    expect(north.rows).toMatchObject({ total: 1, locations: [{ name: 'Mill Road', users: 2 }] });
    expect(north.changes[0]?.sentence).toBe('Ada Owner granted Eli North the role employee');
    expect(JSON.stringify(north.changes)).not.toContain('Hal Hidden');
    // Checks of the chain are left out; the lists that the others lead to are of the district.
    expect(north.checks.map(({ check }) => check)).toEqual([
      'locations_without_manager',
      'users_without_role',
      'users_not_invited',
      'invitations_not_accepted',
      'users_not_signing_in',
    ]);
    for (const { check, count, list, filters } of north.checks) {
      expect(filters.district).toBe(district);
      const answer = await ada.raw('GET', `/api/${list}?${new URLSearchParams(filters)}`);
      expect((await answer.json()) as { total: number }, check).toMatchObject({ total: count });
    }
    expect(north.checks).toContainEqual(expect.objectContaining({ check: 'users_not_invited', count: 1 }));

    // Whoever sees no location of it learns nothing.
    const nothing = await read(max, district);
    expect(nothing.total).toMatchObject({ total_locations: 0, new_locations: 0 });
    expect([nothing.rows.total, nothing.changes]).toEqual([0, []]);
    expect(nothing.checks.map(({ count }) => count)).toEqual(nothing.checks.map(() => 0));
  } finally {
    await own.close();
  }
});
