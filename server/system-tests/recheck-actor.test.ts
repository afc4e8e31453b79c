import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { sendInvitation } from '../../contract/invitations.ts';
import { getProfile } from '../../contract/profile.ts';
import { endSessionsOf } from '../../contract/sessions.ts';
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../contract/users.ts';
import type { App } from '../kernel/context.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

let world: World;
let authenticate: App['authenticate'];
beforeAll(async () => {
  world = await startWorld();
  authenticate = world.app.authenticate;
});
afterEach(() => {
  world.app.authenticate = authenticate;
});
afterAll(() => world.close());

/** Runs another change to its end once, after the actor was authorized and before their own change. */
function meanwhile(user: User, happens: () => Promise<unknown>) {
  world.app.authenticate = async (app, token, how) => {
    const found = await authenticate(app, token, how);
    if (token !== user.token) return found;
    world.app.authenticate = authenticate;
    await happens();
    return found;
  };
}

async function newAssociate() {
  const { id } = await world.newUser(
    `Associate ${crypto.randomUUID()}`,
    ['viewer'],
    [world.locations.millRoad],
  );
  return id;
}

const params = ({ id }: { id: string }) => ({ params: { id } });

describe('a change that was authorized and waits', () => {
  test.each<[string, number, (manager: User) => Promise<unknown>]>([
    [
      'deactivated',
      401,
      (manager) => world.ada.call(updateUser, { ...params(manager), body: { is_active: false } }),
    ],
    ['deleted', 401, (manager) => world.ada.call(deleteUser, params(manager))],
    ['signed out', 401, (manager) => world.ada.call(endSessionsOf, params(manager))],
    [
      'stripped of the role',
      403,
      (manager) => world.ada.call(replaceUserRoles, { ...params(manager), body: { role_ids: [] } }),
    ],
    [
      'moved to another location',
      404,
      (manager) =>
        world.ada.call(replaceUserLocations, {
          ...params(manager),
          body: { location_ids: [world.locations.airport.id] },
        }),
    ],
  ])('is refused when its actor is %s meanwhile', async (_, status, happens) => {
    const manager = await world.newUser(
      `Manager ${crypto.randomUUID()}`,
      ['manager'],
      [world.locations.millRoad],
    );
    const id = await newAssociate();
    meanwhile(manager, () => happens(manager));
    const answer = await manager.call(sendInvitation, { params: { id }, body: { by: 'mail' } });
    expect(answer.status).toBe(status);
  });

  test('creates no profile for a user who is deleted meanwhile', async () => {
    const user = await world.newUser('Gone Soon', ['viewer'], [world.locations.millRoad]);
    meanwhile(user, () => world.ada.call(deleteUser, params(user)));
    expect((await user.call(getProfile, {})).problem().code).toBe('session_ended');
    expect((await world.ada.call(getUser, params(user))).status).toBe(404);
  });
});

test("a deactivation is answered only after the user's last change", async () => {
  const manager = await world.newUser('Max Busy', ['manager'], [world.locations.millRoad]);
  const add = (index: number) =>
    manager.call(createUser, {
      body: {
        email: `${crypto.randomUUID()}@new.example`,
        full_name: `Quickly ${index}`,
        location_ids: [world.locations.millRoad.id],
      },
    });
  const count = async () => (await world.ada.call(listUsers, { query: { q: 'Quickly' } })).ok().total;
  const writes = Array.from({ length: 24 }, (_, index) => add(index));
  (await world.ada.call(updateUser, { ...params(manager), body: { is_active: false } })).ok();
  const countAfterAnswer = await count();
  const statuses = (await Promise.all(writes)).map(({ status }) => status);
  expect(statuses.filter((status) => status === 200)).toHaveLength(countAfterAnswer);
  expect(statuses.filter((status) => status === 401)).toHaveLength(24 - countAfterAnswer);
  expect(await count()).toBe(countAfterAnswer);
});

test("replaceUserRoles refuses one of two administrators who revoke each other's roles at once", async () => {
  for (let round = 0; round < 3; round++) {
    const [bea, cid] = [await newAdmin('Bea'), await newAdmin('Cid')];
    const strip = (by: User, whom: User) =>
      by.call(replaceUserRoles, { ...params(whom), body: { role_ids: [] } });
    const statuses = (await Promise.all([strip(bea, cid), strip(cid, bea)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, expect.toSatisfy((status) => [401, 403].includes(status))]);
  }
});

function newAdmin(name: string) {
  return world.newUser(`${name} ${crypto.randomUUID()}`, ['admin']);
}
