import { afterAll, beforeAll, expect, test } from 'vitest';
import { reasons } from '../../../../contract/access/reasons.ts';
import { createDistrict, moveLocation } from '../../../../contract/districts.ts';
import type { ImportColumn } from '../../../../contract/files/import-columns.ts';
import {
  createLocation,
  getLocation,
  type Location,
  listLocations,
  updateLocation,
} from '../../../../contract/locations.ts';
import { applyRun, listRunLines, planImport, retryRun } from '../../../../contract/runs.ts';
import {
  getUser,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../../contract/users.ts';
import { upload } from '../../../testing/requests/upload.ts';
import { ownRole } from '../../../testing/worlds/own-role.ts';
import { millRoad, startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
let north: string;
let south: string;
let harbor: Location;
/** Manages Mill Road, and the district North. */
let lea: User;
beforeAll(async () => {
  world = await startWorld();
  const { ada, locations } = world;
  const add = async (name: string) => (await ada.call(createDistrict, { body: { name } })).ok().id;
  [north, south] = [await add('North'), await add('South')];
  const body = { ...millRoad, name: 'Harbor', number: '7', district_id: north };
  harbor = (await ada.call(createLocation, { body })).ok();
  lea = await world.newUser('Lea Lead', ['manager'], [locations.millRoad]);
  const adds = await ownRole(world, 'adds', ['users.create', 'users.update', 'locations.update']);
  const params = { id: lea.id };
  (await ada.call(replaceUserRoles, { params, body: { role_ids: [world.roleIds.manager, adds] } })).ok();
  const given = { location_ids: [locations.millRoad.id], district_ids: [north] };
  (await ada.call(replaceUserLocations, { params, body: given })).ok();
});
afterAll(() => world.close());

const move = async (district_id: string | null, actor = world.ada) =>
  (await actor.call(moveLocation, { params: { id: harbor.id }, body: { district_id } })).ok();

const linesOf = async (actor: User, id: string) => {
  await world.workOnRuns();
  return (await actor.call(listRunLines, { params: { id }, query: {} })).ok().lines;
};
async function plan(actor: User, about: 'users' | 'locations', mapping: ImportColumn[], rows: string[]) {
  const { id } = (await upload(actor, about, [mapping.join(), ...rows].join('\n'))).ok();
  (await actor.call(planImport, { params: { id }, body: { mapping } })).ok();
  const lines = await linesOf(actor, id);
  return { id, planned: lines.map((line) => line.planned) };
}
async function apply(actor: User, id: string) {
  (await actor.call(applyRun, { params: { id }, body: {} })).ok();
  return linesOf(actor, id);
}

test('a location that leaves the scope after the preview takes its lines along, and they tell nothing of it', async () => {
  const { ada, locations } = world;
  const anna = await world.newUser('Anna Anchor', ['employee'], [harbor]);
  const bo = await world.newUser('Bo Bridge', ['employee'], [locations.millRoad]);
  const ofUsers = await plan(
    lea,
    'users',
    ['id', 'email', 'full_name', 'locations'],
    [
      `${anna.id},,Anna Renamed,`,
      `${bo.id},,,Mill Road; Harbor`,
      ',cy@x.example,Cy,Harbor',
      ',di@x.example,Di,Mill Road',
    ],
  );
  expect(ofUsers.planned).toEqual(['updated', 'updated', 'created', 'created']);
  const ofLocations = await plan(lea, 'locations', ['id', 'phone'], [`${harbor.id},555-0100`]);
  expect(ofLocations.planned).toEqual(['updated']);

  await move(south);
  (await ada.call(updateLocation, { params: { id: harbor.id }, body: { name: 'Secret Quay' } })).ok();
  (await ada.call(updateUser, { params: { id: anna.id }, body: { full_name: 'Secret Name' } })).ok();
  const applied = [...(await apply(lea, ofUsers.id)), ...(await apply(lea, ofLocations.id))];
  expect(applied.map(({ result, reason }) => [result, reason])).toEqual([
    ['rejected', reasons.userMissing],
    ['rejected', reasons.unknownLocation],
    ['rejected', reasons.unknownLocation],
    ['created', null],
    ['rejected', reasons.locationMissing],
  ]);
  expect(applied.map(({ subject }) => subject.id !== null)).toEqual([false, true, false, true, false]);
  expect(JSON.stringify(applied)).not.toContain('Secret');
  const { locations: kept } = (await ada.call(getUser, { params: { id: bo.id } })).ok();
  expect(kept.map(({ name }) => name)).toEqual(['Mill Road']);
  expect((await ada.call(listUsers, { query: { q: 'cy@x.example' } })).ok().users).toEqual([]);

  // Back in scope, the lines are planned again.
  await move(north);
  (await ada.call(updateLocation, { params: { id: harbor.id }, body: { name: 'Harbor' } })).ok();
  (await lea.call(retryRun, { params: { id: ofUsers.id } })).ok();
  await world.workOnRuns();
  const again = await apply(lea, ofUsers.id);
  expect(again.map(({ result }) => result)).toEqual(['updated', 'updated', 'created', 'created']);
});

test('a location that others move after the preview of a move stays where they moved it', async () => {
  const { ada } = world;
  await move(null);
  const { id, planned } = await plan(ada, 'locations', ['id', 'district'], [`${harbor.id},South`]);
  expect(planned).toEqual(['updated']);
  const bea = await world.newUser('Bea Boss', ['admin']);
  await move(north, bea);
  expect(await apply(ada, id)).toMatchObject([
    { result: 'changed', reason: 'Changed since the preview by Bea Boss' },
  ]);
  const { district_id } = (await ada.call(getLocation, { params: { id: harbor.id } })).ok();
  expect(district_id).toBe(north);
  expect((await lea.call(listLocations, { query: {} })).ok().total).toBe(2);
});
