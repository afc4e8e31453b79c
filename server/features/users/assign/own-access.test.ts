import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '../../../../contract/access/permissions.ts';
import { removeUser } from '../../../../contract/location-access.ts';
import { getProfile } from '../../../../contract/profile.ts';
import {
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../../contract/users.ts';
import { ownRole } from '../../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../../testing/worlds/world.ts';

let world: World;
let fuelLead: string;
beforeAll(async () => {
  world = await startWorld();
  fuelLead = await ownRole(world, 'Fuel Lead', ['locations.read', 'users.sessions']);
});
afterAll(() => world.close());

let made = 0;
function newManager(locations = [world.locations.millRoad]) {
  made += 1;
  return world.newUser(`Mia Manager ${made}`, ['manager'], locations);
}

const setLocations = (actor: User, id: string, location_ids: string[]) =>
  actor.call(replaceUserLocations, { params: { id }, body: { location_ids } });
const setRoles = (actor: User, id: string, role_ids: string[]) =>
  actor.call(replaceUserRoles, { params: { id }, body: { role_ids } });
const leaveLocation = (actor: User, location_id: string) =>
  actor.call(removeUser, { params: { id: location_id, user_id: actor.id } });
const setActive = (actor: User, is_active: boolean) =>
  actor.call(updateUser, { params: { id: actor.id }, body: { is_active } });
const readOwn = async (actor: User) => (await actor.call(getProfile, {})).ok();

describe('a manager', () => {
  test('a manager cannot remove herself from her only location, at either endpoint', async () => {
    const { millRoad } = world.locations;
    const mia = await newManager();
    const refused = {
      status: 409,
      code: 'conflict',
      detail: 'You would lose access to Mill Road. Ask an administrator to do this.',
    };
    expect((await setLocations(mia, mia.id, [])).problem()).toMatchObject(refused);
    expect((await leaveLocation(mia, millRoad.id)).problem()).toMatchObject(refused);
    expect((await readOwn(mia)).locations.map((location) => location.id)).toEqual([millRoad.id]);
  });

  test('a manager cannot remove all of her locations at once, but some of them', async () => {
    const { millRoad, airport } = world.locations;
    const mia = await newManager([millRoad, airport]);
    expect((await setLocations(mia, mia.id, [])).problem().detail).toBe(
      'You would lose access to all your locations. Ask an administrator to do this.',
    );
    (await setLocations(mia, mia.id, [airport.id])).ok();
    expect((await leaveLocation(mia, airport.id)).problem().detail).toContain('lose access to Airport');
    // She is no longer assigned there, so the request changes nothing, as for any user.
    expect((await leaveLocation(mia, millRoad.id)).problem().status).toBe(404);
  });

  test('a manager cannot revoke her own role when it allows what her other roles do not', async () => {
    const mia = await newManager();
    const { manager, viewer } = world.roleIds;
    (await setRoles(world.ada, mia.id, [manager, viewer, fuelLead])).ok();
    expect((await setRoles(mia, mia.id, [viewer])).problem()).toMatchObject({
      status: 409,
      code: 'conflict',
      detail: 'You would lose what the roles Fuel Lead, manager allow. Ask an administrator to do this.',
    });
    expect((await setRoles(mia, mia.id, [viewer, manager])).problem().detail).toBe(
      'You would lose what the role Fuel Lead allows. Ask an administrator to do this.',
    );
    (await setRoles(mia, mia.id, [manager, fuelLead])).ok();
    expect((await readOwn(mia)).roles.map((role) => role.name)).toEqual(['Fuel Lead', 'manager']);
  });

  test('a manager cannot deactivate or delete herself', async () => {
    const mia = await newManager();
    const everythingHere = allPermissions.filter((permission) => permission !== 'locations.all');
    const area = await ownRole(world, 'area', everythingHere);
    (await setRoles(world.ada, mia.id, [area])).ok();
    const refused = {
      status: 409,
      code: 'conflict',
      detail: 'You would lose all access. Ask an administrator to do this.',
    };
    expect((await setActive(mia, false)).problem()).toMatchObject(refused);
    expect((await mia.call(deleteUser, { params: { id: mia.id } })).problem()).toMatchObject(refused);
    (await setActive(mia, true)).ok();
    expect((await readOwn(mia)).is_active).toBe(true);
  });

  test('a manager removes locations and roles of others', async () => {
    const { millRoad } = world.locations;
    const mia = await newManager();
    const sam = await world.newUser(`Sam ${made}`, ['employee'], [millRoad]);
    (await setRoles(mia, sam.id, [])).ok();
    (await setLocations(mia, sam.id, [])).ok();
    expect((await readOwn(sam)).locations).toEqual([]);
  });
});

describe('an administrator', () => {
  test('an administrator can remove their own role, locations and account while another administrator stays', async () => {
    const { millRoad } = world.locations;
    const password = 'second horse';
    const bo = await world.newUser('Bo Boss', ['admin'], [millRoad], { password });
    (await leaveLocation(bo, millRoad.id)).ok();
    (await setRoles(bo, bo.id, [world.roleIds.viewer])).ok();
    expect((await readOwn(bo)).roles.map((role) => role.name)).toEqual(['viewer']);

    const cy = await world.newUser('Cy Chief', ['admin'], [], { password });
    (await setActive(cy, false)).ok();
    const di = await world.newUser('Di Director', ['admin'], [], { password });
    (await di.call(deleteUser, { params: { id: di.id } })).ok();
    expect((await di.call(getProfile, {})).status).toBe(401);
  });
});
