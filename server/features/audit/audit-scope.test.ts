import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditEntry, type AuditQuery, listAudit } from '../../../contract/audit.ts';
import { createDistrict, moveLocation } from '../../../contract/districts.ts';
import { createLocation, deleteLocation, updateLocation } from '../../../contract/locations.ts';
import { createRole, deleteRole } from '../../../contract/roles.ts';
import {
  createUser,
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';

/** Names that readers of Mill Road alone must not see anywhere in the audit log. */
const foreign = ['Airport', 'Secret Depot', 'Zoe Foreign', 'zoe.foreign', 'Hidden Role', 'unknown@nowhere'];

let world: World;
let manager: User;
let shared: User;
beforeAll(async () => {
  world = await startWorld();
  const { ada, locations, roleIds } = world;
  manager = await world.newUser('Max Manager', ['manager'], [locations.millRoad]);
  shared = await world.newUser('Sue Shared', ['employee'], [locations.millRoad, locations.airport]);
  const zoe = await world.newUser('Zoe Foreign', ['manager'], [locations.airport]);
  const depot = (await ada.call(createLocation, { body: { ...airport, name: 'Secret Depot' } })).ok();

  const put = async (id: string, location_ids: string[]) =>
    (await ada.call(replaceUserLocations, { params: { id }, body: { location_ids } })).ok();
  // A user of Mill Road is assigned to other locations, removed from them, and moved between them and Mill Road.
  await put(shared.id, [locations.millRoad.id, locations.airport.id, depot.id]);
  await put(shared.id, [locations.millRoad.id]);
  await put(shared.id, [locations.airport.id, depot.id]);
  await put(shared.id, [locations.millRoad.id, locations.airport.id]);
  const body = {
    email: 'both@northline.example',
    full_name: 'Bo Both',
    location_ids: [locations.millRoad.id, depot.id],
  };
  const both = (await ada.call(createUser, { body })).ok();
  (await ada.call(updateUser, { params: { id: both.id }, body: { is_active: false } })).ok();
  (await ada.call(deleteUser, { params: { id: both.id } })).ok();
  (
    await ada.call(updateLocation, { params: { id: locations.airport.id }, body: { phone: '555-0199' } })
  ).ok();
  const role = (await ada.call(createRole, { body: { name: 'Hidden Role', permissions: [] } })).ok();
  (await ada.call(deleteRole, { params: { id: role.id } })).ok();
  // Refusals name rows that the actor could not see; failed sign-ins name emails that may be anybody's.
  await zoe.call(replaceUserRoles, { params: { id: manager.id }, body: { role_ids: [] } });
  await manager.call(updateLocation, { params: { id: locations.airport.id }, body: { phone: '1' } });
  await manager.call(replaceUserRoles, { params: { id: zoe.id }, body: { role_ids: [roleIds.admin] } });
  await world.nobody.raw('POST', '/auth/v1/token?grant_type=password', {
    email: 'unknown@nowhere.example',
    password: 'guess guess',
  });
  (await ada.call(deleteLocation, { params: { id: depot.id } })).ok();
});
afterAll(() => world.close());

const read = async (reader: User, query: AuditQuery = {}): Promise<AuditEntry[]> =>
  (await reader.call(listAudit, { query: { ...query, limit: 500 } as never })).ok().entries;

const readers: [string, () => Promise<User>][] = [
  ['a manager', async () => manager],
  ['a viewer', () => world.newUser('Vic Viewer', ['viewer'], [world.locations.millRoad])],
  [
    'somebody who only reads the audit',
    async () => {
      const auditor = await world.newUser('Ava Auditor', [], [world.locations.millRoad]);
      const role = await ownRole(world, 'auditor', ['audit.read']);
      const sent = { params: { id: auditor.id }, body: { role_ids: [role] } };
      (await world.ada.call(replaceUserRoles, sent)).ok();
      return auditor;
    },
  ],
];

describe.each(readers)('%s of one location', (_, find) => {
  let reader: User;
  beforeAll(async () => {
    reader = await find();
  });

  test('listAudit shows no name of another location, or of its users', async () => {
    const text =
      JSON.stringify(await read(reader)) + (await (await reader.raw('GET', '/api/audit.csv')).text());
    for (const name of [...foreign, world.locations.airport.id]) expect(text).not.toContain(name);
    // The number of a user's locations must not be shown either.
    expect(text).not.toMatch(/\d (location|location)/);
  });

  test('listAudit shows every entry of that location, and no other', async () => {
    const own = (await read(world.ada)).filter((entry) =>
      entry.locations.some((location) => location.id === world.locations.millRoad.id),
    );
    expect((await read(reader)).map((entry) => entry.id)).toEqual(own.map((entry) => entry.id));
    expect(own.length).toBeGreaterThan(8);
  });

  test('listAudit shows of a move between locations only what concerns that location', async () => {
    const moves = (await read(reader, { user: shared.id, action: 'user.locations_replaced' })).map(
      (entry) => entry.sentence,
    );
    expect(moves).toEqual([
      'Ada Owner assigned Sue Shared to Mill Road',
      'Ada Owner removed Sue Shared from Mill Road',
    ]);
  });

  test('listAudit finds by the id of another location what an unknown id finds', async () => {
    expect(await read(reader, { location: world.locations.airport.id })).toEqual([]);
    expect(await read(reader, { location: randomUUID() })).toEqual([]);
    expect(await read(reader, { location: world.locations.millRoad.id })).not.toEqual([]);
  });

  test('listAudit shows the network of others only with the permission to see sessions', async () => {
    for (const entry of await read(reader)) {
      const isOwn = entry.actor.id === reader.id;
      const network = [entry.ip, entry.user_agent, entry.device];
      expect(network).toEqual(
        isOwn ? ['127.0.0.1', expect.any(String), expect.any(String)] : [null, null, null],
      );
    }
  });
});

test('listAudit shows nothing to a reader without locations', async () => {
  const reader = await world.newUser('Ned Nowhere', ['viewer']);
  expect(await read(reader)).toEqual([]);
});

test('listAudit hides the entries of a location that the reader no longer has', async () => {
  const reader = await world.newUser('Tia Taken', ['viewer'], [world.locations.millRoad]);
  expect(await read(reader)).not.toEqual([]);
  const sent = { params: { id: reader.id }, body: { location_ids: [] } };
  (await world.ada.call(replaceUserLocations, sent)).ok();
  expect(await read(reader)).toEqual([]);
});

test('listAudit and its file find by a district what its locations in scope have', async () => {
  const { ada, locations } = world;
  const make = async (name: string, { id }: { id: string }) => {
    const district = (await ada.call(createDistrict, { body: { name } })).ok().id;
    (await ada.call(moveLocation, { params: { id }, body: { district_id: district } })).ok();
    return district;
  };
  const [north, south] = [await make('North', locations.millRoad), await make('South', locations.airport)];
  const found = async (reader: User, query: AuditQuery) => (await read(reader, query)).map(({ id }) => id);
  for (const reader of [ada, manager]) {
    const ofMill = await found(reader, { location: locations.millRoad.id });
    expect(ofMill.length).toBeGreaterThan(8);
    expect(await found(reader, { district: north })).toEqual(ofMill);
    expect(await found(reader, { district: north, location: locations.airport.id })).toEqual([]);
  }
  const both = (await read(ada, { district: `${north},${south}` })).map(({ sentence }) => sentence);
  expect(both).toContain('Ada Owner added the location Airport');
  for (const hidden of [south, randomUUID()]) expect(await found(manager, { district: hidden })).toEqual([]);
  // An entry of a location of the district also names the other locations that the reader sees.
  const moved = await read(ada, { district: north, user: shared.id });
  expect(moved.flatMap((entry) => entry.locations.map(({ name }) => name))).toContain('Airport');

  const text = await (await ada.raw('GET', `/api/audit.csv?district=${north},${randomUUID()}`)).text();
  expect(text.trim().split('\r\n').length - 1).toBe((await found(ada, { district: north })).length);
  const [exported] = await read(ada, { action: 'audit.exported' });
  expect(exported?.changes).toEqual([{ field: 'District', before: null, after: 'North, unknown' }]);
});
