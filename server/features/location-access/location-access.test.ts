import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cancelInvitation, sendInvitation } from '../../../contract/invitations.ts';
import {
  type AccessListUser,
  assignUser,
  listLocationUsers,
  removeUser,
} from '../../../contract/location-access.ts';
import { createLocation, getLocation } from '../../../contract/locations.ts';
import {
  createUser,
  deleteUser,
  getUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { contextWithoutSession } from '../../kernel/access.ts';
import type { Client } from '../../testing/requests/client.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { whileSeen } from '../locations/locations.service.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function usersOf(reader: Client, id: string, list: 'can_see' | 'cannot_see' = 'can_see') {
  return (await reader.call(listLocationUsers, { params: { id }, query: { list, limit: 1000 } })).ok();
}

const kiosk = { name: 'Kiosk', address: '2 Pier', city: 'Kingston', state: 'NY', zip: '12401' };
const openLocation = async ({ ada }: World) => (await ada.call(createLocation, { body: kiosk })).ok();

const namesOf = (users: AccessListUser[]) => users.map((user) => user.full_name);

test('who loses the location while its rows are read gets none of them', async () => {
  const { app, ada, locations } = world;
  const reader = await world.newUser('Rita Reader', ['manager'], [locations.millRoad]);
  const params = { id: locations.millRoad.id, user_id: reader.id };
  const request = { id: '1', ip: '127.0.0.1', user_agent: '', via: 'screen' } as const;
  const ctx = await contextWithoutSession(app, app.database.read, reader.id, request);
  const read = async () => ['a row'];
  expect(await whileSeen(ctx, params.id, read)).toEqual(['a row']);
  const loses = async () => {
    (await ada.call(removeUser, { params })).ok();
    return read();
  };
  await expect(whileSeen(ctx, params.id, loses)).rejects.toMatchObject({ code: 'not_found' });
});

test('listLocationUsers says what the server really allows, for every user and location', async () => {
  const own = await startWorld();
  try {
    const { ada, locations } = own;
    const { millRoad, airport } = locations;
    const auditor = await ownRole(own, 'auditor', ['locations.all', 'audit.read']);
    const area = await ownRole(own, 'area', ['locations.all', 'locations.read']);
    const clerk = await ownRole(own, 'clerk', ['users.read']);
    const keys = await ownRole(own, 'keys', ['locations.read'], { requires_second_factor: true });
    const give = async ({ id }: User, role_ids: string[]) =>
      (await ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
    const users = [
      ada,
      await own.newUser('Assigned Admin', ['admin'], [millRoad]),
      await own.newUser('Mill Manager', ['manager'], [millRoad]),
      await own.newUser('Airport Manager', ['manager'], [airport]),
      await own.newUser('Both Employee', ['employee', 'viewer'], [millRoad, airport]),
      await own.newUser('Unassigned Viewer', ['viewer']),
      await own.newUser('Roleless Associate', [], [millRoad]),
      await own.newUser('Nobody Much'),
      await own.newUser('Idle Auditor'),
      await own.newUser('Auditing Employee', ['employee'], [airport]),
      await own.newUser('Area Lead'),
      await own.newUser('Shift Clerk', [], [millRoad]),
      await own.newUser('Key Holder', [], [millRoad]),
      await own.newUser('Left Employee', ['employee'], [millRoad]),
      await own.newUser('Left Admin', ['admin']),
      await own.newUser('Back Again', ['viewer'], [airport]),
    ];
    const named = (name: string) =>
      users.find((user) => user.email.startsWith(name)) ?? expect.fail(`${name} is missing`);
    await give(named('idle.'), [auditor]);
    await give(named('auditing.'), [auditor, own.roleIds.employee]);
    await give(named('area.'), [area]);
    await give(named('shift.'), [clerk]);
    await give(named('key.'), [keys]);
    const setActive = async (name: string, is_active: boolean) =>
      (await ada.call(updateUser, { params: { id: named(name).id }, body: { is_active } })).ok();
    await setActive('left.e', false);
    await setActive('left.a', false);
    // Never invited, so the test cannot call as this user.
    const unjoined = { email: 'new@northline.example', full_name: 'New Hire', location_ids: [millRoad.id] };
    (await ada.call(createUser, { body: unjoined })).ok();
    const gone = await own.newUser('Gone Employee', ['employee'], [millRoad]);
    (await ada.call(deleteUser, { params: { id: gone.id } })).ok();

    for (const { id } of [millRoad, airport]) {
      const allowed = await Promise.all(
        [...users, gone].map(async (user) => {
          const { status } = await user.call(getLocation, { params: { id } });
          return status === 200 ? [user.id] : [];
        }),
      );
      const listed = (await usersOf(ada, id)).users;
      expect(listed.map((user) => user.id).sort()).toEqual(allowed.flat().sort());
      expect(listed.every((user) => user.blockers.length === 0)).toBe(true);
    }

    const { users: kept } = await usersOf(ada, millRoad.id, 'cannot_see');
    expect(kept.map((user) => [user.full_name, user.blockers])).toEqual([
      ['Idle Auditor', ['no_role']],
      ['Key Holder', ['no_second_factor']],
      ['Left Admin', ['deactivated']],
      ['Left Employee', ['deactivated']],
      ['New Hire', ['not_joined', 'no_role']],
      ['Roleless Associate', ['no_role']],
      ['Shift Clerk', ['no_role']],
    ]);
  } finally {
    await own.close();
  }
});

describe('an administrator', () => {
  test('listLocationUsers says why each user sees the location: who assigned them and when, or which role', async () => {
    const { id } = world.locations.airport;
    const eva = await world.newUser('Eva Employee', ['employee'], [world.locations.airport]);
    const { users, can_see, cannot_see, hidden_count } = await usersOf(world.ada, id);
    expect(namesOf(users)).toEqual(['Ada Owner', 'Eva Employee']);
    const [ada, employee] = users;
    expect(ada).toMatchObject({ assigned: null, all_locations_roles: ['admin'] });
    expect(employee).toMatchObject({
      id: eva.id,
      assigned: { by: 'Ada Owner', at: expect.stringMatching(/^\d{4}-.*Z$/) },
      all_locations_roles: [],
      roles: [{ name: 'employee' }],
      last_sign_in_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect({ can_see, cannot_see, hidden_count }).toEqual({ can_see: 2, cannot_see: 0, hidden_count: 0 });
  });

  test('listLocationUsers names who assigned a user by the name they had, also when they were deleted since', async () => {
    const location = await openLocation(world);
    const grantor = await world.newUser('Gil Giver', ['admin'], [location]);
    const { id: user_id } = await world.newUser('Rae Receiver', ['employee']);
    expect((await grantor.call(assignUser, { params: { id: location.id, user_id } })).status).toBe(204);
    const reader = await world.newUser('Max Manager', ['manager'], [location]);
    const grantorSeenBy = async (client: Client) =>
      (await usersOf(client, location.id)).users.find((one) => one.id === user_id)?.assigned?.by;
    expect([await grantorSeenBy(world.ada), await grantorSeenBy(reader)]).toEqual(['Gil Giver', 'Gil Giver']);

    expect((await world.ada.call(deleteUser, { params: { id: grantor.id } })).status).toBe(204);
    expect(await grantorSeenBy(world.ada)).toBe('Gil Giver');
    // It is no longer known whether a deleted user was at the reader's locations.
    expect(await grantorSeenBy(reader)).toBeNull();
  });

  test('listLocationUsers counts each waiting user once, by the first reason, and lists those of one reason', async () => {
    const own = await startWorld();
    try {
      const { millRoad } = own.locations;
      const add = async (full_name: string, role?: 'employee') => {
        const email = `${full_name.toLowerCase().replaceAll(' ', '.')}@northline.example`;
        const body = { email, full_name, location_ids: [millRoad.id] };
        const { id } = (await own.ada.call(createUser, { body })).ok();
        const role_ids = role ? [own.roleIds[role]] : [];
        (await own.ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
        return id;
      };
      await add('Nora New', 'employee');
      await add('Nick New');
      const ines = await add('Ines Invited', 'employee');
      (await own.ada.call(sendInvitation, { params: { id: ines }, body: {} })).ok();
      const left = await add('Lea Left');
      (await own.ada.call(updateUser, { params: { id: left }, body: { is_active: false } })).ok();
      await own.newUser('Ray Roleless', [], [millRoad]);
      const page = await usersOf(own.ada, millRoad.id, 'cannot_see');
      expect(page).toMatchObject({ can_see: 1, cannot_see: 5, total: 5 });
      const waiting = [
        { reason: 'not_invited', users: 2 },
        { reason: 'invited', users: 1 },
        { reason: 'no_role', users: 1 },
        { reason: 'inactive', users: 1 },
      ];
      expect(page.waiting).toEqual(waiting);
      expect((await usersOf(own.ada, millRoad.id)).waiting).toEqual(waiting);
      for (const { reason, users } of page.waiting) {
        const query = { list: 'cannot_see' as const, reason };
        const one = (await own.ada.call(listLocationUsers, { params: { id: millRoad.id }, query })).ok();
        expect([reason, one.total, one.users.length]).toEqual([reason, users, users]);
        expect(one).toMatchObject({ cannot_see: 5, waiting, to_invite: [] });
      }
      const wrong = { params: { id: millRoad.id }, query: { reason: 'no_role' as const } };
      expect((await own.ada.call(listLocationUsers, wrong)).problem().status).toBe(400);
    } finally {
      await own.close();
    }
  });

  test('listLocationUsers names the first managers with their phones, those who have joined first', async () => {
    const location = await openLocation(world);
    const phone = '(518) 555-0110';
    const managerRole = [world.roleIds.manager];
    const body = {
      email: 'abe.absent@northline.example',
      full_name: 'Abe Absent',
      location_ids: [location.id],
    };
    const absent = (await world.ada.call(createUser, { body })).ok();
    const give = { params: { id: absent.id }, body: { role_ids: managerRole } };
    (await world.ada.call(replaceUserRoles, give)).ok();
    const managers: User[] = [];
    for (const name of ['Mia', 'Moe', 'Mel', 'Mae'])
      managers.push(await world.newUser(`${name} Caller`, ['manager'], [location]));
    const [mia, moe] = managers as [User, User];
    (await world.ada.call(updateUser, { params: { id: mia.id }, body: { phone } })).ok();
    const read = async () => (await usersOf(world.ada, location.id)).managers;
    const { first, ...about } = await read();
    expect(about).toEqual({ total: 5, role_id: world.roleIds.manager });
    expect(first.map(({ name }) => name)).toEqual(['Mae Caller', 'Mel Caller', 'Mia Caller', 'Moe Caller']);
    expect(first[2]).toMatchObject({ id: mia.id, name: 'Mia Caller', phone });
    (await world.ada.call(updateUser, { params: { id: moe.id }, body: { is_active: false } })).ok();
    const now = await read();
    expect(now.total).toBe(4);
    expect(now.first.at(-1)).toMatchObject({ name: 'Abe Absent', phone: null, invitation: null });
  });

  test('listLocationUsers pages through a large location by name, and searches in it', async () => {
    const location = await openLocation(world);
    for (let n = 0; n < 5; n += 1) await world.newUser(`Page ${n}`, ['employee'], [location]);
    const seen: (string | null)[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: { limit: number; after?: string } = { limit: 2, ...(after && { after }) };
      const page = (await world.ada.call(listLocationUsers, { params: { id: location.id }, query })).ok();
      expect(page.total).toBe(6);
      seen.push(...namesOf(page.users));
      after = page.next;
    }
    expect(seen).toEqual(['Ada Owner', 'Page 0', 'Page 1', 'Page 2', 'Page 3', 'Page 4']);
    const query = { q: 'PAGE 3' };
    const found = (await world.ada.call(listLocationUsers, { params: { id: location.id }, query })).ok();
    expect(namesOf(found.users)).toEqual(['Page 3']);
    expect(found).toMatchObject({ total: 1, can_see: 6 });
  });

  test('assignUser assigns a user, and changes nothing when repeated', async () => {
    const location = await openLocation(world);
    const { id: user_id } = await world.newUser('Amy Associate', ['employee']);
    const params = { id: location.id, user_id };
    for (let n = 0; n < 2; n += 1) (await world.ada.call(assignUser, { params })).ok();
    const before = (await world.ada.call(getUserLocations, { params: { id: user_id } })).ok();
    expect(before.locations.map((location) => location.id)).toEqual([location.id]);
    (await world.ada.call(assignUser, { params })).ok();
    expect((await world.ada.call(getUserLocations, { params: { id: user_id } })).ok()).toEqual(before);
  });

  test('removeUser removes a user, and changes nothing when repeated', async () => {
    const location = await openLocation(world);
    const deactivated = await world.newUser('Lou Leaver', ['employee'], [location, world.locations.airport]);
    const params = { id: location.id, user_id: deactivated.id };
    for (let n = 0; n < 2; n += 1) expect((await world.ada.call(removeUser, { params })).status).toBe(204);
    expect((await deactivated.call(getLocation, { params: { id: location.id } })).status).toBe(404);
    expect((await deactivated.call(getLocation, { params: { id: world.locations.airport.id } })).status).toBe(
      200,
    );
  });

  test('assignUser makes one assignment when the same user is assigned many times at once', async () => {
    const location = await openLocation(world);
    const { id: user_id } = await world.newUser('Ann Atonce', ['employee']);
    const params = { id: location.id, user_id };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => world.ada.call(assignUser, { params })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(204));
    expect((await usersOf(world.ada, location.id)).can_see).toBe(2);
  });

  test('the access list endpoints find no location or user by an unknown id', async () => {
    const { id } = world.locations.airport;
    const unknown = randomUUID();
    const assign = (id: string, user_id: string) => world.ada.call(assignUser, { params: { id, user_id } });
    expect((await assign(unknown, world.ada.id)).problem().status).toBe(404);
    expect((await assign(id, unknown)).problem()).toMatchObject({
      status: 404,
      title: 'Failed to assign the user',
    });
    expect((await world.ada.call(removeUser, { params: { id, user_id: unknown } })).status).toBe(204);
    const after = { params: { id }, query: { after: unknown } };
    expect((await world.ada.call(listLocationUsers, after)).problem().status).toBe(400);
  });
});

describe('a manager', () => {
  test('listLocationUsers gives a manager the number of users who see the location by their role, without names', async () => {
    const own = await startWorld();
    try {
      const { millRoad, airport } = own.locations;
      const manager = await own.newUser('Mel Manager', ['manager'], [millRoad, airport]);
      await own.newUser('Bob Boss', ['admin'], [airport]);
      const left = await own.newUser('Lea Left', ['admin']);
      await own.ada.call(updateUser, { params: { id: left.id }, body: { is_active: false } });
      const seen = await usersOf(manager, millRoad.id);
      // The one who shares another of the manager's locations is on their Users screen too.
      expect(namesOf(seen.users)).toEqual(['Bob Boss', 'Mel Manager']);
      expect(seen).toMatchObject({ can_see: 2, cannot_see: 0, hidden_count: 1 });
      expect(seen.users.map((user) => user.assigned?.by)).toEqual([undefined, null]);
      const all = JSON.stringify([seen, await usersOf(manager, millRoad.id, 'cannot_see')]);
      for (const hidden of [own.ada.id, own.ada.email, 'Ada Owner', left.id, 'Lea Left']) {
        expect(all).not.toContain(hidden);
      }
    } finally {
      await own.close();
    }
  });

  test('listLocationUsers names the users who wait for an invitation and whom the reader may invite', async () => {
    const own = await startWorld();
    try {
      const { millRoad, airport } = own.locations;
      const manager = await own.newUser('Max Manager', ['manager'], [millRoad]);
      const employee = await own.newUser('Eva Employee', ['employee'], [millRoad]);
      const add = async (
        full_name: string,
        locations: { id: string }[],
        roles: (keyof World['roleIds'])[] = [],
      ) => {
        const email = `${full_name.toLowerCase().replaceAll(' ', '.')}@northline.example`;
        const location_ids = locations.map(({ id }) => id);
        const { id } = (await own.ada.call(createUser, { body: { email, full_name, location_ids } })).ok();
        const role_ids = roles.map((name) => own.roleIds[name]);
        (await own.ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
        return id;
      };
      const setActive = (id: string, is_active: boolean) =>
        own.ada.call(updateUser, { params: { id }, body: { is_active } });
      const invite = (as: User, id: string) => as.call(sendInvitation, { params: { id }, body: {} });
      await add('Nora New', [millRoad], ['employee']);
      await add('Both Places', [millRoad, airport], ['employee']);
      await add('Bea Boss', [millRoad], ['admin']);
      await add('Far Away', [airport]);
      await setActive(await add('Lea Left', [millRoad]), false);
      expect((await invite(own.ada, await add('Ines Invited', [millRoad]))).status).toBe(200);
      const again = await add('Cy Canceled', [millRoad]);
      await invite(own.ada, again);
      await own.ada.call(cancelInvitation, { params: { id: again } });

      const waiting = async (reader: User) => (await usersOf(reader, millRoad.id, 'cannot_see')).to_invite;
      const named = async (reader: User) => (await waiting(reader)).map(({ name }) => name);
      expect(await named(employee)).toEqual([]);
      expect(await named(own.ada)).toEqual(['Bea Boss', 'Both Places', 'Cy Canceled', 'Nora New']);
      expect(await named(manager)).toEqual(['Cy Canceled', 'Nora New']);
      expect((await usersOf(own.ada, millRoad.id)).to_invite).toEqual([]);
      for (const { id, name } of await waiting(own.ada)) {
        const isListed = (await named(manager)).includes(name);
        expect([name, (await invite(manager, id)).status]).toEqual([name, isListed ? 200 : 403]);
      }
      expect(await named(manager)).toEqual([]);
    } finally {
      await own.close();
    }
  });

  test('assignUser lets a manager move their own users between their own locations, and nobody else', async () => {
    const own = await startWorld();
    try {
      const { millRoad, airport } = own.locations;
      const second = await openLocation(own);
      const manager = await own.newUser('Max Manager', ['manager'], [millRoad, second]);
      const associate = await own.newUser('Al Associate', ['employee'], [millRoad]);
      const foreign = await own.newUser('Fay Foreign', ['employee'], [airport]);
      const boss = await own.newUser('Bea Boss', ['admin'], [millRoad]);
      const put = (location: { id: string }, user_id: string) =>
        manager.call(assignUser, { params: { id: location.id, user_id } });
      const remove = (location: { id: string }, user_id: string) =>
        manager.call(removeUser, { params: { id: location.id, user_id } });

      expect((await put(second, associate.id)).status).toBe(204);
      const listed = (await usersOf(manager, second.id)).users.find((one) => one.id === associate.id);
      expect(listed?.assigned?.by).toBe('Max Manager');
      expect((await put(airport, associate.id)).problem().status).toBe(404);
      expect((await put(second, foreign.id)).problem().status).toBe(404);
      expect((await put(second, boss.id)).problem().status).toBe(403);
      expect((await remove(millRoad, boss.id)).problem().status).toBe(403);
      expect((await remove(airport, foreign.id)).problem().status).toBe(404);
      expect((await remove(millRoad, foreign.id)).status).toBe(204);
      expect(
        (await own.ada.call(getUserLocations, { params: { id: foreign.id } })).ok().locations,
      ).toHaveLength(1);
      for (const location of [second, millRoad, millRoad])
        expect((await remove(location, associate.id)).status).toBe(204);
      expect((await associate.call(getLocation, { params: { id: millRoad.id } })).status).toBe(404);
    } finally {
      await own.close();
    }
  });

  test('the access list endpoints answer a location out of scope like an unknown one', async () => {
    const manager = await world.newUser('Mo Manager', ['manager'], [world.locations.millRoad]);
    const { id: user_id } = await world.newUser('Flo Foreign', ['employee'], [world.locations.airport]);
    const answers = async (id: string) => {
      const replies = [
        await manager.call(listLocationUsers, { params: { id }, query: {} }),
        await manager.call(assignUser, { params: { id, user_id } }),
        await manager.call(removeUser, { params: { id, user_id } }),
      ];
      return replies.map((reply) => ({ ...reply.problem(), request_id: '' }));
    };
    const foreign = await answers(world.locations.airport.id);
    expect(foreign).toEqual(await answers(randomUUID()));
    expect(foreign.map((problem) => problem.status)).toEqual([404, 404, 404]);
  });
});

test('the access list endpoints let employees and viewers read, and nobody without a role or a session', async () => {
  const { id } = world.locations.millRoad;
  const viewer = await world.newUser('Vic Viewer', ['viewer', 'employee'], [world.locations.millRoad]);
  const nobodyMuch = await world.newUser('Noa Norole', [], [world.locations.millRoad]);
  expect(namesOf((await usersOf(viewer, id)).users)).toContain('Vic Viewer');
  const { users } = await usersOf(viewer, id, 'cannot_see');
  expect(users).toMatchObject([{ full_name: 'Noa Norole', blockers: ['no_role'] }]);
  const params = { id, user_id: viewer.id };
  for (const [client, status] of [
    [viewer, 403],
    [nobodyMuch, 403],
    [world.nobody, 401],
  ] as const) {
    expect((await client.call(assignUser, { params })).status).toBe(status);
    expect((await client.call(removeUser, { params })).status).toBe(status);
  }
  expect((await nobodyMuch.call(listLocationUsers, { params: { id }, query: {} })).status).toBe(403);
  expect((await world.nobody.call(listLocationUsers, { params: { id }, query: {} })).status).toBe(401);
});

test('listLocationUsers says that every user sees the location when access is not enforced', async () => {
  const open = await startWorld({ env: { ACCESS_POLICY: 'open' } });
  try {
    const stranger = await open.newUser('Sue Stranger');
    expect((await usersOf(stranger, open.locations.millRoad.id)).is_open_to_all).toBe(true);
  } finally {
    await open.close();
  }
});
