import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '../../../contract/access/permissions.ts';
import { roleColors } from '../../../contract/fields/role-colors.ts';
import { createRole, deleteRole, getRole, listRoles, updateRole } from '../../../contract/roles.ts';
import { getUser, replaceUserRoles } from '../../../contract/users.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
/** May manage roles, but not delete users or read the settings. */
let deputy: User;
/** Holds every permission but the one that gives access to all locations. */
let areaLead: User;
beforeAll(async () => {
  world = await startWorld();
  const id = await ownRole(world, 'deputy', [
    'locations.all',
    'locations.read',
    'users.read',
    'users.assign_roles',
    'roles.read',
    'roles.manage',
  ]);
  deputy = await world.newUser('Dee Deputy');
  await give(deputy.id, [id]);
  const allButOne = allPermissions.filter((permission) => permission !== 'locations.all');
  areaLead = await world.newUser('Arno Area', [], [world.locations.millRoad]);
  await give(areaLead.id, [await ownRole(world, 'area', allButOne)]);
});
afterAll(() => world.close());

const give = async (id: string, role_ids: string[]) =>
  (await world.ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
const make = async (actor: User, body: { name: string; permissions?: string[] }) =>
  actor.call(createRole, { body: { permissions: [], ...body } as never });
const edit = (actor: User, id: string, body: object, ifMatch?: string) =>
  actor.call(updateRole, { params: { id }, body }, ifMatch ? { ifMatch } : {});
const remove = (actor: User, id: string) => actor.call(deleteRole, { params: { id } });
const read = async (id: string) => (await world.ada.call(getRole, { params: { id } })).ok();

describe('an administrator', () => {
  test('createRole creates a role, trimmed, and the list has it by name', async () => {
    const body = { name: ' Night Lead ', description: 'Closes', color: 'ochre', permissions: ['users.read'] };
    const made = (await world.ada.call(createRole, { body: body as never })).ok();
    expect(made).toMatchObject({
      name: 'Night Lead',
      description: 'Closes',
      color: 'ochre',
      is_builtin: false,
      permissions: ['users.read'],
      user_count: 0,
    });
    expect(await read(made.id)).toEqual(made);
    const names = (await world.ada.call(listRoles, {})).ok().roles.map((role) => role.name);
    expect(names.filter((name) => name !== 'deputy' && name !== 'area')).toEqual([
      'admin',
      'employee',
      'manager',
      'Night Lead',
      'viewer',
    ]);
  });

  test('createRole names every wrong field at once', async () => {
    const body = { name: ' ', description: 'x'.repeat(301), color: 'gold', permissions: ['fly'] };
    const refused = (await world.ada.call(createRole, { body: body as never })).problem();
    expect(refused).toMatchObject({ status: 400, title: 'Failed to create role' });
    expect((refused.issues ?? []).map((issue) => `${issue.path}: ${issue.message}`)).toEqual([
      'name: Name is required',
      'description: Must be at most 300 characters',
      `color: Must be one of ${roleColors.join(', ')}`,
      'permissions.0: Must be permissions that exist',
    ]);
    const long = (await make(world.ada, { name: 'x'.repeat(101) })).problem();
    expect(long.detail).toBe('name: Must be at most 100 characters');
  });

  test('createRole creates one role when the request is repeated, and refuses its id for another', async () => {
    const body = { id: randomUUID(), name: 'Repeated', permissions: [] };
    const replies = await Promise.all([1, 2, 3].map(() => world.ada.call(createRole, { body })));
    const [first, ...others] = replies.map((reply) => reply.ok());
    for (const other of others) expect(other).toEqual(first);
    const reused = (await world.ada.call(createRole, { body: { ...body, name: 'Other' } })).problem();
    expect(reused).toMatchObject({ status: 409, code: 'conflict' });
  });

  test.each([
    'admin',
    'ADMIN',
    'Manager',
    'ｖｉｅｗｅｒ',
    'Fuel  Lead',
    'fuel lead',
  ])('createRole refuses the name %s, which a role has in other letters', async (name) => {
    await make(world.ada, { name: 'Fuel Lead' });
    const refused = (await make(world.ada, { name })).problem();
    expect(refused).toMatchObject({
      status: 409,
      title: 'Failed to create role',
      issues: [{ path: 'name', message: 'Another role has this name already' }],
    });
  });

  test.each([
    ['\u0430dmin', 'admin'],
    ['\u03B1dmin', 'admin'],
    ['АDМІN', 'admin'],
    ['adm\u0131n', 'admin'],
    ['ADM\u0130N', 'admin'],
    ['\u1D00\u1D05\u1D0D\u026A\u0274', 'admin'],
    ['ádmin', 'admin'],
    ['a\u0336dmin', 'admin'],
    ['A.D.M.I.N', 'admin'],
    ['- admin -', 'admin'],
    ['m\u0430n\u0430g\u0435r', 'manager'],
    ['empl\u03BFyee', 'employee'],
    ['v\u0456ewer', 'viewer'],
    ['\u03BDiewer', 'viewer'],
    ['ADMI\u039D', 'admin'],
  ])('createRole refuses the name %s, which looks like %s', async (name, role) => {
    const message = `This name looks like the built-in role ${role}. Choose another name.`;
    const refused = { status: 409, code: 'conflict', issues: [{ path: 'name', message }] };
    expect((await make(world.ada, { name })).problem()).toMatchObject(refused);
    const { id } = (await make(world.ada, { name: `Plain ${randomUUID()}` })).ok();
    expect((await edit(world.ada, id, { name })).problem()).toMatchObject(refused);
  });

  test.each([
    'Admin team',
    'Deputy viewer',
    'Менеджер',
    'Администратор POS',
    'Διαχειριστής',
    'マネージャー',
    'Chef d’équipe',
  ])('createRole takes the name %s', async (name) => {
    expect((await make(world.ada, { name })).ok().name).toBe(name);
  });

  test('updateRole edits the rest of a role whose name is older than the rule', async () => {
    const { id } = (await make(world.ada, { name: 'Old' })).ok();
    const name = 'vi\u0435wer';
    await world.app.database.write((tx) =>
      tx.updateTable('roles').set({ name, name_key: name }).where('id', '=', id).execute(),
    );
    expect((await edit(world.ada, id, { name, description: 'New' })).ok()).toMatchObject({
      name,
      description: 'New',
    });
  });

  test('createRole refuses invisible characters in a name', async () => {
    expect((await make(world.ada, { name: 'ad\u200bmin' })).problem().detail).toBe(
      'name: Contains invisible characters',
    );
  });

  test('createRole creates one role when many create the same name at once', async () => {
    const replies = await Promise.all(
      ['Race', 'RACE', 'race', 'rACE'].map((name) => make(world.ada, { name })),
    );
    expect(replies.map((reply) => reply.status).toSorted()).toEqual([200, 409, 409, 409]);
  });

  test('updateRole edits name, description, color and permissions, which apply at once', async () => {
    const { id } = (await make(world.ada, { name: 'Stock', permissions: ['locations.read'] })).ok();
    const clerk = await world.newUser('Sam Stock');
    await give(clerk.id, [id]);
    expect((await clerk.call(listRoles, {})).status).toBe(403);
    const body = { name: 'Stock keeper', color: 'rose', permissions: ['roles.read', 'users.read'] };
    expect((await edit(world.ada, id, body)).ok()).toMatchObject({ ...body, user_count: 1 });
    expect((await clerk.call(listRoles, {})).status).toBe(200);
    (await edit(world.ada, id, { permissions: [] })).ok();
    expect((await clerk.call(listRoles, {})).status).toBe(403);
  });

  test('updateRole says who changed the role and when, and overwrites nothing', async () => {
    const made = (await make(world.ada, { name: 'Stale' })).ok();
    const first = (await edit(world.ada, made.id, { description: 'one' }, made.updated_at)).ok();
    expect((await edit(world.ada, made.id, { description: 'two' }, made.updated_at)).problem()).toMatchObject(
      {
        status: 412,
        code: 'stale',
        changed: { by: 'Ada Owner', at: first.updated_at },
      },
    );
    expect((await edit(world.ada, made.id, {}, first.updated_at)).ok().updated_at).toBe(first.updated_at);
  });

  test('updateRole changes nothing when it is repeated because its answer was lost', async () => {
    const made = (await make(world.ada, { name: 'Lost answer' })).ok();
    const body = { description: 'one', permissions: ['locations.read'] };
    const first = (await edit(world.ada, made.id, body, made.updated_at)).ok();
    expect((await edit(world.ada, made.id, body, made.updated_at)).ok()).toEqual(first);
  });

  test('updateRole refuses a name that is taken', async () => {
    const { id } = (await make(world.ada, { name: 'Cashier' })).ok();
    expect((await edit(world.ada, id, { name: 'CASHIER' })).ok().name).toBe('CASHIER');
    expect((await edit(world.ada, id, { name: 'Employee' })).problem()).toMatchObject({
      status: 409,
      issues: [{ path: 'name', message: 'Another role has this name already' }],
    });
  });

  test('deleteRole deletes a role and revokes it from every user who has it', async () => {
    const { id } = (await make(world.ada, { name: 'Seasonal' })).ok();
    const clerk = await world.newUser('Sue Seasonal', ['employee']);
    await give(clerk.id, [id, world.roleIds.employee]);
    expect((await read(id)).user_count).toBe(1);
    (await remove(world.ada, id)).ok();
    const { roles } = (await world.ada.call(getUser, { params: { id: clerk.id } })).ok();
    expect(roles.map((role) => role.name)).toEqual(['employee']);
    expect((await remove(world.ada, id)).problem()).toMatchObject({
      status: 404,
      title: 'Failed to delete role',
    });
  });
});

describe('the built-in roles', () => {
  test('the role admin can be neither weakened nor renamed nor deleted, also by an administrator', async () => {
    const { admin } = world.roleIds;
    for (const body of [
      { permissions: [] },
      { name: 'boss' },
      { description: 'x' },
      { permissions: allPermissions },
    ]) {
      expect((await edit(world.ada, admin, body)).problem()).toMatchObject({ status: 409, code: 'conflict' });
    }
    expect((await remove(world.ada, admin)).problem().status).toBe(409);
    expect((await read(admin)).permissions).toEqual(allPermissions.toSorted());
  });

  test('the other built-in roles keep name and color and cannot be deleted, but their permissions can be edited', async () => {
    const { viewer } = world.roleIds;
    const before = await read(viewer);
    expect((await remove(world.ada, viewer)).problem().detail).toBe(
      'The role viewer is built in and cannot be deleted.',
    );
    for (const body of [{ name: 'onlooker' }, { color: 'rose' }]) {
      expect((await edit(world.ada, viewer, body)).problem().status).toBe(409);
    }
    const permissions = before.permissions.filter((permission) => permission !== 'audit.read');
    expect((await edit(world.ada, viewer, { permissions })).ok().permissions).toEqual(permissions);
    expect((await edit(world.ada, viewer, { permissions: before.permissions })).ok().permissions).toEqual(
      before.permissions,
    );
  });
});

describe('permissions that the actor lacks', () => {
  test('createRole refuses permissions that the actor lacks', async () => {
    expect((await make(deputy, { name: 'Helper', permissions: ['users.read'] })).ok().permissions).toEqual([
      'users.read',
    ]);
    expect((await make(deputy, { name: 'Sneak', permissions: ['users.delete'] })).problem()).toMatchObject({
      status: 403,
      issues: [{ path: 'permissions', message: 'You can only choose permissions that you have yourself.' }],
    });
  });

  test('updateRole refuses to add permissions that the actor lacks, also to a role of somebody else', async () => {
    const { id } = (await make(world.ada, { name: 'Plain', permissions: ['users.read'] })).ok();
    expect((await edit(deputy, id, { permissions: ['users.read', 'users.delete'] })).problem().status).toBe(
      403,
    );
    expect((await edit(deputy, id, { permissions: ['roles.read'] })).ok().permissions).toEqual([
      'roles.read',
    ]);
  });

  test('updateRole and deleteRole refuse a role with permissions that the actor lacks', async () => {
    const { id } = (
      await make(world.ada, { name: 'Higher', permissions: ['users.read', 'users.delete'] })
    ).ok();
    for (const body of [{ permissions: ['users.read'] }, { description: 'x' }, {}]) {
      expect((await edit(deputy, id, body)).problem()).toMatchObject({
        status: 403,
        detail: 'You cannot edit the role Higher: it has permissions that you do not have.',
      });
    }
    expect((await remove(deputy, id)).problem().status).toBe(403);
    expect((await edit(deputy, world.roleIds.manager, { permissions: [] })).problem().status).toBe(403);
    expect((await read(id)).permissions).toEqual(['users.delete', 'users.read']);
  });

  test('replaceUserRoles waits for an edit that adds what the actor lacks, and then refuses the role', async () => {
    const { id } = (await make(world.ada, { name: 'Growing', permissions: ['users.read'] })).ok();
    const clerk = await world.newUser('Rex Racing', [], [world.locations.millRoad]);
    let giving: ReturnType<typeof deputy.call<typeof replaceUserRoles>> | undefined;
    await world.app.database.write(async (tx) => {
      await tx.updateTable('roles').set({ description: 'edited' }).where('id', '=', id).execute();
      await tx.insertInto('role_permissions').values({ role_id: id, permission: 'users.delete' }).execute();
      giving = deputy.call(replaceUserRoles, { params: { id: clerk.id }, body: { role_ids: [id] } });
      // A few round trips, in which the request gets as far as it can.
      for (let n = 0; n < 5; n += 1) await read(world.roleIds.viewer);
    });
    expect((await giving)?.problem()).toMatchObject({
      status: 403,
      detail: 'You cannot grant or revoke the role Growing: it has permissions that you do not have.',
    });
  });

  test('replaceUserRoles grants nothing of a role that is deleted meanwhile', async () => {
    for (let round = 0; round < 6; round += 1) {
      const { id } = (await make(world.ada, { name: `Fleeting ${round}` })).ok();
      const clerk = await world.newUser(`Flo Fleeting ${round}`);
      const [given, deleted] = await Promise.all([
        world.ada.call(replaceUserRoles, { params: { id: clerk.id }, body: { role_ids: [id] } }),
        remove(world.ada, id),
      ]);
      expect(deleted.status).toBe(204);
      expect([200, 400]).toContain(given.status);
      expect((await world.ada.call(getUser, { params: { id: clerk.id } })).ok().roles).toEqual([]);
    }
  });
});

test('the role endpoints refuse changes without access to all locations', async () => {
  const { id } = (await make(world.ada, { name: 'Everywhere', permissions: ['users.read'] })).ok();
  const refused = {
    status: 403,
    detail: 'Roles apply at all locations, so only users with access to all locations can change them.',
  };
  for (const reply of [
    await make(areaLead, { name: 'Local', permissions: ['users.read'] }),
    await edit(areaLead, id, { permissions: [] }),
    await edit(areaLead, id, { requires_second_factor: true }),
    await remove(areaLead, id),
    // In the same words whether the role exists or not.
    await edit(areaLead, randomUUID(), {}),
    await remove(areaLead, randomUUID()),
  ]) {
    expect(reply.problem()).toMatchObject(refused);
  }
  expect(await read(id)).toMatchObject({ permissions: ['users.read'], requires_second_factor: false });
});

test('listRoles counts the users of a role only for readers with access to all locations', async () => {
  const { roles } = (await areaLead.call(listRoles, {})).ok();
  expect(new Set(roles.map((role) => role.user_count))).toEqual(new Set([null]));
  const all = (await world.ada.call(listRoles, {})).ok().roles;
  expect(all.find((role) => role.name === 'admin')?.user_count).toBe(1);
});

test('the role endpoints refuse managers, employees, viewers and requests without a session', async () => {
  const clerk = await world.newUser(
    'Moe Manager',
    ['manager', 'employee', 'viewer'],
    [world.locations.millRoad],
  );
  const { id } = (await make(world.ada, { name: 'Untouched' })).ok();
  for (const reply of [
    await make(clerk, { name: 'Mine' }),
    await edit(clerk, id, {}),
    await remove(clerk, id),
  ]) {
    expect(reply.problem().status).toBe(403);
  }
  const { nobody } = world;
  const replies = [
    await nobody.call(createRole, { body: { name: 'x', permissions: [] } }),
    await nobody.call(updateRole, { params: { id }, body: {} }),
    await nobody.call(deleteRole, { params: { id } }),
  ];
  expect(replies.map((reply) => reply.problem().status)).toEqual([401, 401, 401]);
});

test('the role endpoints find nothing by an unknown id, or one that is no UUID', async () => {
  const params = { id: randomUUID() };
  expect((await world.ada.call(getRole, { params })).problem().status).toBe(404);
  expect((await world.ada.call(updateRole, { params, body: {} })).problem().status).toBe(404);
  expect((await world.ada.raw('DELETE', '/api/roles/xyz')).status).toBe(404);
});
