import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  deleteUser,
  getUser,
  getUserLocations,
  getUserRoles,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../../contract/users.ts';
import { createClient } from '../../../testing/requests/client.ts';
import { signInAs } from '../../../testing/worlds/sign-in-as.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const setRoles = (actor: Pick<User, 'call'>, id: string, role_ids: string[], ifMatch?: string) =>
  actor.call(replaceUserRoles, { params: { id }, body: { role_ids } }, ifMatch ? { ifMatch } : {});
const setLocations = (actor: Pick<User, 'call'>, id: string, location_ids: string[], ifMatch?: string) =>
  actor.call(replaceUserLocations, { params: { id }, body: { location_ids } }, ifMatch ? { ifMatch } : {});

describe('replaceUserRoles', () => {
  test('replaceUserRoles replaces the whole set, and leaves none for an empty selection', async () => {
    const { id } = await world.newUser('Rae Roles', ['employee']);
    const { manager, viewer } = world.roleIds;
    const replaced = (await setRoles(world.ada, id, [viewer, manager])).ok();
    expect(replaced.roles.map((role) => role.name)).toEqual(['manager', 'viewer']);
    expect((await world.ada.call(getUserRoles, { params: { id } })).ok()).toEqual(replaced);
    expect((await setRoles(world.ada, id, [])).ok().roles).toEqual([]);
  });

  test('replaceUserRoles changes nothing when one of the roles does not exist', async () => {
    const { id } = await world.newUser('Ray Roles', ['employee']);
    const refused = (await setRoles(world.ada, id, [world.roleIds.viewer, randomUUID()])).problem();
    expect(refused).toMatchObject({ status: 400, title: 'Failed to assign roles' });
    expect(
      (await world.ada.call(getUserRoles, { params: { id } })).ok().roles.map((role) => role.name),
    ).toEqual(['employee']);
  });

  test('replaceUserRoles refuses an edit when another user changed the user since', async () => {
    const { id } = await world.newUser('Rob Roles', ['employee']);
    const { updated_at } = (await world.ada.call(getUserRoles, { params: { id } })).ok();
    (await setLocations(world.ada, id, [world.locations.millRoad.id])).ok();
    expect((await setRoles(world.ada, id, [], updated_at)).problem()).toMatchObject({
      status: 412,
      code: 'stale',
    });
  });

  test('replaceUserRoles changes nothing when it is repeated because its answer was lost', async () => {
    const { id } = await world.newUser('Rea Roles', ['employee']);
    const { updated_at } = (await world.ada.call(getUserRoles, { params: { id } })).ok();
    const roles = (await setRoles(world.ada, id, [world.roleIds.viewer], updated_at)).ok();
    expect((await setRoles(world.ada, id, [world.roleIds.viewer], updated_at)).ok()).toEqual(roles);
    const locations = (
      await setLocations(world.ada, id, [world.locations.millRoad.id], roles.updated_at)
    ).ok();
    expect((await setLocations(world.ada, id, [world.locations.millRoad.id], roles.updated_at)).ok()).toEqual(
      locations,
    );
  });

  test('replaceUserRoles leaves one whole set when many replace it at once', async () => {
    const { id } = await world.newUser('Rio Roles');
    const sets = [[world.roleIds.manager], [world.roleIds.employee, world.roleIds.viewer], []];
    await Promise.all(Array.from({ length: 12 }, (_, n) => setRoles(world.ada, id, sets[n % 3] ?? [])));
    const held = (await world.ada.call(getUserRoles, { params: { id } })).ok().roles.map((role) => role.id);
    expect(sets.map((set) => set.toSorted().join())).toContain(held.toSorted().join());
  });

  test('replaceUserRoles lets a manager grant and revoke only roles whose permissions they have', async () => {
    const manager = await world.newUser('Meg Manager', ['manager'], [world.locations.millRoad]);
    const { id } = await world.newUser('Abe Associate', [], [world.locations.millRoad]);
    expect(
      (await setRoles(manager, id, [world.roleIds.employee])).ok().roles.map((role) => role.name),
    ).toEqual(['employee']);
    expect((await setRoles(manager, id, [world.roleIds.admin])).problem()).toMatchObject({
      status: 403,
      detail: 'You cannot grant or revoke the role admin: it has permissions that you do not have.',
    });
    expect(
      (await setRoles(manager, manager.id, [world.roleIds.manager, world.roleIds.admin])).problem().status,
    ).toBe(403);
    const boss = await world.newUser('Bob Boss', ['admin'], [world.locations.millRoad]);
    expect((await setRoles(manager, boss.id, [])).problem().status).toBe(403);
  });
});

describe('replaceUserLocations', () => {
  test('replaceUserLocations replaces the whole set, in which a location named twice counts once', async () => {
    const { id } = await world.newUser('Lou Locations', [], [world.locations.airport]);
    const { millRoad } = world.locations;
    const replaced = (await setLocations(world.ada, id, [millRoad.id, millRoad.id])).ok();
    expect(replaced.locations.map((location) => location.name)).toEqual(['Mill Road']);
    const { locations, updated_at } = (await world.ada.call(getUserLocations, { params: { id } })).ok();
    expect(updated_at).toBe(replaced.updated_at);
    const { name, number, address, city, state, zip, closed_on, time_zone } = millRoad;
    const place = { name, number, address, city, state, zip, closed_on, time_zone };
    expect(locations).toEqual([{ id: millRoad.id, ...place, district_id: null }]);
    expect((await setLocations(world.ada, id, [])).ok().locations).toEqual([]);
  });

  test('replaceUserLocations shows and changes only the locations of the manager who asks', async () => {
    const manager = await world.newUser('Max Locations', ['manager'], [world.locations.millRoad]);
    const shared = await world.newUser(
      'Sue Shared',
      ['employee'],
      [world.locations.millRoad, world.locations.airport],
    );
    expect((await setLocations(manager, shared.id, [])).ok().locations).toEqual([]);
    const left = (await world.ada.call(getUserLocations, { params: { id: shared.id } })).ok();
    expect(left.locations.map((location) => location.name)).toEqual(['Airport']);
    // A location outside the manager's scope stays hidden.
    expect((await setLocations(manager, shared.id, [world.locations.millRoad.id])).problem().status).toBe(
      404,
    );
  });

  test('replaceUserLocations refuses a location out of scope like an unknown one', async () => {
    const manager = await world.newUser('Mel Locations', ['manager'], [world.locations.millRoad]);
    const { id } = await world.newUser('Ann Associate', [], [world.locations.millRoad]);
    const foreign = (await setLocations(manager, id, [world.locations.airport.id])).problem();
    const unknown = (await setLocations(manager, id, [randomUUID()])).problem();
    expect(foreign.status).toBe(400);
    expect({ ...foreign, request_id: '' }).toEqual({ ...unknown, request_id: '' });
    expect((await setLocations(manager, manager.id, [world.locations.airport.id])).problem().status).toBe(
      400,
    );
  });

  test('replaceUserLocations takes thousands of locations in one request', async () => {
    const { id } = await world.newUser('Tom Thousand');
    const ids = Array.from({ length: 20_001 }, () => world.locations.millRoad.id);
    expect((await setLocations(world.ada, id, ids.slice(1))).ok().locations).toHaveLength(1);
    expect((await setLocations(world.ada, id, ids)).problem().status).toBe(400);
  });
});

test('the assignment endpoints refuse employees, viewers and requests without a session', async () => {
  const viewer = await world.newUser('Val Viewer', ['viewer', 'employee'], [world.locations.millRoad]);
  expect((await setRoles(viewer, viewer.id, [])).problem().status).toBe(403);
  expect((await setLocations(viewer, viewer.id, [])).problem().status).toBe(403);
  expect((await setRoles(world.nobody, viewer.id, [])).problem().status).toBe(401);
  expect((await setLocations(world.nobody, viewer.id, [])).problem().status).toBe(401);
});

describe('the last active administrator', () => {
  test('ensureAnotherAdmin refuses to deactivate, delete or strip the last administrator who can sign in', async () => {
    const params = { id: world.ada.id };
    const refusals = [
      await world.ada.call(updateUser, { params, body: { is_active: false } }),
      await world.ada.call(deleteUser, { params }),
      await setRoles(world.ada, world.ada.id, [world.roleIds.viewer]),
    ];
    expect(refusals.map((reply) => reply.problem().code)).toEqual(['last_admin', 'last_admin', 'last_admin']);
    const { roles, is_active } = (await world.ada.call(getUser, { params })).ok();
    expect({ roles: roles.map((role) => role.name), is_active }).toEqual({
      roles: ['admin'],
      is_active: true,
    });
  });

  type Act = (by: User, other: User) => Promise<{ status: number }>;
  const strip = (by: User, whom: User) => setRoles(by, whom.id, []);
  const deactivate = (by: User, whom: User) =>
    by.call(updateUser, { params: { id: whom.id }, body: { is_active: false } });
  const races: [string, Act, Act][] = [
    ['each takes the role off themselves', (by) => strip(by, by), (by) => strip(by, by)],
    ['each takes it off the other', strip, strip],
    ['each deactivates themselves', (by) => deactivate(by, by), (by) => deactivate(by, by)],
    ['each deactivates the other', deactivate, deactivate],
    ['one leaves, and the other takes their own role', (by) => deactivate(by, by), (by) => strip(by, by)],
  ];
  // Without the lock of the administrators the first or second round fails.
  const rounds = 10;

  test.each(
    races,
  )('ensureAnotherAdmin leaves one administrator when two act at once: %s', async (_, first, second) => {
    const own = await startWorld();
    let [ada, bea] = [own.ada, await own.newUser('Bea Second', ['admin'], [], { password: 'second horse' })];
    const again = async ({ id, email }: User): Promise<User> => {
      const token = await signInAs(own.app, { id, email });
      return { ...createClient(own.url, token), id, email, token };
    };
    for (let round = 0; round < rounds; round += 1) {
      const statuses = (await Promise.all([first(ada, bea), second(bea, ada)])).map(({ status }) => status);
      expect(statuses.sort()).toEqual([
        200,
        expect.toSatisfy((status: number) => [401, 403, 404, 409].includes(status)),
      ]);
      const [left, gone] =
        (await ada.call(listUsers, { query: {} })).status === 200 ? [ada, bea] : [bea, ada];
      const { users } = (await left.call(listUsers, { query: {} })).ok();
      const admins = users.filter((user) => user.is_active && user.role_ids.includes(own.roleIds.admin));
      expect(admins.map(({ id }) => id)).toEqual([left.id]);
      const params = { id: gone.id };
      (await left.call(updateUser, { params, body: { is_active: true } })).ok();
      (await setRoles(left, gone.id, [own.roleIds.admin])).ok();
      [ada, bea] = [left, await again(gone)];
    }
    await own.close();
  });
});
