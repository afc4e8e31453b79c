import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCovers, endCover } from '../../../contract/covers.ts';
import { createDistrict, moveLocation } from '../../../contract/districts.ts';
import { createLocation } from '../../../contract/locations.ts';
import { createUser, replaceUserLocations, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { recordChange } from '../../kernel/changes/record-change.ts';
import { type Followed, followStream } from '../../testing/requests/follow-stream.ts';
import { startTestApp, type TestApp } from '../../testing/worlds/test-app.ts';
import { millRoad, startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { listChanged } from './changes.repository.ts';

let world: World;
let other: TestApp;
beforeAll(async () => {
  world = await startWorld();
  const { data_dir, database_url = '' } = world.app.config;
  other = await startTestApp({ reuse: { dataDir: data_dir, databaseUrl: database_url } });
});
afterAll(async () => {
  await other.close();
  await world.close();
});

test('a follower of eight writers on two servers misses nothing', async () => {
  const written = new Set<string>();
  const write = async ({ app }: TestApp) => {
    for (let n = 0; n < 40; n++) {
      const row_id = randomUUID();
      written.add(row_id);
      await app.database.write(async (tx) => {
        recordChange({ app, tx }, { list: 'users', row_id, act: 'put', audit_id: null });
        await sleep(Math.random() * 5);
      });
    }
  };
  const found: string[] = [];
  let { seq } = await other.app.clock.read();
  const follow = async () => {
    const now = await other.app.clock.read();
    const rows = await listChanged(other.app.database.read, { after: seq, until: now.seq }, 10_000);
    found.push(...rows.map((row) => row.row_id));
    ({ seq } = now);
  };
  let isDone = false;
  const writers = [0, 1, 2, 3].flatMap(() => [write(world), write(other)]);
  const following = (async () => {
    while (!isDone) await follow();
    await follow();
  })();
  await Promise.all(writers);
  isDone = true;
  await following;
  expect(found.sort()).toEqual([...written].sort());
});

/** `npm run faults -- streams` asks for more. */
const cuts = Number(process.env.STREAM_CUTS ?? 50);
const atOnce = 10;
const latestMs = 1000;

test(`nothing is told later than a second after a cut on another server, ${cuts} times`, {
  timeout: cuts * 5000 + 60_000,
}, async () => {
  const { ada, locations, roleIds } = world;
  const readers: User[] = [];
  /** Of some readers: a location of their district, which moves out of it and back. */
  const moving = new Map<string, { id: string; district_id: string }>();
  /** Of others: how their covers end. */
  const covering = new Map<string, 'by a user' | 'by itself'>();
  for (let n = 0; n < atOnce; n++) {
    const reader = await world.newUser(`Reader ${n}`, ['viewer'], [locations.millRoad]);
    readers.push(reader);
    if (n % 4 === 1) covering.set(reader.id, n % 8 === 1 ? 'by a user' : 'by itself');
    if (n % 4 !== 0) continue;
    const { id: district_id } = (await ada.call(createDistrict, { body: { name: `District ${n}` } })).ok();
    const place = { ...millRoad, name: `Store ${n}`, district_id };
    moving.set(reader.id, { id: (await ada.call(createLocation, { body: place })).ok().id, district_id });
    const given = { location_ids: [locations.millRoad.id], district_ids: [district_id] };
    (await ada.call(replaceUserLocations, { params: { id: reader.id }, body: given })).ok();
  }
  const body = { email: 'busy@new.example', full_name: 'Busy', location_ids: [locations.millRoad.id] };
  const { id: busy } = (await ada.call(createUser, { body })).ok();
  let isBusy = true;
  const working = (async () => {
    for (let n = 0; isBusy; n++)
      await ada.call(updateUser, { params: { id: busy }, body: { phone: `${n}` } });
  })();
  /** How long after each cut the last thing was told, and that it was cut. */
  const told: number[] = [];
  const byes: number[] = [];
  const reasons = new Set<string>();
  const lend = async (user_id: string) => {
    const ends_at = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 16);
    const body = { user_id, location_ids: [locations.airport.id], ends_at, reason: null };
    return (await ada.call(createCovers, { body })).ok().covers[0]?.id ?? '';
  };
  /** Ends are entered to the minute, so a test moves this one. The user is changed, so that servers read it again. */
  const letRunOut = async (user_id: string, id: string) => {
    const ends_at = new Date(Date.now() + 1000).toISOString();
    await world.app.database.write((tx) =>
      tx.updateTable('covers').set({ ends_at }).where('id', '=', id).execute(),
    );
    (await ada.call(updateUser, { params: { id: user_id }, body: { phone: ends_at } })).ok();
    await sleep(Date.parse(ends_at) - Date.now());
  };
  const cutOne = async (user: User, n: number) => {
    const ending = covering.get(user.id);
    const cover = ending ? await lend(user.id) : '';
    const stream: Followed = await followStream(other.url, user.token);
    await stream.next('hello');
    await stream.next('changed');
    const moved = moving.get(user.id);
    if (moved) {
      const body = { district_id: n % 2 ? moved.district_id : null };
      (await ada.call(moveLocation, { params: { id: moved.id }, body })).ok();
    } else if (ending === 'by a user') (await ada.call(endCover, { params: { id: cover } })).ok();
    else if (ending) await letRunOut(user.id, cover);
    else {
      const role_ids = [n % 2 ? roleIds.viewer : roleIds.employee];
      (await ada.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids } })).ok();
    }
    const cutAt = performance.now();
    const { reason } = await stream.next('bye');
    reasons.add(reason);
    await stream.ended;
    for (const { name, at } of stream.events) if (at > cutAt) (name === 'bye' ? byes : told).push(at - cutAt);
  };
  for (let n = 0; n < cuts / atOnce; n++) await Promise.all(readers.map((user) => cutOne(user, n)));
  isBusy = false;
  await working;
  expect([...reasons]).toEqual(['access_changed']);
  const of = (all: number[], share: number) => all.toSorted((a, b) => a - b)[Math.floor(all.length * share)];
  console.info(
    `${told.length} events after a cut, the last after ${of(told, 0.999)?.toFixed()} ms; the stream ended after ${of(byes, 0.5)?.toFixed()} ms (median), ${of(byes, 0.999)?.toFixed()} ms at most`,
  );
  expect(told.filter((ms) => ms > latestMs)).toEqual([]);
});
