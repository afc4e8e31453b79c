import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getProfile } from '../../../contract/profile.ts';
import { createUser, deleteUser, getUser, listUsers, updateUser } from '../../../contract/users.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let serial = 0;
const someone = (name = 'Some Body') => {
  serial += 1;
  return { email: `somebody${serial}@northline.example`, full_name: name };
};

describe('an administrator', () => {
  test('createUser adds a user, who is active and has no roles or locations', async () => {
    const body = { ...someone(' Élodie Ågård '), phone: '(518) 555-0142' };
    const made = (await world.ada.call(createUser, { body })).ok();
    expect(made).toMatchObject({
      email: body.email,
      full_name: 'Élodie Ågård',
      phone: '(518) 555-0142',
      is_active: true,
      roles: [],
      locations: [],
    });
    expect((await world.ada.call(getUser, { params: { id: made.id } })).ok()).toEqual(made);
  });

  test('getUser and getProfile have the roles and locations of the user', async () => {
    const { millRoad } = world.locations;
    const manager = await world.newUser('Rea Roles', ['manager'], [millRoad]);
    const expected = {
      id: manager.id,
      full_name: 'Rea Roles',
      roles: [expect.objectContaining({ name: 'manager' })],
      locations: [expect.objectContaining({ id: millRoad.id, name: 'Mill Road' })],
    };
    expect((await world.ada.call(getUser, { params: { id: manager.id } })).ok()).toMatchObject(expected);
    expect((await manager.call(getProfile, {})).ok()).toMatchObject(expected);
  });

  test('createUser refuses an email that has a profile, in any case of letters', async () => {
    const body = someone();
    (await world.ada.call(createUser, { body })).ok();
    const again = await world.ada.call(createUser, { body: { ...body, email: body.email.toUpperCase() } });
    expect(again.problem()).toMatchObject({
      status: 409,
      code: 'email_taken',
      title: 'Failed to create user profile',
      detail: 'A user with this email address already exists',
      issues: [{ path: 'email' }],
    });
  });

  test('createUser adds one user when the same email is sent many times at once', async () => {
    const body = someone();
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => world.ada.call(createUser, { body: { ...body, id: randomUUID() } })),
    );
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  test('createUser adds one user when the request is repeated, also at the same time', async () => {
    const body = { ...someone(), id: randomUUID() };
    const replies = await Promise.all(Array.from({ length: 4 }, () => world.ada.call(createUser, { body })));
    const ids = replies.map((reply) => reply.ok().id);
    expect(ids).toEqual(Array(4).fill(body.id));
    const changed = await world.ada.call(createUser, { body: { ...body, full_name: 'Else' } });
    expect(changed.problem()).toMatchObject({ status: 409, code: 'conflict' });
  });

  test('createUser names every wrong field at once, in the words of the specification', async () => {
    const body = { email: 'nope', full_name: ' ', phone: 'x'.repeat(41) };
    const refused = (await world.ada.call(createUser, { body })).problem();
    expect(Object.fromEntries((refused.issues ?? []).map((issue) => [issue.path, issue.message]))).toEqual({
      email: 'Please enter a valid email address',
      full_name: 'Full name is required',
      phone: 'Must be at most 40 characters',
    });
  });

  test('updateUser never changes the email', async () => {
    const made = (await world.ada.call(createUser, { body: someone() })).ok();
    const params = { id: made.id };
    const reply = await world.ada.raw('PATCH', `/api/users/${made.id}`, {
      email: 'other@northline.example',
      phone: '5',
    });
    expect(await reply.json()).toMatchObject({ code: 'validation_failed', detail: 'Unknown member: email' });
    expect((await world.ada.call(getUser, { params })).ok()).toMatchObject({
      email: made.email,
      phone: null,
    });
  });

  test('updateUser says who changed the user since, and overwrites nothing', async () => {
    const made = (await world.ada.call(createUser, { body: someone() })).ok();
    const params = { id: made.id };
    (await world.ada.call(updateUser, { params, body: { full_name: 'First' } })).ok();
    const stale = await world.ada.call(
      updateUser,
      { params, body: { full_name: 'Second' } },
      { ifMatch: made.updated_at },
    );
    expect(stale.problem()).toMatchObject({
      status: 412,
      changed: { by: 'Ada Owner' },
      title: 'Failed to update user',
    });
    expect((await world.ada.call(getUser, { params })).ok().full_name).toBe('First');
  });

  test('updateUser changes nothing when it is repeated because its answer was lost', async () => {
    const made = (await world.ada.call(createUser, { body: someone() })).ok();
    const edit = () =>
      world.ada.call(
        updateUser,
        { params: { id: made.id }, body: { full_name: 'First', is_active: false } },
        { ifMatch: made.updated_at },
      );
    const { ended, ...first } = (await edit()).ok();
    expect(ended).toBeDefined();
    expect((await edit()).ok()).toEqual(first);
  });

  test('updateUser deactivates a user, whose next request is refused, and activates them again', async () => {
    const deactivated = await world.newUser('Lea Leaver', ['employee'], [world.locations.millRoad]);
    const params = { id: deactivated.id };
    expect((await deactivated.call(getProfile, {})).status).toBe(200);
    expect((await world.ada.call(updateUser, { params, body: { is_active: false } })).ok().is_active).toBe(
      false,
    );
    expect((await deactivated.call(getProfile, {})).problem()).toMatchObject({
      status: 401,
      code: 'account_deactivated',
      detail: 'This account is deactivated. Ask your administrator.',
    });
    const back = (await world.ada.call(updateUser, { params, body: { is_active: true } })).ok();
    expect(back.roles.map((role) => role.name)).toEqual(['employee']);
    expect(back.locations.map((location) => location.name)).toEqual(['Mill Road']);
    // The session that deactivation ended stays ended.
    expect((await deactivated.call(getProfile, {})).problem().code).toBe('session_ended');
  });

  test('deleteUser deletes a user for good: the session ends and the profile does not come back', async () => {
    const gone = await world.newUser('Gus Gone', ['employee'], [world.locations.millRoad]);
    (await world.ada.call(deleteUser, { params: { id: gone.id } })).ok();
    expect((await gone.call(getProfile, {})).status).toBe(401);
    expect((await world.ada.call(getUser, { params: { id: gone.id } })).problem().status).toBe(404);
    expect((await world.ada.call(deleteUser, { params: { id: gone.id } })).problem()).toMatchObject({
      status: 404,
      title: 'Failed to delete user',
    });
  });

  test('listUsers finds users by name, email or phone digits, and names a failed search', async () => {
    const body = { ...someone('Zoë Quintanilla'), phone: '(212) 555-0187' };
    const { id } = (await world.ada.call(createUser, { body })).ok();
    const find = async (q: string) =>
      (await world.ada.call(listUsers, { query: { q } })).ok().users.map((user) => user.id);
    for (const q of ['zoe quin', 'QUINTANILLA', body.email.slice(3), '212555', '212-555-0187', '(212) 555']) {
      expect(await find(q)).toContain(id);
    }
    expect(await find('zoe%')).toEqual([]);
    const refused = await world.ada.raw('GET', `/api/users?q=${'x'.repeat(201)}`);
    expect(await refused.json()).toMatchObject({ title: 'Failed to search users' });
  });

  test('listUsers includes the roles and locations that the rows of a page name', async () => {
    const { millRoad, airport } = world.locations;
    const both = await world.newUser('Bo Both', ['viewer', 'employee'], [millRoad, airport]);
    const page = (await world.ada.call(listUsers, { query: { q: both.email, include: 'refs' } })).ok();
    const names = (rows: { id: string; name: string }[] = []) =>
      new Map(rows.map((row) => [row.id, row.name]));
    const [row] = page.users;
    expect(row?.role_ids.map((id) => names(page.included?.roles).get(id))).toEqual(['employee', 'viewer']);
    expect(row?.location_ids.map((id) => names(page.included?.locations).get(id))).toEqual([
      'Airport',
      'Mill Road',
    ]);
  });

  test('createUser stores markup, emoji, right-to-left text and quotes as they are', async () => {
    const name = `<img src=x onerror=alert(1)> 👩🏽‍🚀 'O"Brien' שלום`;
    const made = (await world.ada.call(createUser, { body: someone(name) })).ok();
    expect(made.full_name).toBe(name);
    const long = (await world.ada.call(createUser, { body: someone('x'.repeat(10_000)) })).problem();
    expect(long.issues).toEqual([{ path: 'full_name', message: 'Must be at most 200 characters' }]);
  });
});

describe('a manager', () => {
  test('listUsers shows a manager the users of their own locations, with no trace of other locations', async () => {
    const manager = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
    const shared = await world.newUser(
      'Sam Shared',
      ['employee'],
      [world.locations.millRoad, world.locations.airport],
    );
    const foreign = await world.newUser('Fay Foreign', ['employee'], [world.locations.airport]);
    const page = (await manager.call(listUsers, { query: { limit: 1000, include: 'refs' } })).ok();
    const ids = page.users.map((user) => user.id);
    expect(ids).toContain(shared.id);
    expect(ids).toContain(manager.id);
    expect(ids).not.toContain(foreign.id);
    expect(page.total).toBe(ids.length);
    expect(JSON.stringify(page)).not.toContain(world.locations.airport.id);
    expect((await manager.call(listUsers, { query: { q: 'fay' } })).ok()).toMatchObject({
      total: 0,
      users: [],
    });
    const seen = (await manager.call(getUser, { params: { id: shared.id } })).ok();
    expect(seen.locations.map((location) => location.name)).toEqual(['Mill Road']);
    const hidden = (await manager.call(getUser, { params: { id: foreign.id } })).problem();
    const unknown = (await manager.call(getUser, { params: { id: randomUUID() } })).problem();
    expect({ ...hidden, request_id: '' }).toEqual({ ...unknown, request_id: '' });
  });

  test('createUser lets a manager add users only at their own locations, at least at one', async () => {
    const manager = await world.newUser('Mo Manager', ['manager'], [world.locations.millRoad]);
    const add = (location_ids: string[]) =>
      manager.call(createUser, { body: { ...someone(), location_ids } });
    expect((await add([])).problem().issues).toEqual([
      { path: 'location_ids', message: 'Choose at least one of your locations' },
    ]);
    expect((await add([world.locations.airport.id])).problem().status).toBe(400);
    expect((await add([world.locations.airport.id])).problem().detail).toBe(
      (await add([randomUUID()])).problem().detail,
    );
    expect(
      (await add([world.locations.millRoad.id])).ok().locations.map((location) => location.name),
    ).toEqual(['Mill Road']);
  });

  test('updateUser lets a manager edit and deactivate only users whom they can manage', async () => {
    const manager = await world.newUser('Moe Manager', ['manager'], [world.locations.millRoad]);
    const associate = await world.newUser('Al Associate', ['employee'], [world.locations.millRoad]);
    const shared = await world.newUser(
      'Sid Shared',
      ['employee'],
      [world.locations.millRoad, world.locations.airport],
    );
    const boss = await world.newUser('Bea Boss', ['admin'], [world.locations.millRoad]);
    const edit = (id: string, body: { phone?: string; is_active?: boolean }) =>
      manager.call(updateUser, { params: { id }, body });
    expect((await edit(associate.id, { phone: '5550100' })).ok().phone).toBe('5550100');
    expect((await edit(associate.id, { is_active: false })).ok().is_active).toBe(false);
    expect((await edit(shared.id, { is_active: false })).problem().status).toBe(403);
    expect((await edit(boss.id, { is_active: false })).problem().status).toBe(403);
    expect((await edit(world.ada.id, { phone: '1' })).problem().status).toBe(404);
    expect((await manager.call(deleteUser, { params: { id: associate.id } })).problem().status).toBe(403);
  });
});

test('the user endpoints let employees and viewers read colleagues, and a user without a role nothing', async () => {
  const employee = await world.newUser('Eva Employee', ['employee'], [world.locations.millRoad]);
  const stranger = await world.newUser('Noa Norole', [], [world.locations.millRoad]);
  expect((await employee.call(getUser, { params: { id: stranger.id } })).status).toBe(200);
  const params = { id: stranger.id };
  expect((await employee.call(updateUser, { params, body: { phone: '1' } })).problem().status).toBe(403);
  expect((await stranger.call(listUsers, { query: {} })).problem()).toMatchObject({
    status: 403,
    detail: 'You do not have access to this yet. Ask your administrator for a role and a location.',
  });
  expect((await stranger.call(getProfile, {})).ok()).toMatchObject({ permissions: [], roles: [] });
  expect((await world.nobody.call(listUsers, { query: {} })).problem().status).toBe(401);
});
