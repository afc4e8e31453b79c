import { setTimeout as sleep } from 'node:timers/promises';
import { listRoles } from '../contract/roles.ts';
import { createUser, replaceUserRoles, updateUser } from '../contract/users.ts';
import { percentile } from '../faults/support/percentile.ts';
import { usageOf } from '../faults/support/usage.ts';
import { type Client, createClient } from '../server/testing/requests/client.ts';
import { type Followed, followStream } from '../server/testing/requests/follow-stream.ts';
import { signInAs } from '../server/testing/worlds/sign-in-as.ts';
import { openInside } from './inside.ts';
import { newUserId } from './requests.ts';
import { probe } from './runs.ts';
import type { Setup } from './setup.ts';
import { atMost, median, type Row, times } from './table.ts';

/** As many as a process serves. */
const count = 2000;
const countWhenQuick = 40;
const ofEachUser = 8;
const openedAtOnce = 40;
/** Beside changes. */
const busyCount = 500;
const changesPerMinute = 500;

/** What open streams cost: memory, and the time of the requests of others, without changes and with many. */
export async function measureStreams({ startCanopy, settings, token, kinds, pace }: Setup): Promise<Row[]> {
  const isQuick = pace.rounds === 1;
  const canopy = await startCanopy();
  const client = createClient(canopy.url, token);
  const ids = await addReaders(client, (isQuick ? countWhenQuick : count) / ofEachUser);
  const tokens = await signInUsers(settings, ids);
  const read = () => client.raw('GET', kinds.read(0).path);
  for (let time = 0; time < 2000; time++) await read();
  const measure = async () => {
    const { latencies } = await probe(read, sleep(pace.roundMs * 10));
    return { latencies, memory: usageOf(canopy.pid).residentMb };
  };
  const before = await measure();
  const streams = await openAll(canopy.url, tokens);
  const during = await measure();
  const areOpen = streams.filter(({ events }) => events.at(-1)?.name === 'hello').length;
  for (const stream of streams.splice(isQuick ? 0 : busyCount)) stream.close();
  await sleep(1000);
  const busy = await probe(read, changeUsers(client, kinds, pace.roundMs * 10));
  for (const stream of streams) stream.close();
  await sleep(1000);
  const after = await measure();
  await canopy.stop();
  const slow = ({ latencies }: { latencies: number[] }, share: number) => percentile(latencies, share);
  const without = (share: number) => median([slow(before, share), slow(after, share)]);
  const beside = `${busyCount} of them and ${changesPerMinute} changes a minute`;
  return [
    { what: `streams, memory of ${areOpen}`, ...atMost(during.memory - before.memory, 'MB', 80) },
    times('streams, p50 of a read beside them', slow(during, 0.5), without(0.5)),
    times('streams, p99 of a read beside them', slow(during, 0.99), without(0.99), { most: 1.25 }),
    times(`streams, p99 of a read beside ${beside}`, slow(busy, 0.99), without(0.99), { most: 5 }),
  ];
}

/** At an even pace. Each stream of a reader of all locations hears of each change. */
async function changeUsers(client: Client, kinds: Setup['kinds'], forMs: number): Promise<void> {
  const everyMs = 60_000 / changesPerMinute;
  const startedAt = performance.now();
  for (let change = 0; change * everyMs < forMs; change++) {
    await sleep(Math.max(0, startedAt + change * everyMs - performance.now()));
    const id = kinds.read(change).path.split('/').at(-1) ?? '';
    (await client.call(updateUser, { params: { id }, body: { phone: `(518) 555-${1000 + change}` } })).ok();
  }
}

/** New users who read all locations. */
async function addReaders(client: Client, count: number): Promise<string[]> {
  const { roles } = (await client.call(listRoles, {})).ok();
  const role_ids = roles.filter(({ name }) => name === 'admin').map(({ id }) => id);
  const ids = Array.from({ length: count }, newUserId);
  for (const id of ids) {
    const body = { id, email: emailOf(id), full_name: 'Streaming User' };
    (await client.call(createUser, { body })).ok();
    (await client.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
  }
  return ids;
}

/** A session of each. */
async function signInUsers(settings: Setup['settings'], ids: readonly string[]): Promise<string[]> {
  const inside = await openInside(settings);
  const tokens: string[] = [];
  for (const id of ids) tokens.push(await signInAs(inside.app, { id, email: emailOf(id) }));
  await inside.close();
  return tokens;
}

const emailOf = (id: string) => `${id}@streams.example`;

async function openAll(url: string, tokens: readonly string[]): Promise<Followed[]> {
  const streams: Followed[] = [];
  const queue = tokens.flatMap((token) => Array.from({ length: ofEachUser }, () => token)).values();
  const lane = async () => {
    for (const token of queue) {
      const stream = await followStream(url, token);
      await stream.next('hello');
      streams.push(stream);
    }
  };
  await Promise.all(Array.from({ length: openedAtOnce }, lane));
  return streams;
}
