import { setTimeout as sleep } from 'node:timers/promises';
import { createUser } from '../contract/users.ts';
import { createClient } from '../server/testing/requests/client.ts';
import { type Followed, followStream } from '../server/testing/requests/follow-stream.ts';
import { signInAs } from '../server/testing/worlds/sign-in-as.ts';
import { openInside } from './inside.ts';
import { newUserId } from './requests.ts';
import { probe } from './runs.ts';
import { residentMb, type Setup } from './setup.ts';
import { aim, atMost, median, percentile, type Row } from './table.ts';

/** As many as a process serves. */
const count = 2000;
const countWhenQuick = 40;
const ofEachUser = 8;
const openedAtOnce = 40;

/** What streams cost on which nothing happens: memory, and the time of the requests of others. */
export async function measureStreams({ startCanopy, settings, token, kinds, pace }: Setup): Promise<Row[]> {
  const isQuick = pace.rounds === 1;
  const tokens = await signInUsers(settings, token, (isQuick ? countWhenQuick : count) / ofEachUser);
  const canopy = await startCanopy();
  const client = createClient(canopy.url, token);
  const read = () => client.raw('GET', kinds.read(0).path);
  for (let time = 0; time < 2000; time++) await read();
  const measure = async () => {
    const { latencies } = await probe(read, sleep(pace.roundMs * 10));
    return { latencies, memory: residentMb(canopy) };
  };
  const before = await measure();
  const streams = await openAll(canopy.url, tokens);
  const during = await measure();
  const areOpen = streams.filter(({ events }) => events.at(-1)?.name === 'hello').length;
  for (const stream of streams) stream.close();
  await sleep(1000);
  const after = await measure();
  await canopy.stop();
  const slow = ({ latencies }: { latencies: number[] }, share: number) => percentile(latencies, share);
  return [
    { what: `streams, memory of ${areOpen}`, ...atMost(during.memory - before.memory, 'MB', 80) },
    ...[0.5, 0.99].map((share) => {
      const without = [slow(before, share), slow(after, share)];
      const ratio = slow(during, share) / median(without);
      return {
        what: `streams, p${share * 100} of a read beside them`,
        Canopy: `${slow(during, share).toFixed(2)} ms`,
        bare: without.map((ms) => `${ms.toFixed(2)} ms`).join(', '),
        ratio: ratio.toFixed(2),
        ...(share > 0.5 && { aim: aim('≤ 1.25', ratio <= 1.25) }),
      };
    }),
  ];
}

/** New users, and a session of each. */
async function signInUsers(settings: Setup['settings'], token: string, users: number): Promise<string[]> {
  const inside = await openInside(settings);
  const headers = { authorization: `Bearer ${token}` };
  const tokens: string[] = [];
  for (let user = 0; user < users; user++) {
    const id = newUserId();
    const email = `${id}@streams.example`;
    const payload = { id, email, full_name: 'Streaming User' };
    const made = await inside.server.inject({ method: 'POST', url: createUser.path, headers, payload });
    if (made.statusCode >= 300) throw new Error(made.body);
    tokens.push(await signInAs(inside.app, { id, email }));
  }
  await inside.close();
  return tokens;
}

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
