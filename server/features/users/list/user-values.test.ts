import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDistrict } from '../../../../contract/districts.ts';
import { filterValuesMax } from '../../../../contract/fields/limits.ts';
import { closeLocation, createLocation, reopenLocation } from '../../../../contract/locations.ts';
import { listUserValues, replaceUserRoles } from '../../../../contract/users.ts';
import { ownRole } from '../../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  const { millRoad, airport } = world.locations;
  mia = await world.newUser('Mia Manager', ['manager'], [millRoad]);
  await world.newUser('Emil Employee', ['employee'], [millRoad, airport]);
  await world.newUser('Vera Viewer', ['viewer'], [airport]);
});
afterAll(() => world.close());

type Query = Parameters<User['call']>[1];
const valuesOf = async (user: User, query: Record<string, string>) =>
  (await user.call(listUserValues, { query } as Query as never)).ok();
const counts = async (user: User, query: Record<string, string>) =>
  (await valuesOf(user, query)).values.map(({ value, name, count }) => [name ?? value, count]);

test('the values of a filter have names, and count the users in scope alone', async () => {
  expect(await counts(world.ada, { field: 'location' })).toEqual([
    ['none', 1],
    ['Airport', 2],
    ['Mill Road', 2],
  ]);
  expect(await counts(mia, { field: 'location' })).toEqual([
    ['none', 0],
    ['Mill Road', 2],
  ]);
  expect(await counts(mia, { field: 'role' })).toEqual([
    ...[
      ['none', 0],
      ['admin', 0],
      ['employee', 1],
    ],
    ...[
      ['manager', 1],
      ['viewer', 0],
    ],
  ]);
});

test('the values that the filter has come first, also one that is gone or elsewhere', async () => {
  const { millRoad, airport } = world.locations;
  expect(await counts(world.ada, { field: 'location', location: millRoad.id })).toEqual([
    ['Mill Road', 2],
    ['none', 1],
    ['Airport', 2],
  ]);
  expect(await counts(mia, { field: 'location', location: `not:${airport.id}` })).toEqual([
    [airport.id, 0],
    ['none', 0],
    ['Mill Road', 2],
  ]);
});

test('a text finds roles and locations by name', async () => {
  expect(await counts(world.ada, { field: 'role', find: 'MANA' })).toEqual([
    ['none', 0],
    ['manager', 1],
  ]);
  expect(await counts(world.ada, { field: 'location', find: 'air' })).toEqual([
    ['none', 1],
    ['Airport', 2],
  ]);
});

test('a location is named with its town and number, and says that it is closed', async () => {
  const id = world.locations.airport.id;
  (await world.ada.call(closeLocation, { params: { id }, body: { closed_on: '2026-11-20' } })).ok();
  for (const query of [{ field: 'location' }, { field: 'location', location: id }] as const) {
    const { values } = await valuesOf(world.ada, query);
    const { name, number, city, state } = world.locations.airport;
    expect(values.find(({ value }) => value === id)).toEqual({
      ...{ value: id, name, number, town: `${city}, ${state}`, closed_on: '2026-11-20' },
      ...{ count: expect.any(Number), is_exact: true },
    });
  }
  (await world.ada.call(reopenLocation, { params: { id } })).ok();
});

test('of more locations than are named at once, the first by name come, and the answer says that there are more', async () => {
  const place = { address: '1 Main Street', city: 'Albany', state: 'NY', zip: '12207' };
  for (let n = 0; n < filterValuesMax; n++)
    (await world.ada.call(createLocation, { body: { ...place, name: `Aardvark ${n}` } })).ok();
  const { values, has_more } = await valuesOf(world.ada, { field: 'location' });
  expect([values.length, has_more]).toEqual([filterValuesMax, true]);
  expect(values.slice(0, 3).map(({ name, town }) => [name, town])).toEqual([
    [undefined, undefined],
    ['Aardvark 0', 'Albany, NY'],
    ['Aardvark 1', 'Albany, NY'],
  ]);
  expect((await valuesOf(world.ada, { field: 'location', find: 'mill' })).has_more).toBe(false);
});

test('who may not list roles and locations knows those of the users they see', async () => {
  const only = await ownRole(world, 'Reads users', ['users.read']);
  const una = await world.newUser('Una Users', [], [world.locations.airport]);
  const params = { id: una.id };
  (await world.ada.call(replaceUserRoles, { params, body: { role_ids: [only] } })).ok();
  expect(await counts(una, { field: 'role' })).toEqual([
    ['none', 0],
    ...['employee', 'Reads users', 'viewer'].map((name) => [name, 1]),
  ]);
  expect(await counts(una, { field: 'location' })).toEqual([
    ['none', 0],
    ['Airport', 3],
  ]);
});

test('users who do not manage users learn nothing of sign-ins and second factors', async () => {
  const emil = await world.newUser('Eli Employee', ['employee'], [world.locations.airport]);
  expect(await counts(emil, { field: 'second_factor' })).toEqual([
    ['set_up', 0],
    ['none', 0],
  ]);
  expect((await emil.raw('GET', '/api/users/values?field=last_sign_in')).status).toBe(400);
  expect((await world.ada.raw('GET', '/api/users/values?field=run')).status).toBe(400);
  expect((await world.ada.raw('GET', '/api/users/values')).status).toBe(400);
});

test('a district is found by its number', async () => {
  const add = (name: string, number: string) => world.ada.call(createDistrict, { body: { name, number } });
  for (const [name, number] of [
    ['North', '44'],
    ['South', '5'],
  ] as const)
    (await add(name, number)).ok();
  const { values } = await valuesOf(world.ada, { field: 'district', find: 'district 44' });
  expect(values.map(({ name }) => name)).toEqual(['North']);
});
