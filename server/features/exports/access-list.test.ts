import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { createCovers } from '../../../contract/covers.ts';
import { createDistrict, moveLocation } from '../../../contract/districts.ts';
import { exportAccessList } from '../../../contract/files/exports.ts';
import { replaceUserLocations, replaceUserRoles } from '../../../contract/users.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

const clock = Date.parse('2026-11-27T15:00:00.000Z');
let world: World;
let manager: User;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock) });
  const { ada, locations } = world;
  manager = await world.newUser('Max Manager', ['manager'], [locations.millRoad]);
  const both = await world.newUser('Bo Both', ['employee', 'viewer'], [locations.millRoad]);
  await world.newUser('Noa Nothing');
  const { id } = (await ada.call(createDistrict, { body: { name: 'District 4' } })).ok();
  const move = { params: { id: locations.airport.id }, body: { district_id: id } };
  (await ada.call(moveLocation, move)).ok();
  const body = { location_ids: [locations.millRoad.id], district_ids: [id] };
  (await ada.call(replaceUserLocations, { params: { id: both.id }, body })).ok();
  const cover = { user_id: manager.id, location_ids: [locations.airport.id], ends_at: '2026-11-29T23:59' };
  (await ada.call(createCovers, { body: cover })).ok();
});
afterAll(() => world.close());

async function linesOf(reader: User, query = '') {
  const reply = await reader.raw('GET', `/api/access-list.csv${query}`);
  expect(reply.status).toBe(200);
  const [head, ...lines] = (await reply.text()).replace('\ufeff', '').trim().split('\r\n');
  const names = head?.split(',') ?? [];
  const places = ['User', 'Location', 'Why', 'Granted by', 'Until (UTC)', 'Roles'].map((name) =>
    names.indexOf(name),
  );
  return { names, rows: lines.map((line) => places.map((place) => line.split(',')[place]).join(' | ')) };
}

test('exportAccessList has a row for each user, location and reason, and one for users without access', async () => {
  const { names, rows } = await linesOf(world.ada, '?sort=name');
  expect(names.at(-1)).toBe('Last sign-in (UTC)');
  expect(rows).toEqual([
    'Ada Owner | All locations | Role admin | the system |  | admin',
    'Bo Both | Airport | Through District 4 | Ada Owner |  | employee; viewer',
    'Bo Both | Mill Road | Assigned | Ada Owner |  | employee; viewer',
    'Max Manager | Mill Road | Assigned | Ada Owner |  | manager',
    'Max Manager | Airport | Cover | Ada Owner | 2026-11-30 04:59:00 | manager',
    'Noa Nothing | None |  |  |  | ',
  ]);
  const { entries } = (await world.ada.call(listAudit, { query: { limit: 1 } })).ok();
  expect(entries[0]).toMatchObject({ action: 'access.exported' });
});

test('exportAccessList has what is in the scope of the reader, and takes the filters of the list', async () => {
  const role_ids = [world.roleIds.manager];
  const own = await world.newUser('Own Reader', [], [world.locations.millRoad]);
  (await world.ada.call(replaceUserRoles, { params: { id: own.id }, body: { role_ids } })).ok();
  const { rows } = await linesOf(own, '?sort=name&q=both');
  expect(rows).toEqual(['Bo Both | Mill Road | Assigned | another administrator |  | employee; viewer']);
  expect((await own.raw('GET', '/api/access-list.csv?unknown=1')).status).toBe(400);
});

test('exportAccessList needs the permission to export and to see users, and has no last sign-in without their past', async () => {
  const { millRoad } = world.locations;
  const reader = await world.newUser('Pia Plain', [], [millRoad]);
  const give = async (...permissions: Parameters<typeof ownRole>[2]) => {
    const role_ids = [await ownRole(world, `Plain ${permissions.length}`, permissions)];
    (await world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } })).ok();
  };
  expect((await reader.call(exportAccessList, { query: {} })).status).toBe(403);
  await give('users.export');
  expect((await reader.call(exportAccessList, { query: {} })).status).toBe(403);
  await give('users.export', 'users.read');
  expect((await linesOf(reader)).names).not.toContain('Last sign-in (UTC)');
});
