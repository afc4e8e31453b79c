import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission } from '../../../contract/access/permissions.ts';
import { sendInvitation } from '../../../contract/invitations.ts';
import { assignUser } from '../../../contract/location-access.ts';
import { getOwnAccess, getUserAccess } from '../../../contract/user-access.ts';
import { createUser, deleteUser, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import type { Client } from '../../testing/requests/client.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
let ada: User;
beforeAll(async () => {
  world = await startWorld();
  ada = world.ada;
});
afterAll(() => world.close());

const accessOf = async (reader: Client, id: string) =>
  (await reader.call(getUserAccess, { params: { id } })).ok();

const setActive = async (actor: Client, id: string, is_active: boolean, more = {}) =>
  (await actor.call(updateUser, { params: { id }, body: { is_active, ...more } })).ok();

let added = 0;
async function newHire(full_name: string, location_ids = [world.locations.millRoad.id]) {
  added += 1;
  const body = { email: `hire${added}@northline.example`, full_name, location_ids };
  return (await ada.call(createUser, { body })).ok();
}

describe('the access of a user', () => {
  test('getUserAccess names the roles and locations of a user by name, with who granted each and when', async () => {
    const { millRoad, airport } = world.locations;
    const manager = await world.newUser('Mona Manager', ['manager'], [millRoad, airport]);
    const hire = await newHire('Hal Hire');
    (await manager.call(assignUser, { params: { id: airport.id, user_id: hire.id } })).ok();
    const role_ids = [world.roleIds.viewer, world.roleIds.employee];
    (await ada.call(replaceUserRoles, { params: { id: hire.id }, body: { role_ids } })).ok();
    const access = await accessOf(ada, hire.id);
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(access.roles.map(({ name, granted }) => ({ name, granted }))).toEqual([
      { name: 'employee', granted: { at, by: 'Ada Owner' } },
      { name: 'viewer', granted: { at, by: 'Ada Owner' } },
    ]);
    expect(access.locations.map(({ name, assigned, through }) => ({ name, assigned, through }))).toEqual([
      { name: 'Airport', assigned: { at, by: 'Mona Manager' }, through: null },
      { name: 'Mill Road', assigned: { at, by: 'Ada Owner' }, through: null },
    ]);
    expect(access).toMatchObject({ added_by: 'Ada Owner', joined_at: null, last_sign_in_at: null });
    expect(access.deactivation).toBeNull();
    const again = { params: { id: hire.id }, body: { role_ids: [] } };
    (await ada.call(replaceUserRoles, again, { ifMatch: access.updated_at })).ok();
    expect(
      (await ada.call(replaceUserRoles, { ...again, body: { role_ids } }, { ifMatch: access.updated_at }))
        .status,
    ).toBe(412);
  });

  test('getUserAccess says when a user joined, and that the system made the first administrator', async () => {
    const access = await accessOf(ada, ada.id);
    expect(access.joined_at).not.toBeNull();
    expect(access.last_sign_in_at).not.toBeNull();
    expect(access.added_by).toBeNull();
    expect(access.roles.map(({ name, granted }) => [name, granted.by])).toEqual([['admin', 'the system']]);
  });

  test('getUserAccess shows a manager only their own locations, and no name of a granter out of their scope', async () => {
    const { millRoad, airport } = world.locations;
    const manager = await world.newUser('Scoped Manager', ['manager'], [millRoad]);
    const shared = await newHire('Shared Hire', [millRoad.id, airport.id]);
    const access = await accessOf(manager, shared.id);
    expect(access.locations.map(({ name, assigned }) => [name, assigned?.by])).toEqual([['Mill Road', null]]);
    expect(access.added_by).toBeNull();
    expect(JSON.stringify(access)).not.toContain('Airport');
    expect(JSON.stringify(access)).not.toContain('Ada Owner');
  });

  test('getOwnAccess shows a user all own locations and what each own role allows, without access to users', async () => {
    const { millRoad, airport } = world.locations;
    const own = await world.newUser('Olive Own', [], [millRoad, airport]);
    const role_ids = [await ownRole(world, 'settings only', ['settings.read'])];
    (await ada.call(replaceUserRoles, { params: { id: own.id }, body: { role_ids } })).ok();
    const access = (await own.call(getOwnAccess, {})).ok();
    expect(access.roles.map(({ name, permissions }) => [name, permissions])).toEqual([
      ['settings only', ['settings.read']],
    ]);
    expect(access.locations.map(({ name }) => name)).toEqual(['Airport', 'Mill Road']);
    // Who granted it is out of sight.
    const granted = [
      ...access.roles.map((role) => role.granted),
      ...access.locations.map(({ assigned }) => assigned),
    ];
    expect(granted.map((grant) => grant?.by)).toEqual([null, null, null]);
    expect((await own.call(getUserAccess, { params: { id: own.id } })).problem().status).toBe(403);
  });

  test('getUserAccess names a deleted granter to an administrator and to nobody else', async () => {
    const { millRoad } = world.locations;
    const reader = await world.newUser('Ray Reader', ['viewer'], [millRoad]);
    const leaver = await world.newUser('Lena Leaver', ['manager'], [millRoad]);
    const hire = await newHire('Ivy Inherited', []);
    const role_ids = [world.roleIds.employee];
    (await ada.call(assignUser, { params: { id: millRoad.id, user_id: hire.id } })).ok();
    (await leaver.call(replaceUserRoles, { params: { id: hire.id }, body: { role_ids } })).ok();
    expect((await accessOf(reader, hire.id)).roles[0]?.granted.by).toBe('Lena Leaver');
    await ada.call(deleteUser, { params: { id: leaver.id } });
    expect((await accessOf(ada, hire.id)).roles[0]?.granted.by).toBe('Lena Leaver');
    expect((await accessOf(reader, hire.id)).roles[0]?.granted.by).toBeNull();
  });

  test('getUserAccess says the same of a user out of scope and of one who was deleted', async () => {
    const manager = await world.newUser('Far Manager', ['manager'], [world.locations.millRoad]);
    const outside = await newHire('Out Side', [world.locations.airport.id]);
    const gone = await newHire('Gone Hire');
    await ada.call(deleteUser, { params: { id: gone.id } });
    const refusals = await Promise.all(
      [outside.id, gone.id].map((id) => manager.call(getUserAccess, { params: { id } })),
    );
    expect(refusals.map(({ status }) => status)).toEqual([404, 404]);
    const [first, second] = refusals.map((refusal) => refusal.problem().detail);
    expect(first).toBe(second);
  });
});

describe('the last deactivation', () => {
  test('getUserAccess says when and by whom an inactive user was deactivated, and what ended', async () => {
    const hire = await world.newUser('Dee Activated', ['employee'], [world.locations.millRoad]);
    await setActive(ada, hire.id, false);
    const { deactivation } = await accessOf(ada, hire.id);
    const at = expect.stringMatching(/^\d{4}-.*Z$/);
    expect(deactivation).toEqual({ at, by: 'Ada Owner', ended: ['1 session'] });
    await setActive(ada, hire.id, true);
    expect((await accessOf(ada, hire.id)).deactivation).toBeNull();
    await setActive(ada, hire.id, false);
    expect((await accessOf(ada, hire.id)).deactivation?.ended).toEqual([]);
  });

  test('getUserAccess counts the invitation that ended, also where other fields were edited too', async () => {
    const hire = await newHire('Edie Invited');
    (await ada.call(sendInvitation, { params: { id: hire.id }, body: { by: 'mail' } })).ok();
    await setActive(ada, hire.id, false, { phone: '555-0100' });
    // A later edit of the inactive user is not a deactivation.
    (await ada.call(updateUser, { params: { id: hire.id }, body: { phone: '555-0199' } })).ok();
    const { deactivation } = await accessOf(ada, hire.id);
    expect(deactivation).toMatchObject({ by: 'Ada Owner', ended: ['1 invitation'] });
  });

  test('getUserAccess knows the time of a user who was added as inactive', async () => {
    const body = { email: 'dormant@northline.example', full_name: 'Dora Dormant', is_active: false };
    const before = new Date().toISOString();
    const { id } = (await ada.call(createUser, { body })).ok();
    const after = new Date().toISOString();
    const { deactivation } = await accessOf(ada, id);
    expect(deactivation).toMatchObject({ by: 'Ada Owner', ended: [] });
    const times = [before, deactivation?.at, after];
    expect(times).toEqual(times.toSorted());
  });

  test('getUserAccess shows what ended only to readers who may deactivate users or read the audit log', async () => {
    const { millRoad } = world.locations;
    const hire = await world.newUser('Ned Quiet', ['employee'], [millRoad]);
    await setActive(ada, hire.id, false);
    const withRole = async (name: string, ...permissions: Permission[]) => {
      const user = await world.newUser(name, [], [millRoad]);
      const role_ids = [await ownRole(world, name, ['users.read', ...permissions])];
      (await ada.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids } })).ok();
      return user;
    };
    const editor = await withRole('Emil Editor', 'users.update');
    expect((await accessOf(editor, hire.id)).deactivation).toMatchObject({ by: null, ended: null });
    for (const permission of ['users.deactivate', 'audit.read'] as const) {
      const reader = await withRole(`Lee ${permission}`, 'users.update', permission);
      expect((await accessOf(reader, hire.id)).deactivation?.ended).toEqual(['1 session']);
    }
  });
});
