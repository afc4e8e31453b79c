import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceUserLocations, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { addLargeAudit, largeRows, readExport, stallExport } from '../../testing/databases/large-audit.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await addLargeAudit(world);
});
afterAll(() => world.close());

const roles = (role_ids: string[]) => (reader: User) =>
  world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } });

const changes: [string, (reader: User) => Promise<{ status: number }>][] = [
  ['deactivated', ({ id }) => world.ada.call(updateUser, { params: { id }, body: { is_active: false } })],
  ['signed out', (reader) => reader.raw('POST', '/auth/v1/logout')],
  ['without a role that reads the audit', (reader) => roles([world.roleIds.employee])(reader)],
  ['without the role that had access to all locations', (reader) => roles([world.roleIds.viewer])(reader)],
  [
    'off one of their locations',
    ({ id }) => {
      const body = { location_ids: [world.locations.millRoad.id] };
      return world.ada.call(replaceUserLocations, { params: { id }, body });
    },
  ],
];

test.each(changes)('exportAudit breaks off once its reader is %s', async (what, change) => {
  const { millRoad, airport } = world.locations;
  const role = what.includes('all locations') ? 'admin' : 'viewer';
  const reader = await world.newUser(
    `Rea ${changes.findIndex(([name]) => name === what)}`,
    [role],
    [millRoad, airport],
  );
  const response = await stallExport(world, reader);
  expect((await change(reader)).status).toBeLessThan(300);
  const read = await readExport(response);
  expect(read.isWhole).toBe(false);
  expect(read.rows).toBeLessThan(largeRows);
});

test('exportAudit sends the whole file to a slow client whose access does not change', async () => {
  const reader = await world.newUser('Sam Slow', ['viewer'], [world.locations.millRoad]);
  expect(await readExport(await stallExport(world, reader))).toEqual({ rows: largeRows, isWhole: true });
});
