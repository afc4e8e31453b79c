import { afterAll, beforeAll, expect, test } from 'vitest';
import { allPermissions } from '../../contract/access/permissions.ts';
import { listAudit } from '../../contract/audit.ts';
import { createLocation } from '../../contract/locations.ts';
import { createRole, deleteRole, listRoles, updateRole } from '../../contract/roles.ts';
import { createUser, listUsers, replaceUserLocations, replaceUserRoles } from '../../contract/users.ts';
import { record } from '../testing/databases/recorded-statements.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

let world: World;
let locations: string[];
let roles: string[];
beforeAll(async () => {
  world = await startWorld();
  locations = [];
  for (let n = 0; n < 70; n++) {
    const body = { name: `Location ${n}`, address: '1 Road', city: 'Albany', state: 'NY', zip: '12207' };
    locations.push((await world.ada.call(createLocation, { body })).ok().id);
  }
  roles = (await world.ada.call(listRoles, {})).ok().roles.map((role) => role.id);
  for (let n = 0; n < 5; n++) roles.push(await addRole(allPermissions));
});
afterAll(() => world.close());

async function addRole(permissions: readonly string[]): Promise<string> {
  const name = `Role ${crypto.randomUUID()}`;
  const body = { name, description: '', color: null, requires_second_factor: false, permissions };
  return (await world.ada.call(createRole, { body: body as never })).ok().id;
}

async function addUser(location_ids: string[] = []): Promise<string> {
  const body = { email: `${crypto.randomUUID()}@northline.example`, full_name: 'Many Values', location_ids };
  return (await world.ada.call(createUser, { body })).ok().id;
}

const replaceLocations = async (id: string, location_ids: string[]) =>
  void (await world.ada.call(replaceUserLocations, { params: { id }, body: { location_ids } })).ok();
const replaceRoles = async (id: string, role_ids: string[]) =>
  void (await world.ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();

/** A case with `count` values; `prepare` runs before its own statements. */
interface Case {
  prepare?(count: number): Promise<unknown>;
  run(count: number, prepared: never): Promise<unknown>;
}

const cases: Record<string, Case> = {
  'a user is created with': { run: (count) => addUser(locations.slice(0, count)) },
  'locations are given to a user:': {
    prepare: () => addUser(),
    run: (count, id: string) => replaceLocations(id, locations.slice(0, count)),
  },
  'locations are taken from a user:': {
    prepare: (count) => addUser(locations.slice(0, count + 1)),
    run: (_, id: string) => replaceLocations(id, locations.slice(0, 1)),
  },
  'roles are given to a user:': {
    prepare: () => addUser(),
    run: (count, id: string) => replaceRoles(id, roles.slice(0, count)),
  },
  'permissions are given to a role:': {
    prepare: () => addRole(allPermissions.slice(0, 1)),
    run: async (count, id: string) => {
      const body = { permissions: allPermissions.slice(0, 1 + count) };
      (await world.ada.call(updateRole, { params: { id }, body })).ok();
    },
  },
  'permissions are taken from a role:': {
    prepare: (count) => addRole(allPermissions.slice(0, 1 + count)),
    run: async (_, id: string) => {
      const body = { permissions: allPermissions.slice(0, 1) };
      (await world.ada.call(updateRole, { params: { id }, body })).ok();
    },
  },
  'a role is deleted whose holders are': {
    prepare: async (count) => {
      const id = await addRole(['users.read']);
      for (let n = 0; n < count; n++) await replaceRoles(await addUser(locations.slice(0, 1)), [id]);
      return id;
    },
    run: async (_, id: string) => {
      expect((await world.ada.call(deleteRole, { params: { id } })).status).toBe(204);
    },
  },
  'the audit log is read by a user whose locations are': {
    prepare: (count) => addReader(count),
    run: async (_, reader: User) => (await reader.call(listAudit, { query: { limit: 50 } })).ok(),
  },
  'users are listed by a user whose locations are': {
    prepare: (count) => addReader(count),
    run: async (_, reader: User) => (await reader.call(listUsers, { query: { limit: 50 } })).ok(),
  },
};

async function addReader(count: number): Promise<User> {
  const reader = await world.newUser(`Rea ${crypto.randomUUID()}`, ['viewer'], []);
  await replaceLocations(reader.id, locations.slice(0, count));
  return reader;
}

test.each(Object.entries(cases))('%s runs the same statements for 1, 2 or many values', async (name, {
  prepare,
  run,
}) => {
  const texts = async (count: number) => {
    const prepared = await prepare?.(count);
    const executed = await record(async () => void (await run(count, prepared as never)));
    // Users are locked in the order of their ids. Requests share one reading of the counter of changes for a while.
    return executed
      .map((statement) => statement.sql)
      .filter((text) => !text.startsWith('select seq, epoch from change_clock'))
      .sort();
  };
  const most = /^roles|permissions|holders/.test(name) ? 8 : 60;
  // The first request also reads the signing keys.
  await texts(1);
  const one = await texts(1);
  expect(one.length).toBeGreaterThan(2);
  expect(await texts(2)).toEqual(one);
  expect(await texts(most)).toEqual(one);
});
