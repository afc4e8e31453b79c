import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LocationInput } from '../../../contract/fields/location-input.ts';
import { exportLocations } from '../../../contract/files/exports.ts';
import { createLocation, getLocation, updateLocation } from '../../../contract/locations.ts';
import { updateOrganization } from '../../../contract/organization.ts';
import * as runs from '../../../contract/runs.ts';
import { upload } from '../../testing/requests/upload.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const depot = { name: 'Depot', address: '1 Depot Street', city: 'El Paso', state: 'TX', zip: '79901' };

async function add(body: Partial<LocationInput>) {
  return (await world.ada.call(createLocation, { body: { ...depot, ...body } })).ok();
}

test('a location has the time zone of its address, or the one that was chosen in its canonical name', async () => {
  expect(await add({})).toMatchObject({ time_zone: 'America/Denver' });
  expect(await add({ time_zone: '' as never })).toMatchObject({ time_zone: 'America/Denver' });
  const made = await add({ time_zone: 'us/central' });
  expect(made.time_zone).toBe('America/Chicago');
  expect((await world.ada.call(getLocation, { params: { id: made.id } })).ok().time_zone).toBe(
    'America/Chicago',
  );
  for (const time_zone of ['America/Nowhere', 'EST', '+05:00']) {
    const refused = (await world.ada.call(createLocation, { body: { ...depot, time_zone } })).problem();
    expect(refused.issues).toMatchObject([
      { path: 'time_zone', message: 'Must be a time zone such as America/Chicago' },
    ]);
  }
});

test('a location outside of the United States has the time zone of the chain, else that of the server', async () => {
  const abroad = { state: 'ON', zip: 'K1A 0B1' };
  const ofServer = Intl.DateTimeFormat().resolvedOptions().timeZone;
  expect((await add(abroad)).time_zone).toBe(ofServer);
  (await world.ada.call(updateOrganization, { body: { time_zone: 'America/Toronto' } })).ok();
  expect((await add(abroad)).time_zone).toBe('America/Toronto');
});

test('the time zone follows a new address, until somebody chose another one', async () => {
  const { id } = await add({});
  const edit = async (body: Partial<LocationInput>) =>
    (await world.ada.call(updateLocation, { params: { id }, body })).ok().time_zone;
  expect(await edit({ zip: '75201', city: 'Dallas' })).toBe('America/Chicago');
  expect(await edit({ time_zone: 'America/New_York' })).toBe('America/New_York');
  expect(await edit({ state: 'CA', zip: '90001' })).toBe('America/New_York');
});

test('an import sets time zones, an undo takes them back, and an export changes nothing', async () => {
  const { id } = await add({ name: 'Pass', zip: '79902' });
  const other = await add({ name: 'Ridge', zip: '79903' });
  const zones = async () =>
    Promise.all(
      [id, other.id].map(
        async (id) => (await world.ada.call(getLocation, { params: { id } })).ok().time_zone,
      ),
    );
  const plan = async (file: string) => {
    const run = (await upload(world.ada, 'locations', file)).ok();
    const body = {
      mapping: run.file?.mapping ?? [],
      blank_clears: [],
      replace: [],
      deactivate_missing: false,
    };
    (await world.ada.call(runs.planImport, { params: { id: run.id }, body })).ok();
    await world.workOnRuns();
    return (await world.ada.call(runs.getRun, { params: { id: run.id } })).ok();
  };
  const apply = async ({ id, confirm }: runs.Run) => {
    (await world.ada.call(runs.applyRun, { params: { id }, body: { confirm } })).ok();
    await world.workOnRuns();
  };
  const run = await plan(
    `Id,State,ZIP,Timezone\n${id},TX,79902,US/Eastern\n${other.id},CA,90001,\n${id}x,TX,79902,EST\n`,
  );
  expect(run.planned).toMatchObject({ updated: 2, rejected: 1 });
  const { lines } = (await world.ada.call(runs.listRunLines, { params: { id: run.id }, query: {} })).ok();
  const changed = lines.map(({ changes }) => changes.find(({ field }) => field === 'Time zone'));
  expect(changed.slice(0, 2)).toMatchObject([
    { after: 'America/New_York' },
    { after: 'America/Los_Angeles' },
  ]);
  await apply(run);
  expect(await zones()).toEqual(['America/New_York', 'America/Los_Angeles']);
  const exported = await world.ada.raw('GET', exportLocations.path);
  const again = await plan(await exported.text());
  expect(again.planned).toMatchObject({ updated: 0, created: 0, rejected: 0 });
  const undo = (await world.ada.call(runs.undoRun, { params: { id: run.id }, body: {} })).ok();
  await world.workOnRuns();
  await apply((await world.ada.call(runs.getRun, { params: { id: undo.id } })).ok());
  expect(await zones()).toEqual(['America/Denver', 'America/Denver']);
});
