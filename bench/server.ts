import { hash, verify } from '@node-rs/argon2';
import { percentile } from '../faults/support/percentile.ts';
import { usageOf } from '../faults/support/usage.ts';
import { type ServerProcess, startServer } from '../server/testing/processes/server-process.ts';
import { account, signIn } from '../server/testing/requests/first-account.ts';
import { prepareLoad, type Sample } from './load.ts';
import type { BenchRequest } from './requests.ts';
import type { Setup } from './setup.ts';
import { aim, atMost, median, type Row, times } from './table.ts';

/** In turns, because the machine is noisy. The first round warms up. */
export async function inTurns<Ours, Bare>(
  rounds: number,
  ours: () => Promise<Ours>,
  bare: () => Promise<Bare>,
) {
  const pairs: [Ours, Bare][] = [];
  for (let round = 0; round <= rounds; round++) pairs.push([await ours(), await bare()]);
  pairs.shift();
  return {
    ours: pairs.map(([result]) => result),
    bare: pairs.map(([, result]) => result),
    median: (of: (ours: Ours, bare: Bare) => number) => median(pairs.map((pair) => of(...pair))),
  };
}

export async function measureStart({ startCanopy, pace }: Setup): Promise<Row[]> {
  const starts: number[] = [];
  for (let round = 0; round < pace.rounds; round++) {
    const canopy = await startCanopy();
    starts.push(canopy.firstAnswerMs);
    await canopy.stop();
  }
  return [{ what: 'start', ...atMost(median(starts), 'ms', 1000) }];
}

export async function measureLists(setup: Setup): Promise<Row[]> {
  const canopy = await setup.startCanopy();
  const atRest = usageOf(canopy.pid).residentMb;
  const times: number[] = [];
  for (let time = 0; time < 20; time++) times.push(await listAllUsers(canopy, setup.token));
  const afterLists = usageOf(canopy.pid).residentMb;
  await canopy.stop();
  return [
    { what: 'list, time', Canopy: `${median(times).toFixed(0)} ms` },
    { what: 'list, memory before', Canopy: `${atRest.toFixed(0)} MB` },
    { what: 'list, memory after 20 times', ...atMost(afterLists, 'MB', 150) },
  ];
}

/** Page by page, as the browser loads a list of up to 1,000 rows, and an export of all. */
async function listAllUsers({ url }: ServerProcess, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'br' };
  const startedAt = performance.now();
  for (let path = '/api/users?limit=100&include=refs'; path; ) {
    const answer = await fetch(url + path, { headers });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    const { next } = (await answer.json()) as { next: string | null };
    path = next ? `/api/users?limit=1000&after=${encodeURIComponent(next)}` : '';
  }
  return performance.now() - startedAt;
}

/** With two parallel checks. */
async function verifyPerSecond(stored: string, roundMs: number): Promise<number> {
  const startedAt = performance.now();
  let done = 0;
  const lane = async () => {
    for (; performance.now() < startedAt + roundMs; done++) await verify(stored, account.password);
  };
  await Promise.all([lane(), lane()]);
  return (done / (performance.now() - startedAt)) * 1000;
}

export async function measureAccess({ settings, token, pace }: Setup): Promise<Row[]> {
  const server = await startServer({
    script: 'bench/access-server.ts',
    env: settings,
    path: '/api/bench/open',
  });
  const headers = { authorization: `Bearer ${token}` };
  const compare = async (what: string, connections: number, costOf: (sample: Sample) => number) => {
    const load = (path: string) =>
      prepareLoad({ server, next: () => ({ method: 'GET', path }), headers, connections }, pace.roundMs);
    const pairs = await inTurns(pace.rounds, await load('/api/bench/guarded'), await load('/api/bench/open'));
    const added = pairs.median((guarded, open) => costOf(guarded) - costOf(open));
    const bare = `to ${median(pairs.bare.map(costOf)).toFixed(3)} ms`;
    return { what, ...atMost(added, 'ms', 0.1, 3), bare };
  };
  const rows = [
    await compare('access, time added', 1, ({ latenciesMs }) => median(latenciesMs)),
    await compare('access, processor time added', 16, ({ workMs }) => workMs),
  ];
  await server.stop();
  return rows;
}

const signInRequest: BenchRequest = {
  method: 'POST',
  path: '/auth/v1/token?grant_type=password',
  body: account,
};

export async function measureSignIn({ startCanopy, pace }: Setup): Promise<Row[]> {
  const canopy = await startCanopy();
  // The same parameters as in server/features/auth/identities/passwords.pure.ts.
  const stored = await hash(account.password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 });
  const load = { server: canopy, next: () => signInRequest, headers: {}, connections: 4 };
  const signIns = await prepareLoad(load, pace.roundMs);
  const ours = async () => (await signIns()).perSecond;
  const pairs = await inTurns(pace.rounds, ours, () => verifyPerSecond(stored, pace.roundMs));
  await canopy.stop();
  const rate = (rates: readonly number[]) => `${median(rates).toFixed(0)}/s`;
  const ratio = pairs.median((signedIn, compared) => signedIn / compared);
  const cells = { Canopy: rate(pairs.ours), bare: rate(pairs.bare), ratio: ratio.toFixed(2) };
  return [{ what: 'sign-in', ...cells, aim: aim('≥ 0.8', ratio >= 0.8) }];
}

export async function measureCrowd({ startCanopy, token, kinds, pace }: Setup): Promise<Row[]> {
  const canopy = await startCanopy();
  const headers = { authorization: `Bearer ${token}` };
  const load = { server: canopy, next: kinds.read, headers, connections: 4 };
  const read = await prepareLoad(load, pace.roundMs);
  const readInCrowd = async () => {
    let isOver = false;
    const lane = async () => {
      while (!isOver) await signIn(canopy.url);
    };
    const crowd = Array.from({ length: 50 }, lane);
    const sample = await read();
    isOver = true;
    await Promise.all(crowd);
    return sample;
  };
  const pairs = await inTurns(pace.rounds, readInCrowd, read);
  await canopy.stop();
  return [0.5, 0.99].map((share) => {
    const slow = ({ latenciesMs }: Sample) => percentile(latenciesMs, share);
    const [ours, idle] = [median(pairs.ours.map(slow)), median(pairs.bare.map(slow))];
    const ratio = pairs.median((ours, idle) => slow(ours) / slow(idle));
    return times(`crowd, p${share * 100}`, ours, idle, { ratio, ...(share > 0.5 && { most: 5 }) });
  });
}
