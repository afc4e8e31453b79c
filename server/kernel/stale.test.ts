import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLocation, updateLocation } from '../../contract/locations.ts';
import { getUser, replaceUserLocations, updateUser } from '../../contract/users.ts';
import { type Person, startWorld, type World } from '../testing/world.ts';

let world: World;
let mia: Person;
let otto: Person;
beforeAll(async () => {
  world = await startWorld();
  const { millRoad, airport } = world.stores;
  mia = await world.person('Mia Manager', ['manager'], [millRoad]);
  otto = await world.person('Otto Outside', ['manager'], [airport]);
});
afterAll(() => world.close());

async function shared(name: string) {
  const { id } = await world.person(name, ['employee'], [world.stores.millRoad, world.stores.airport]);
  const seen = (await mia.call(getUser, { params: { id } })).ok().updated_at;
  const save = async (actor: Person) =>
    (
      await actor.call(
        replaceUserLocations,
        { params: { id }, body: { location_ids: [] } },
        actor === mia ? { ifMatch: seen } : {},
      )
    ).problem();
  return { id, save };
}

test('a stale edit names nobody whom its author may not know', async () => {
  const { id, save } = await shared('Sue Shared');
  const body = { location_ids: [] };
  (await otto.call(replaceUserLocations, { params: { id }, body })).ok();
  const told = await save(mia);
  expect(told).toMatchObject({
    status: 412,
    detail: 'Somebody outside your stores changed this after you opened it. Nothing was overwritten.',
    changed: { by: 'Somebody outside your stores', at: expect.any(String) },
  });
  expect(JSON.stringify(told)).not.toContain('Otto');
});

test('and everybody else as before', async () => {
  const { id, save } = await shared('Sid Shared');
  const cleo = await world.person(
    'Cleo Colleague',
    ['manager'],
    [world.stores.millRoad, world.stores.airport],
  );
  (await cleo.call(updateUser, { params: { id }, body: { phone: '555-0100' } })).ok();
  expect(await save(mia)).toMatchObject({ changed: { by: 'Cleo Colleague' } });
});

test('a store that the head office edited is told of without a name, to the head office with it', async () => {
  const params = { id: world.stores.millRoad.id };
  const { updated_at } = (await mia.call(getLocation, { params })).ok();
  (await world.ada.call(updateLocation, { params, body: { phone: '555-0101' } })).ok();
  const edit = async (actor: Person) =>
    (
      await actor.call(updateLocation, { params, body: { phone: '555-0102' } }, { ifMatch: updated_at })
    ).problem();
  expect(await edit(mia)).toMatchObject({ changed: { by: 'Somebody outside your stores' } });
  expect(await edit(world.ada)).toMatchObject({ changed: { by: 'Ada Owner' } });
});
