import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listChanges } from '../../../contract/changes.ts';
import { createCovers } from '../../../contract/covers.ts';
import { closeLocation, createLocation } from '../../../contract/locations.ts';
import {
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  markNotificationsSeen,
} from '../../../contract/notifications/notifications.ts';
import { createRole, updateRole } from '../../../contract/roles.ts';
import { listOwnSessions } from '../../../contract/sessions.ts';
import {
  createUser,
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { renewEpoch } from '../../kernel/changes/change-clock.ts';
import { recordOwnChange } from '../../kernel/changes/record-change.ts';
import type { App } from '../../kernel/context.ts';
import { createClient } from '../../testing/requests/client.ts';
import { type Followed, followStream } from '../../testing/requests/follow-stream.ts';
import { startTestApp, type TestApp } from '../../testing/worlds/test-app.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
/** A second server on the same database. */
let other: TestApp;
let late = 0;
beforeAll(async () => {
  const now = () => new Date(Date.now() + late);
  world = await startWorld({ now });
  const { data_dir, database_url } = world.app.config;
  const reuse = { dataDir: data_dir, ...(database_url && { databaseUrl: database_url }) };
  other = await startTestApp({ now, reuse });
});
afterAll(async () => {
  await other?.close();
  await world.close();
});

const open: Followed[] = [];
async function follow(user: User, url = world.url): Promise<Followed> {
  const stream = await followStream(url, user.token);
  open.push(stream);
  await stream.next('hello');
  return stream;
}
afterEach(async () => {
  late = 0;
  for (const stream of open.splice(0)) stream.close();
  await vi.waitFor(() => expect(world.app.meters.streams.open).toBe(0));
});

let made = 0;
async function newUser(location_ids: string[] = []) {
  const body = { email: `s${made++}@new.example`, full_name: 'New User', location_ids };
  return (await world.ada.call(createUser, { body })).ok().id;
}
const edit = async (id: string) =>
  (await world.ada.call(updateUser, { params: { id }, body: { phone: `${made++}` } })).ok();
const byName = (stream: Followed) => stream.events.map(({ name }) => name);

test('a stream begins with its headers, a comment and hello, and says what changed, also on another server', async () => {
  const { ada } = world;
  const stream = await followStream(world.url, ada.token);
  open.push(stream);
  expect(stream.status).toBe(200);
  expect(stream.headers).toMatchObject({
    ...{ 'content-type': 'text/event-stream', 'cache-control': 'no-store, no-transform' },
    ...{ 'x-accel-buffering': 'no', 'x-content-type-options': 'nosniff' },
  });
  expect(stream.headers['content-encoding']).toBeUndefined();
  const hello = await stream.next('hello');
  expect(hello.version).toBe(world.app.config.version);
  expect(stream.comments()).toBe(1);
  const elsewhere = await follow(ada, other.url);
  const id = await newUser([world.locations.airport.id]);
  for (const one of [stream, elsewhere]) {
    const { lists, ids, cursor } = await one.next('changed');
    expect(lists.sort()).toEqual(['districts', 'locations', 'users']);
    expect(ids).toEqual({ users: [id], locations: [world.locations.airport.id] });
    const { users } = (await ada.call(listChanges, { query: { since: hello.cursor } })).ok();
    expect(users?.rows.map((row) => row.id)).toEqual([id]);
    const since = (await ada.call(listChanges, { query: { since: cursor } })).ok();
    expect(since).toEqual({ cursor, changed: [], reset: [], scope_changed: false });
  }
  expect(byName(stream)).toEqual(['hello', 'changed']);
});

test('every change is told once, however many come together', async () => {
  const stream = await follow(world.ada);
  const ids = await Promise.all(Array.from({ length: 30 }, () => newUser()));
  const told = new Set<string>();
  while (told.size < ids.length) {
    const { ids } = await stream.next('changed');
    for (const id of ids?.users ?? []) told.add(id);
  }
  expect([...told].sort()).toEqual(ids.sort());
  const all = stream.events.flatMap((event) =>
    event.name === 'changed' ? (event.data.ids?.users ?? []) : [],
  );
  expect(all).toHaveLength(ids.length);
});

test('a reader without all locations hears of own locations, by name only, and what is about them', async () => {
  const { millRoad, airport } = world.locations;
  const mia = await world.newUser('Mia Manager', ['manager'], [millRoad]);
  const here = await newUser([millRoad.id]);
  const there = await newUser([airport.id]);
  const stream = await follow(mia);
  await edit(there);
  await edit(here);
  expect(await stream.next('changed')).toEqual({
    cursor: expect.stringMatching(/^[\w-]+$/),
    lists: ['users'],
  });
  await edit(mia.id);
  expect(await stream.next('you')).toEqual({ about: ['access'] });
  expect(stream.events.filter(({ name }) => name === 'changed')).toHaveLength(2);
});

test('all streams of a user hear of their notifications and marks at once, also by polling, and nobody else does', async () => {
  const place = (await world.ada.call(createLocation, { body: { ...airport, name: 'Told Street' } })).ok();
  const told = await world.newUser('Tom Told', ['manager'], [place]);
  // Told of a location that closes, and may not read locations.
  const blind = await world.newUser('Bo Blind', [], [place]);
  const oda = await world.newUser('Oda Other', ['manager'], [world.locations.airport]);
  await world.settle();
  const tabs = [await follow(told), await follow(told, other.url)];
  const others = [await follow(oda), await follow(blind), await follow(world.ada, other.url)];
  const since = (await told.call(listChanges, { query: { since: '' } })).ok().cursor;
  const next = async () => {
    for (const tab of tabs) expect(await tab.next('you')).toEqual({ about: ['notifications'] });
  };
  const params = { id: place.id };
  (await world.ada.call(closeLocation, { params, body: { closed_on: '2026-11-19' } })).ok();
  await world.settle();
  await next();
  const polled = (await told.call(listChanges, { query: { since } })).ok();
  expect(polled.changed).toContain('notifications');
  const [row] = (await told.call(listNotifications, { query: {} })).ok().notifications;
  const { id = '', last_at: until = '' } = row ?? {};
  (await told.call(markNotificationsSeen, { body: { until } })).ok();
  await next();
  (await told.call(markNotificationRead, { params: { id }, body: { is_read: true } })).ok();
  await next();
  (await told.call(markNotificationsRead, { body: { until } })).ok();
  await next();
  // What changes nothing is not told.
  (await told.call(markNotificationsSeen, { body: { until } })).ok();
  (await told.call(markNotificationsRead, { body: { until } })).ok();
  await edit(told.id);
  for (const tab of tabs) expect(await tab.next('you')).toEqual({ about: ['access'] });
  for (const stream of others) {
    expect(stream.events.filter(({ name }) => name === 'you')).toEqual([]);
    const lists = stream.events.flatMap((event) => (event.name === 'changed' ? event.data.lists : []));
    expect(lists).not.toContain('notifications');
  }
  const ofPlace = world.app.database.read.selectFrom('location_notices').select('kind');
  const kinds = await ofPlace.where('location_id', '=', place.id).execute();
  expect(kinds.filter(({ kind }) => kind === 'location_closed')).toHaveLength(1);
});

test('a stream ends with the reason when its reader loses access, also on another server', async () => {
  const { ada, locations, roleIds } = world;
  const role = (await ada.call(createRole, { body: { name: 'Own', permissions: ['users.read'] } })).ok().id;
  const cuts: [string, string, (user: User) => Promise<unknown>][] = [
    [
      'Dee',
      'deactivated',
      (user) => ada.call(updateUser, { params: { id: user.id }, body: { is_active: false } }),
    ],
    ['Del', 'session_ended', (user) => ada.call(deleteUser, { params: { id: user.id } })],
    ['Out', 'session_ended', (user) => user.raw('POST', '/auth/v1/logout?scope=local', {})],
    [
      ...(['Rol', 'access_changed'] as const),
      (user) => ada.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids: [roleIds.viewer] } }),
    ],
    [
      ...(['Loc', 'access_changed'] as const),
      (user) =>
        ada.call(replaceUserLocations, {
          ...{ params: { id: user.id }, body: { location_ids: [locations.airport.id] } },
        }),
    ],
    [
      ...(['Per', 'access_changed'] as const),
      () =>
        ada.call(updateRole, { params: { id: role }, body: { permissions: ['users.read', 'roles.read'] } }),
    ],
    [
      ...(['Old', 'token_expired'] as const),
      async (user) => {
        late = 2 * 3_600_000;
        const { app } = world;
        await app.database.write(async (tx) => recordOwnChange({ app, tx }, 'notifications', user.id));
      },
    ],
  ];
  for (const [name, reason, cut] of cuts) {
    const user = await world.newUser(`${name} Cut`, ['employee'], [locations.millRoad]);
    const role_ids = [name === 'Per' ? role : roleIds.employee];
    (await ada.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids } })).ok();
    const streams = [await follow(user), await follow(user, other.url)];
    await cut(user);
    for (const stream of streams) {
      expect(await stream.next('bye'), name).toEqual({ reason });
      await stream.ended;
      expect(byName(stream), name).not.toContain('changed');
    }
    late = 0;
  }
});

test('an open stream does not count as use of its session', async () => {
  const { app, ada, locations } = world;
  const una = await world.newUser('Una Unattended', ['employee'], [locations.millRoad]);
  const { sessions } = (await una.call(listOwnSessions, {})).ok();
  const id = sessions[0]?.id ?? expect.fail('There is no session');
  const stream = await follow(una);
  const used = app.activity.recordedAt(id);
  late = 600_000;
  (await ada.call(updateUser, { params: { id: una.id }, body: { phone: '7' } })).ok();
  await stream.next('you');
  expect(app.activity.recordedAt(id)).toBe(used);
});

test('a stream gives a sign of life every 15 seconds and goes on after 20 minutes, without a time limit of the server', async () => {
  // Of what is asked from now on: the server has its own clocks.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const stream = await follow(world.ada);
  for (let minute = 1; minute <= 20; minute++) {
    late = minute * 60_000;
    const before = stream.comments();
    vi.advanceTimersByTime(60_000);
    await vi.waitFor(() => expect(stream.comments()).toBe(before + 4));
  }
  // Its time for requests concerns what clients send.
  expect(world.server.server.timeout).toBe(0);
  const id = await newUser();
  expect((await stream.next('changed')).ids?.users).toEqual([id]);
  expect(byName(stream)).toEqual(['hello', 'changed']);
});

/** Counts how often the server asks who has a token, until the test ends. */
function countChecks(app: App, fail: (token: string) => boolean = () => false) {
  const { authenticate } = app;
  const checks: string[] = [];
  app.authenticate = async (...args) => {
    checks.push(args[1]);
    if (fail(args[1])) throw new Error('A bug');
    return authenticate(...args);
  };
  onTestFinished(() => void Object.assign(app, { authenticate }));
  return checks;
}

test('all streams of a token are renewed together, and each gives its sign of life', async () => {
  const ria = await world.newUser('Ria Renewed', ['employee'], [world.locations.millRoad]);
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const streams: Followed[] = [];
  for (let n = 0; n < 5; n++) streams.push(await follow(ria));
  streams.push(await follow(world.ada));
  const comments = streams.map((stream) => stream.comments());
  const checks = countChecks(world.app);
  vi.advanceTimersByTime(15_000);
  for (const [n, stream] of streams.entries())
    await vi.waitFor(() => expect(stream.comments()).toBe((comments[n] ?? 0) + 1));
  expect(checks.sort()).toEqual([ria.token, world.ada.token].sort());
  // The first of them may end, and the others go on.
  streams[0]?.close();
  await vi.waitFor(() => expect(world.app.meters.streams.open).toBe(5));
  checks.length = 0;
  (await world.ada.call(updateUser, { params: { id: ria.id }, body: { phone: '8' } })).ok();
  for (const stream of streams.slice(1, 5)) expect(await stream.next('you')).toEqual({ about: ['access'] });
  expect(checks.filter((token) => token === ria.token)).toHaveLength(1);
});

test('a reader whose access cannot be checked keeps nobody else from hearing of changes', async () => {
  const { ada, locations } = world;
  const bad = await world.newUser('Bad Luck', ['employee'], [locations.millRoad]);
  const streams = [await follow(bad), await follow(ada)];
  countChecks(world.app, (token) => token === bad.token);
  const id = await newUser();
  (await ada.call(updateUser, { params: { id: bad.id }, body: { phone: '9' } })).ok();
  expect(await streams[0]?.next('bye')).toEqual({ reason: 'restart' });
  const told = new Set<string>();
  while (!told.has(id) || !told.has(bad.id)) {
    for (const one of (await streams[1]?.next('changed'))?.ids?.users ?? []) told.add(one);
  }
});

test('a reader who is cut off while the access of another takes a second to check is told nothing after it', async () => {
  const { app, ada, locations } = world;
  const slow = await world.newUser('Slow Check', ['employee'], [locations.millRoad]);
  const cut = await world.newUser('Cut Off', ['manager'], [locations.millRoad]);
  await follow(slow);
  const stream = await follow(cut);
  const now = performance.now.bind(performance);
  let ahead = 0;
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + ahead);
  onTestFinished(() => clock.mockRestore());
  const { authenticate } = app;
  onTestFinished(() => void Object.assign(app, { authenticate }));
  app.authenticate = async (...args) => {
    if (args[1] === slow.token && ahead === 0) {
      ahead = 1000;
      const elsewhere = createClient(other.url, ada.token);
      (await elsewhere.call(updateUser, { params: { id: cut.id }, body: { is_active: false } })).ok();
    }
    return authenticate(...args);
  };
  // The reader would hear of it, as of every change at the own location.
  await edit(slow.id);
  expect(await stream.next('bye')).toEqual({ reason: 'deactivated' });
  expect([ahead, byName(stream)]).toEqual([1000, ['hello', 'bye']]);
});

test('the eleventh stream of a user ends the oldest, and a stopped server says goodbye', async () => {
  const tim = await world.newUser('Tim Tabs', ['employee'], [world.locations.millRoad]);
  const streams: Followed[] = [];
  for (let n = 0; n < 11; n++) streams.push(await follow(tim));
  expect(await streams[0]?.next('bye')).toEqual({ reason: 'too_many' });
  expect(world.app.meters.streams.open).toBe(10);
  const { data_dir, database_url } = world.app.config;
  const third = await startTestApp({
    reuse: { dataDir: data_dir, ...(database_url && { databaseUrl: database_url }) },
  });
  const stream = await followStream(third.url, tim.token);
  await stream.next('hello');
  await third.close();
  expect(await stream.next('bye')).toEqual({ reason: 'restart' });
  await stream.ended;
});

const inMs = (ms: number) => new Date(Date.now() + ms).toISOString();

/** Entered to the minute on screens, so that a test moves it. */
async function moveCover(id: string, changes: { starts_at?: string; ends_at?: string }) {
  const { database } = world.app;
  await database.write((tx) => tx.updateTable('covers').set(changes).where('id', '=', id).execute());
}

test('a stream of another server ends within a second when a cover of its user starts or ends, and others do not', async () => {
  const { millRoad, airport } = world.locations;
  const sam = await world.newUser('Sam Standin', ['employee'], [millRoad]);
  const eve = await world.newUser('Eve Employee', ['employee'], [millRoad]);
  const ends_at = inMs(3 * 86_400_000).slice(0, 16);
  const first = await follow(sam, other.url);
  const body = { user_id: sam.id, location_ids: [airport.id], ends_at, reason: null };
  const [cover] = (await world.ada.call(createCovers, { body })).ok().covers;
  const id = cover?.id ?? '';
  expect(await first.next('bye')).toEqual({ reason: 'access_changed' });
  const another = await follow(eve, other.url);
  const end = inMs(1500);
  await moveCover(id, { ends_at: end });
  const stream = await follow(sam, other.url);
  await stream.ended;
  const late = Date.now() - Date.parse(end);
  expect(byName(stream)).toEqual(['hello', 'bye']);
  expect(late).toBeGreaterThanOrEqual(0);
  expect(late).toBeLessThan(1000);
  const start = inMs(1500);
  await moveCover(id, { starts_at: start, ends_at: inMs(60_000) });
  await (await follow(sam, other.url)).ended;
  expect(Date.now() - Date.parse(start)).toBeLessThan(1000);
  // An end that moves while the stream is open: the user changed.
  const open = await follow(sam);
  await moveCover(id, { ends_at: inMs(1500) });
  await edit(sam.id);
  expect(await open.next('bye')).toEqual({ reason: 'access_changed' });
  expect(byName(another)).not.toContain('bye');
});

test('who covers a location hears of what changes there', async () => {
  const { millRoad, airport } = world.locations;
  const sam = await world.newUser('Sam Second', ['employee'], [millRoad]);
  const ends_at = inMs(3 * 86_400_000).slice(0, 16);
  const body = { user_id: sam.id, location_ids: [airport.id], ends_at, reason: null };
  (await world.ada.call(createCovers, { body })).ok();
  const there = await newUser([airport.id]);
  const stream = await follow(sam);
  await edit(there);
  expect((await stream.next('changed')).lists).toContain('users');
});

test('hello comes again after the database was away, and with a new epoch', async () => {
  const { app, ada } = world;
  const stream = await follow(ada);
  const { read } = app.clock;
  let failures = 0;
  app.clock.read = async () => {
    failures += 1;
    throw new Error('The database is away');
  };
  await vi.waitFor(() => expect(failures).toBeGreaterThan(0), { timeout: 10_000 });
  app.clock.read = read;
  const back = await stream.next('hello');

  await app.database.write((tx) => renewEpoch(tx));
  const hello = await stream.next('hello');
  expect(hello.cursor).not.toBe(back.cursor);
  const since = { query: { since: back.cursor } };
  expect((await ada.call(listChanges, since)).ok().reset).toContain('users');

  // A standby took over that lacks the last commits.
  await newUser();
  await stream.next('changed');
  await app.database.write(async (tx) => {
    await tx
      .updateTable('change_clock')
      .set((eb) => ({ seq: eb('seq', '-', 1) }))
      .execute();
  });
  const again = await stream.next('hello');
  expect(again.cursor.split('.')[0]).not.toBe(hello.cursor.split('.')[0]);
});
