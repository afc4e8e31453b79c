import { afterAll, beforeAll, expect, test } from 'vitest';
import { getLocation, updateLocation } from '../../contract/locations.ts';
import { getUser, replaceUserLocations, updateUser } from '../../contract/users.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

let world: World;
let mia: User;
let otto: User;
beforeAll(async () => {
  world = await startWorld();
  const { millRoad, airport } = world.locations;
  mia = await world.newUser('Mia Manager', ['manager'], [millRoad]);
  otto = await world.newUser('Otto Outside', ['manager'], [airport]);
});
afterAll(() => world.close());

async function shared(name: string) {
  const { id } = await world.newUser(name, ['employee'], [world.locations.millRoad, world.locations.airport]);
  const seen = (await mia.call(getUser, { params: { id } })).ok().updated_at;
  const save = async (actor: User) =>
    (
      await actor.call(
        replaceUserLocations,
        { params: { id }, body: { location_ids: [] } },
        actor === mia ? { ifMatch: seen } : {},
      )
    ).problem();
  return { id, save };
}

test("refuseStale does not name a user out of the actor's scope", async () => {
  const { id, save } = await shared('Sue Shared');
  const body = { location_ids: [] };
  (await otto.call(replaceUserLocations, { params: { id }, body })).ok();
  const refusal = await save(mia);
  expect(refusal).toMatchObject({
    status: 412,
    detail: 'Another administrator changed this after you opened it. Nothing was overwritten.',
    changed: { by: 'Another administrator', at: expect.any(String) },
  });
  expect(JSON.stringify(refusal)).not.toContain('Otto');
});

test("refuseStale names a user in the actor's scope", async () => {
  const { id, save } = await shared('Sid Shared');
  const cleo = await world.newUser(
    'Cleo Colleague',
    ['manager'],
    [world.locations.millRoad, world.locations.airport],
  );
  (await cleo.call(updateUser, { params: { id }, body: { phone: '555-0100' } })).ok();
  expect(await save(mia)).toMatchObject({ changed: { by: 'Cleo Colleague' } });
});

test('refuseStale names an administrator to an administrator, and not to a manager', async () => {
  const params = { id: world.locations.millRoad.id };
  const { updated_at } = (await mia.call(getLocation, { params })).ok();
  (await world.ada.call(updateLocation, { params, body: { phone: '555-0101' } })).ok();
  const edit = async (actor: User) =>
    (
      await actor.call(updateLocation, { params, body: { phone: '555-0102' } }, { ifMatch: updated_at })
    ).problem();
  expect(await edit(mia)).toMatchObject({ changed: { by: 'Another administrator' } });
  expect(await edit(world.ada)).toMatchObject({ changed: { by: 'Ada Owner' } });
});
