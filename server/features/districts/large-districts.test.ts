import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createDistrict,
  deleteDistrict,
  getDistrict,
  listDistricts,
  moveLocation,
  previewDistrictMove,
  updateDistrict,
} from '../../../contract/districts.ts';
import { districtsMaxCount } from '../../../contract/fields/limits.ts';
import { createLocation, getLocation, listLocations } from '../../../contract/locations.ts';
import { listRunLines, planImport } from '../../../contract/runs.ts';
import { replaceUserLocations } from '../../../contract/users.ts';
import { inParts } from '../../platform/database/query.ts';
import { upload } from '../../testing/requests/upload.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';

const usersEach = 500;
const locations = 5000;
const districts = 1000;
const at = '2026-01-01T00:00:00.000Z';

let world: World;
let from: { id: string };
let to: { id: string };
beforeAll(async () => {
  world = await startWorld();
  [from, to] = [await add('From'), await add('To')];
}, 60_000);
afterAll(() => world.close());

const add = async (name: string) => (await world.ada.call(createDistrict, { body: { name } })).ok();
const stamp = {
  ...{ created_at: at, created_by: null, created_from: null },
  ...{ updated_at: at, updated_by: null, updated_by_name: '' },
};

/** What was measured, the fastest of some. */
async function fastest<T>(what: string, times: number, work: (n: number) => Promise<T>): Promise<void> {
  const took: number[] = [];
  for (let n = 0; n < times; n++) {
    const began = performance.now();
    await work(n);
    took.push(performance.now() - began);
  }
  console.info(`${world.app.database.dialect}: ${what} ${Math.min(...took).toFixed()} ms`);
}

test(`a location moves between districts of ${usersEach} users each`, async () => {
  const { database } = world.app;
  await database.write(async (tx) => {
    for (const district of [from, to]) {
      const users = Array.from({ length: usersEach }, (_, n) => {
        const email = `u${n}@${district.id}.example`;
        const names = { email, email_key: email, full_name: `User ${n}`, search: email, sort_name: email };
        const number = { phone: null, employee_number: null, employee_number_key: null };
        return { ...stamp, id: crypto.randomUUID(), ...names, ...number, is_active: true };
      });
      for (const part of inParts(users)) await tx.insertInto('users').values(part).execute();
      const grants = users.map(({ id }) => {
        return {
          user_id: id,
          district_id: district.id,
          created_at: at,
          granted_by: null,
          granted_by_name: '',
        };
      });
      for (const part of inParts(grants)) await tx.insertInto('user_districts').values(part).execute();
    }
  });
  const place = { ...millRoad, name: 'Moving', district_id: from.id };
  const { id, user_count } = (await world.ada.call(createLocation, { body: place })).ok();
  expect(user_count).toBe(usersEach);
  await fastest('preview of a move', 5, async () => {
    const answer = await world.ada.call(previewDistrictMove, {
      params: { id },
      query: { district_id: to.id },
    });
    expect(answer.ok()).toMatchObject({ gain: { total: usersEach }, lose: { total: usersEach } });
  });
  await fastest('move', 9, async (n) => {
    const body = { district_id: (n % 2 ? from : to).id };
    (await world.ada.call(moveLocation, { params: { id }, body })).ok();
  });
  expect((await world.ada.call(getLocation, { params: { id } })).ok().user_count).toBe(usersEach);
}, 120_000);

test(`${districts} districts are listed, and one with ${locations} locations is given, renamed and taken`, async () => {
  const { database } = world.app;
  const large = await add('Large');
  await database.write(async (tx) => {
    const rows = Array.from({ length: districts }, (_, n) => {
      const name = `Zone ${n}`;
      return { ...stamp, id: crypto.randomUUID(), name, name_key: name, number: null, manager_id: null };
    });
    for (const part of inParts(rows)) await tx.insertInto('districts').values(part).execute();
    const places = Array.from({ length: locations }, (_, n) => {
      const name = `Store ${n}`;
      const keys = { search: name, sort_name: name, sort_number: null, sort_city: null, number_key: null };
      const row = { ...millRoad, name, ...keys, phone: null, number: null, closed_on: null };
      const id = crypto.randomUUID();
      return { ...stamp, ...row, id, time_zone: 'America/New_York', district_id: large.id };
    });
    for (const part of inParts(places)) await tx.insertInto('locations').values(part).execute();
  });
  await fastest(`list of ${districts} districts`, 3, async () => {
    expect((await world.ada.call(listDistricts, {})).ok().districts.length).toBeGreaterThan(districts);
  });
  const user = await world.newUser('Larry Large', ['manager']);
  const give = async (district_ids: string[]) => {
    const body = { location_ids: [], district_ids };
    (await world.ada.call(replaceUserLocations, { params: { id: user.id }, body })).ok();
  };
  await fastest(`giving and taking ${locations} locations`, 2, async () => {
    await give([large.id]);
    await give([]);
  });
  await give([large.id]);
  await fastest('their list of locations', 3, async () => {
    const page = (await user.call(listLocations, { query: {} })).ok();
    expect(page.total).toBe(locations);
  });
  await fastest('their list of districts', 3, async () => {
    const seen = (await user.call(listDistricts, {})).ok().districts;
    expect(seen).toMatchObject([{ id: large.id, location_count: locations, is_whole: true }]);
  });
  await fastest('page of the district', 3, async () => {
    const { users } = (await user.call(getDistrict, { params: { id: large.id } })).ok();
    expect(users).toMatchObject([{ id: user.id }]);
  });
  await fastest('renaming it', 2, async (n) => {
    const body = { name: `Larger ${n}` };
    (await world.ada.call(updateDistrict, { params: { id: large.id }, body })).ok();
  });
  const removed = await world.ada.call(deleteDistrict, { params: { id: large.id } });
  expect(removed.problem()).toMatchObject({
    status: 409,
    detail:
      'Larger 1 has 5,000 locations. Move them to another district, or out of this one, and delete it then.',
  });
  const other = await world.newUser('Olga Other');
  await fastest('preview of a file that gives it', 2, async () => {
    const { id, file } = (await upload(world.ada, 'users', `Id,Districts\n${other.id},Larger 1`)).ok();
    const plan = { params: { id }, body: { mapping: file?.mapping ?? [] } };
    (await world.ada.call(planImport, plan)).ok();
    await world.workOnRuns();
    const { lines } = (await world.ada.call(listRunLines, { params: { id }, query: {} })).ok();
    const after = 'Larger 1 (5,000 locations today, and new ones)';
    expect(lines[0]?.changes).toEqual([{ field: 'Districts', before: null, after }]);
  });
}, 120_000);

test(`there are at most ${districtsMaxCount} districts`, async () => {
  const { database } = world.app;
  const { districts: known } = (await world.ada.call(listDistricts, {})).ok();
  const rows = Array.from({ length: districtsMaxCount - known.length }, (_, n) => {
    const name = `More ${n}`;
    return { ...stamp, id: crypto.randomUUID(), name, name_key: name, number: null, manager_id: null };
  });
  await database.write(async (tx) => {
    for (const part of inParts(rows)) await tx.insertInto('districts').values(part).execute();
  });
  const refused = await world.ada.call(createDistrict, { body: { name: 'One more' } });
  expect(refused.problem()).toMatchObject({
    status: 409,
    detail: 'There are 2,000 districts, which is the most. Delete one that you do not need.',
  });
}, 60_000);
