import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation, listLocationValues } from '../../../contract/locations.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const body = { name: 'Harbor', address: '9 Quay', city: 'Burlington', state: 'VT', zip: '05401' };
  (await world.ada.call(createLocation, { body })).ok();
});
afterAll(() => world.close());

const counts = async (user: User, query: Parameters<typeof queryOf>[0]) =>
  (await user.call(listLocationValues, { query: queryOf(query) }))
    .ok()
    .values.map((one) => [one.value, one.count]);
const queryOf = (query: {
  field: 'state' | 'status' | 'staff';
  q?: string;
  state?: string;
  status?: string;
}) => query;

test('the states of the locations in scope are offered, and the one that the filter has', async () => {
  expect(await counts(world.ada, { field: 'state' })).toEqual([
    ['NY', 2],
    ['VT', 1],
  ]);
  const nils = await world.newUser('Nils Nearby', ['manager'], [world.locations.airport]);
  expect(await counts(nils, { field: 'state', state: 'VT' })).toEqual([
    ['VT', 0],
    ['NY', 1],
  ]);
});

test('values are counted among what the search and the other filters find', async () => {
  expect(await counts(world.ada, { field: 'state', q: 'mill' })).toEqual([
    ['NY', 1],
    ['VT', 0],
  ]);
  expect(await counts(world.ada, { field: 'status', state: 'VT' })).toEqual([
    ['open', 1],
    ['closed', 0],
  ]);
  expect((await world.ada.raw('GET', '/api/locations/values?field=run')).status).toBe(400);
});
