import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import { listNotifications } from '../../../contract/notifications/notifications.ts';
import { createUser } from '../../../contract/users.ts';
import { systemContext } from '../../kernel/access.ts';
import { freePort } from '../../testing/processes/free-port.ts';
import { startServer } from '../../testing/processes/server-process.ts';
import { createClient } from '../../testing/requests/client.ts';
import { startTestApp, type TestApp } from '../../testing/worlds/test-app.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { createUser as createUserInside } from '../users/users.service.ts';
import { deliverNotices } from './deliver-notices.service.ts';
import { dropWaiting } from './notifications.service.ts';

let world: World;
/** A second server on the same database. */
let other: TestApp;
let mia: User;
beforeAll(async () => {
  world = await startWorld();
  const { data_dir, database_url } = world.app.config;
  other = await startTestApp({
    reuse: { dataDir: data_dir, ...(database_url && { databaseUrl: database_url }) },
  });
  mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  await world.settle();
});
afterAll(async () => {
  await other.close();
  await world.close();
});

let made = 0;
const bodyOf = (name: string) => ({
  ...{ email: `d${made++}@northline.example`, full_name: name },
  location_ids: [world.locations.millRoad.id],
});
const add = async (name: string, by = world.ada) => (await by.call(createUser, { body: bodyOf(name) })).ok();
const waiting = () => world.app.database.read.selectFrom('notice_outbox').selectAll().execute();
/** Of one name, however many others joined in the same ten minutes. */
const rowsAbout = async (name: string) => {
  const rows = await world.app.database.read.selectFrom('location_notices').selectAll().execute();
  return rows.filter(({ details }) => details.name === name);
};
const textsOf = async (user: User) =>
  (await user.call(listNotifications, { query: { limit: 100 } })).ok().notifications.map(notificationText);

test('an act leaves one row, whatever it says, and the bell has it when a server has delivered it', async () => {
  const { millRoad, airport } = world.locations;
  const body = { ...bodyOf('Tom Two'), location_ids: [millRoad.id, airport.id] };
  (await world.ada.call(createUser, { body })).ok();
  expect(await waiting()).toHaveLength(1);
  expect(await textsOf(mia)).not.toContain('Tom Two joined Mill Road');
  await other.settle();
  expect(await waiting()).toEqual([]);
  expect(await textsOf(mia)).toContain('Tom Two joined Mill Road');
  expect((await rowsAbout('Tom Two')).map(({ location_id }) => location_id).sort()).toEqual(
    [millRoad.id, airport.id].sort(),
  );
});

test('nobody hears of what was rolled back, and what the command line did waits for a server', async () => {
  const ctx = systemContext<'users.create'>(world.app);
  const others = { phone: null, employee_number: null, is_active: true };
  const rolledBack = world.app.database.write(async (tx) => {
    await createUserInside({ ...ctx, tx }, { ...others, ...bodyOf('Rolled Back') });
    throw new Error('not now');
  });
  await expect(rolledBack).rejects.toThrow('not now');
  expect(await waiting()).toEqual([]);
  await createUserInside(ctx, { ...others, ...bodyOf('Cora Command') });
  expect(await rowsAbout('Cora Command')).toEqual([]);
  await world.settle();
  expect(await rowsAbout('Cora Command')).toHaveLength(1);
  expect(await rowsAbout('Rolled Back')).toEqual([]);
});

test('several servers deliver each notice once', async () => {
  const names = Array.from({ length: 30 }, (_, n) => `Many ${n}`);
  for (const [n, name] of names.entries()) {
    await add(name, n % 2 ? world.ada : createClientOf(other, world.ada));
    if (n % 10 === 0) void other.settle();
  }
  await Promise.all([world.settle(), other.settle(), world.settle(), other.settle()]);
  expect(await waiting()).toEqual([]);
  for (const name of names) expect(await rowsAbout(name), name).toHaveLength(1);
});

const createClientOf = ({ url }: TestApp, user: User): User => ({
  ...user,
  ...createClient(url, user.token),
});

test('a row that fails again and again is kept and counted, and the next ones are delivered', async () => {
  await world.app.database.write((tx) =>
    tx
      .insertInto('notice_outbox')
      .values({
        ...{ id: '00000000-0000-7000-8000-000000000000', at: new Date().toISOString(), failed_at: null },
        notices: JSON.stringify([{ kind: 'nonsense', receivers: { to: 'users', ids: [mia.id] } }]),
      })
      .execute(),
  );
  const metrics = async () => (await world.nobody.raw('GET', '/metrics')).text();
  for (let turn = 0; turn < 3; turn++) {
    await add(`After ${turn}`);
    await world.settle();
    expect(await rowsAbout(`After ${turn}`)).toHaveLength(1);
  }
  expect(await waiting()).toMatchObject([{ failed_at: expect.any(String) }]);
  expect(await metrics()).toContain('canopy_given_up_total{kind="notices"} 1\n');
  await world.app.database.write((tx) => tx.deleteFrom('notice_outbox').execute());
});

test('a restore forgets what waited', async () => {
  await add('Old News');
  await world.app.database.write((tx) => dropWaiting({ ...systemContext(world.app), tx }));
  await world.settle();
  expect(await rowsAbout('Old News')).toEqual([]);
});

test.runIf(process.env.TEST_DIALECT !== 'postgres')(
  'a server that was killed after a commit delivers its notices once when it is there again, another one within 2 s',
  async () => {
    const { data_dir, database_url, public_url } = world.app.config;
    const port = String(await freePort());
    const env = {
      ...{ DATA_DIR: data_dir, PORT: port, RATE_LIMITS: 'off', PUBLIC_URL: public_url },
      ...(database_url && { DATABASE_URL: database_url }),
    };
    const killed = await startServer({ env });
    await add('Kim Killed', { ...world.ada, ...createClient(killed.url, world.ada.token) });
    await killed.kill();
    const before = await waiting();
    const again = await startServer({ env });
    try {
      await vi.waitFor(async () => expect(await rowsAbout('Kim Killed')).toHaveLength(1), { timeout: 1000 });
      // An act elsewhere, which this server does not know of.
      await add('Eve Elsewhere');
      await vi.waitFor(async () => expect(await rowsAbout('Eve Elsewhere')).toHaveLength(1), {
        timeout: 2500,
      });
    } finally {
      await again.stop();
    }
    await deliverNotices(world.app);
    expect(await rowsAbout('Kim Killed')).toHaveLength(1);
    expect(before).toHaveLength(1);
  },
);
