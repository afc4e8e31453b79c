import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { listLocations } from '../contract/locations.ts';
import { applyRun, getRun, planImport, type Run } from '../contract/runs.ts';
import { percentile } from '../faults/support/percentile.ts';
import { usageOf, watchResident } from '../faults/support/usage.ts';
import { type Client, createClient } from '../server/testing/requests/client.ts';
import type { QuickResponse } from '../server/testing/requests/quick-fetch.ts';
import { upload } from '../server/testing/requests/upload.ts';
import type { Setup } from './setup.ts';
import { atMost, type Row, times } from './table.ts';

const rowCount = 10_000;
const pollMs = 100;
/** Somebody else asks for a user. */
const probeMs = 10;

/** Each user has a role and one of the locations: a chain has no location of thousands of users. */
export async function measureRuns({ startCanopy, kinds, token }: Setup): Promise<Row[]> {
  const canopy = await startCanopy();
  const client = createClient(canopy.url, token);
  const read = () => client.raw('GET', kinds.read(0).path);
  for (let time = 0; time < 200; time++) await read();
  const { residentMb } = usageOf(canopy.pid);
  const resident = watchResident(canopy.pid);
  const idle = await probe(read, sleep(10_000));
  const planning = await probe(read, plan(client));
  const planned = planning.result;
  const applying = await probe(read, apply(client, planned.run));
  const memoryAdded = resident.stop() - residentMb;
  await canopy.stop();
  const slow = (latencies: number[]) => percentile(latencies, 0.99);
  const meanwhile = (what: string, { latencies }: { latencies: number[] }) => {
    const p99 = times(`runs, p99 while ${what}`, slow(latencies), slow(idle.latencies), { most: 5 });
    return [p99, { what: `runs, longest wait while ${what}`, ...atMost(Math.max(...latencies), 'ms', 200) }];
  };
  return [
    { what: 'runs, upload', Canopy: `${planned.uploadMs.toFixed(0)} ms` },
    { what: 'runs, 10,000 planned', ...atMost(planned.ms / 1000, 's', 5, 1) },
    ...meanwhile('planned', planning),
    { what: 'runs, 10,000 applied', ...atMost(applying.result / 1000, 's', 60, 1) },
    ...meanwhile('applied', applying),
    { what: 'runs, memory added', ...atMost(memoryAdded, 'MB', 60) },
  ];
}

/** Until the work is done. */
export async function probe<Result>(request: () => Promise<QuickResponse>, work: Promise<Result>) {
  const latencies: number[] = [];
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const startedAt = performance.now();
    await request();
    latencies.push(performance.now() - startedAt);
    await sleep(probeMs);
  }
  return { latencies, result: await over };
}

async function plan(client: Client) {
  const { locations } = (await client.call(listLocations, { query: { limit: 500 } })).ok();
  const numbers = locations.flatMap(({ number }) => number ?? []);
  const lines = Array.from({ length: rowCount }, (_, index) => {
    const location = numbers[index % numbers.length] ?? 'Bench';
    return `Import User ${index},${randomUUID()}@import.example,(518) 555-0100,employee,${location}`;
  });
  const file = ['Full name,Email,Phone,Roles,Locations', ...lines].join('\r\n');
  const startedAt = performance.now();
  const { id, file: read } = (await upload(client, 'users', file)).ok();
  const uploadMs = performance.now() - startedAt;
  const body = { mapping: read?.mapping ?? [] };
  (await client.call(planImport, { params: { id }, body })).ok();
  const run = await waitFor(client, id, 'planned');
  if (run.planned.created !== rowCount) throw new Error(`Planned: ${JSON.stringify(run.planned)}`);
  return { run, uploadMs, ms: performance.now() - startedAt - uploadMs };
}

/** In milliseconds. */
async function apply(client: Client, { id }: Run): Promise<number> {
  const startedAt = performance.now();
  (await client.call(applyRun, { params: { id }, body: {} })).ok();
  const run = await waitFor(client, id, 'done');
  if (run.applied.created !== rowCount) throw new Error(`Applied: ${JSON.stringify(run.applied)}`);
  return performance.now() - startedAt;
}

async function waitFor(client: Client, id: string, state: Run['state']): Promise<Run> {
  for (;;) {
    const run = (await client.call(getRun, { params: { id } })).ok();
    if (run.state === state) return run;
    if (run.state === 'failed') throw new Error(`The run failed: ${run.problem}`);
    await sleep(pollMs);
  }
}
