import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDistrict, moveLocation } from '../../contract/districts.ts';
import { createLocation, updateLocation } from '../../contract/locations.ts';
import { getProfile, updateProfile } from '../../contract/profile.ts';
import { endSessionsOf } from '../../contract/sessions.ts';
import {
  deleteUser,
  getUser,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../contract/users.ts';
import { present } from '../testing/worlds/auth-world.ts';
import { millRoad, startWorld, type User, type World } from '../testing/worlds/world.ts';

/** On a busy machine, waiting changes must not time out before their turn. */
const patient = {
  DATABASE_CONNECT_TIMEOUT_SECONDS: '60',
  DATABASE_LOCK_TIMEOUT_SECONDS: '60',
  DATABASE_QUERY_TIMEOUT_SECONDS: '60',
};

let world: World;
/** Another client of the database: it holds rows, and watches with a second connection. */
let holder: Client;
let watcher: Client;
beforeAll(async () => {
  world = await startWorld({ env: patient });
  const connectionString = present(world.app.config.database_url);
  [holder, watcher] = [new Client({ connectionString }), new Client({ connectionString })];
  await Promise.all([holder.connect(), watcher.connect()]);
});
afterAll(async () => {
  await Promise.all([holder.end(), watcher.end()]);
  await world.close();
});

const newUser = (name: string, ...rest: [('admin' | 'manager' | 'viewer')[]?, { password?: string }?]) =>
  world.newUser(`${name} ${crypto.randomUUID()}`, rest[0] ?? ['viewer'], [world.locations.millRoad], rest[1]);

const many = <T>(count: number, ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

const params = ({ id }: { id: string }) => ({ params: { id } });

/** PostgreSQL updates the statistics of a connection with a delay, and when it ends. */
async function countDeadlocks(): Promise<number> {
  const ours = `from pg_stat_activity where datname = current_database() and application_name = 'canopy'`;
  await watcher.query(`select pg_terminate_backend(pid) ${ours}`);
  const countOpen = async () => (await watcher.query(`select pid ${ours}`)).rows.length;
  await expect.poll(countOpen).toBe(0);
  const { rows } = await watcher.query(
    'select deadlocks::int from pg_stat_database where datname = current_database()',
  );
  return rows[0].deadlocks;
}

async function countWaiting(): Promise<number> {
  const { rows } = await watcher.query(
    `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows.length;
}

describe('concurrent changes', () => {
  test('of one user by themselves all succeed, one after the other', async () => {
    const users = await many(4, (index) => newUser(`Self ${index}`));
    const answers = await Promise.all(
      users.flatMap((user) => [
        ...Array.from({ length: 8 }, (_, index) =>
          user.call(updateProfile, { body: { full_name: `Self ${index}` } }).then(({ status }) => status),
        ),
        ...Array.from({ length: 8 }, (_, index) =>
          fetch(`${world.url}/auth/v1/user`, {
            method: 'PUT',
            headers: { 'content-type': 'application/json', authorization: `Bearer ${user.token}` },
            body: JSON.stringify({ data: { index } }),
          }).then(({ status }) => status),
        ),
      ]),
    );
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(await countDeadlocks()).toBe(0);
  });

  test('of an administrator and the user they change succeed or come too late', async () => {
    const users = await many(6, (index) => newUser(`Subject ${index}`, ['manager']));
    const statuses = await Promise.all(
      users.flatMap((user) => [
        ...Array.from({ length: 4 }, (_, index) => [
          user.call(updateProfile, { body: { full_name: `Subject ${index}` } }),
          user.call(updateLocation, {
            params: { id: world.locations.millRoad.id },
            body: { phone: `555010${index}` },
          }),
          world.ada.call(updateUser, { ...params(user), body: { phone: `555000${index}` } }),
          world.ada.call(replaceUserLocations, {
            ...params(user),
            body: {
              location_ids: [world.locations.millRoad.id, ...(index % 2 ? [world.locations.airport.id] : [])],
            },
          }),
        ]).flat(),
        world.ada.call(replaceUserRoles, { ...params(user), body: { role_ids: [world.roleIds.viewer] } }),
        world.ada.call(endSessionsOf, params(user)),
      ]),
    );
    const seen = new Set(statuses.map(({ status }) => status));
    expect([...seen].filter((status) => ![200, 401, 403].includes(status))).toEqual([]);
    expect(await countDeadlocks()).toBe(0);
  });

  test.each<[string, (by: User, whom: User) => Promise<{ status: number }>]>([
    ['deactivate', (by, whom) => by.call(updateUser, { ...params(whom), body: { is_active: false } })],
    ['delete', (by, whom) => by.call(deleteUser, params(whom))],
    ['strip', (by, whom) => by.call(replaceUserRoles, { ...params(whom), body: { role_ids: [] } })],
    ['sign out', (by, whom) => by.call(endSessionsOf, params(whom))],
  ])('of administrators who %s each other: one of two comes too late', async (_, end) => {
    const pairs = await many(8, async (index) => [
      await newUser(`Bea ${index}`, ['admin']),
      await newUser(`Cid ${index}`, ['admin']),
    ]);
    const reader = await newUser('Reader');
    const reads = many(60, () => reader.call(getProfile, {}).then(({ status }) => status));
    const statuses = await Promise.all(
      pairs.map(async ([bea, cid]) => {
        const both = await Promise.all([end(present(bea), present(cid)), end(present(cid), present(bea))]);
        return both.map(({ status }) => status).sort();
      }),
    );
    for (const [first, second] of statuses) {
      expect([200, 204]).toContain(first);
      expect([401, 403, 404]).toContain(second);
    }
    expect(new Set(await reads)).toEqual(new Set([200]));
    expect(await countDeadlocks()).toBe(0);
  });
});

test('waiting for one row do not block reads', async () => {
  const busy = await newUser('Busy');
  await holder.query('begin');
  await holder.query('select id from users where id = $1 for update', [busy.id]);
  let answered = 0;
  const changes = many(32, async (index) => {
    const { status } = await busy.call(updateProfile, { body: { full_name: `Busy ${index}` } });
    answered += 1;
    return status;
  });
  await expect.poll(countWaiting).toBeGreaterThan(4);
  const reads = await many(100, () => world.ada.call(listUsers, { query: {} }).then(({ status }) => status));
  expect(answered).toBe(0);
  await holder.query('rollback');
  expect(new Set(reads)).toEqual(new Set([200]));
  expect(new Set(await changes)).toEqual(new Set([200]));
});

test("of one user's role do not wait for administrators", async () => {
  const admins = await many(3, (index) => newUser(`Admin ${index}`, ['admin']));
  const user = await newUser('Somebody');
  await holder.query('begin');
  await holder.query('select id from users where id = any($1::uuid[]) for update', [
    admins.map(({ id }) => id),
  ]);
  try {
    const body = { role_ids: [world.roleIds.manager] };
    expect((await world.ada.call(replaceUserRoles, { ...params(user), body })).status).toBe(200);
    expect((await world.ada.call(updateUser, { ...params(user), body: { is_active: false } })).status).toBe(
      200,
    );
    expect((await world.ada.call(deleteUser, params(user))).status).toBe(204);
  } finally {
    await holder.query('rollback');
  }
  expect((await world.ada.call(getUser, params(user))).status).toBe(404);
});

test('a move that waited for another move of its location is refused, and says who made that one', async () => {
  const newDistrict = async () =>
    (await world.ada.call(createDistrict, { body: { name: crypto.randomUUID() } })).ok().id;
  const [mine, theirs] = [await newDistrict(), await newDistrict()];
  const location = (await world.ada.call(createLocation, { body: millRoad })).ok();
  const bea = await newUser('Bea Mover', ['admin']);
  await holder.query('begin');
  await holder.query('select id from locations where id = $1 for update', [location.id]);
  const moving = world.ada.call(moveLocation, { ...params(location), body: { district_id: mine } });
  await expect.poll(countWaiting).toBe(1);
  await holder.query(
    'update locations set district_id = $2, updated_by = $3, updated_by_name = $4 where id = $1',
    [location.id, theirs, bea.id, 'Bea Mover'],
  );
  await holder.query('commit');
  expect((await moving).problem()).toMatchObject({
    status: 409,
    detail: 'Bea Mover changed this location in the same moment. Look again.',
  });
});
