import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLocation, createLocation, listSamePlaces } from '../../../contract/locations.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const add = async (name: string, changes: { address: string; zip: string; phone?: string }) =>
    (await world.ada.call(createLocation, { body: { name, city: 'Albany', state: 'NY', ...changes } })).ok();
  await add('Depot 2', { address: '1 Mill-Road', zip: '12207', phone: '(518) 555-0101' });
  const { id } = await add('Depot 10', { address: '9 Quay', zip: '12401', phone: '+1 518 555 0101' });
  (await world.ada.call(closeLocation, { params: { id }, body: { closed_on: '2026-01-31' } })).ok();
});
afterAll(() => world.close());

type Typed = Partial<Record<'address' | 'zip' | 'phone' | 'except', string>>;
const named = async (user: User, query: Typed) => {
  const { locations, total } = (await user.call(listSamePlaces, { query })).ok();
  return [total, ...locations.map(({ name, same }) => `${name}: ${same.join(' and ')}`)];
};

test('the same street and ZIP code, or the same phone, are found in any spelling', async () => {
  expect(await named(world.ada, { address: ' 1 MILL road.', zip: '12207' })).toEqual([
    ...[2, 'Depot 2: address', 'Mill Road: address'],
  ]);
  expect(await named(world.ada, { address: '1 mill road', zip: '12207', phone: '15185550101' })).toEqual([
    ...[3, 'Depot 2: address and phone', 'Depot 10: phone', 'Mill Road: address'],
  ]);
});

test.each<Typed>([
  {},
  { address: '1 Mill Road' },
  { zip: '12207' },
  { address: '1 Mill Road', zip: '12208' },
  { phone: '555-0101' },
])('half of an address, and a part of a phone, find nothing: %j', async (typed) => {
  expect(await named(world.ada, typed)).toEqual([0]);
});

test('the edited location, and those elsewhere, are not found; a closed one says so', async () => {
  const { millRoad, airport } = world.locations;
  const typed = { address: '1 mill road', zip: '12207' };
  expect(await named(world.ada, { ...typed, except: millRoad.id })).toEqual([1, 'Depot 2: address']);
  const nils = await world.newUser('Nils Nearby', ['manager'], [airport]);
  expect(await named(nils, typed)).toEqual([0]);
  const mia = await world.newUser('Mia Manager', ['manager'], [millRoad]);
  expect(await named(mia, typed)).toEqual([1, 'Mill Road: address']);
  const closed = (await world.ada.call(listSamePlaces, { query: { address: '9 quay', zip: '12401' } })).ok();
  expect(closed.locations).toMatchObject([{ name: 'Depot 10', closed_on: '2026-01-31' }]);
});
