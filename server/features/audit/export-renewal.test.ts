import { afterAll, beforeAll, expect, test } from 'vitest';
import { replaceUserLocations, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { addLargeAudit, largeRows, readExport, stallExport } from '../../testing/large-audit.ts';
import { type Person, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await addLargeAudit(world);
});
afterAll(() => world.close());

const roles = (role_ids: string[]) => (reader: Person) =>
  world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } });

const changes: [string, (reader: Person) => Promise<{ status: number }>][] = [
  ['deactivated', ({ id }) => world.ada.call(updateUser, { params: { id }, body: { is_active: false } })],
  ['signed out', (reader) => reader.raw('POST', '/auth/v1/logout')],
  ['without a role that reads the audit', (reader) => roles([world.roleIds.employee])(reader)],
  ['without the role that reached every store', (reader) => roles([world.roleIds.viewer])(reader)],
  [
    'off one of their stores',
    ({ id }) => {
      const body = { location_ids: [world.stores.millRoad.id] };
      return world.ada.call(replaceUserLocations, { params: { id }, body });
    },
  ],
];

test.each(changes)('an export breaks off once its reader is %s', async (what, change) => {
  const { millRoad, airport } = world.stores;
  const role = what.includes('every store') ? 'admin' : 'viewer';
  const reader = await world.person(
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

test('an export whose reader stays who they are is whole, however slowly it is read', async () => {
  const reader = await world.person('Sam Slow', ['viewer'], [world.stores.millRoad]);
  expect(await readExport(await stallExport(world, reader))).toEqual({ rows: largeRows, isWhole: true });
});
