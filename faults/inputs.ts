import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { createClient } from '../server/testing/requests/client.ts';
import * as chain from './support/chain.ts';
import { type Case, type Measured, measure, type Setup, startSetup } from './support/hostile-setup.ts';
import { listCases } from './support/hostile-ways.ts';
import { Instance } from './support/instance.ts';
import { percentile } from './support/percentile.ts';
import type { Wait } from './support/probe.ts';
import type { Report } from './support/report.ts';
import { usageOf } from './support/usage.ts';

/** Of one file, archive or body. */
const processorMaxSeconds = 12;
const readMaxMs = 200;
const changeMaxMs = 250;
const residentMaxMb = 64;
/** What is stored of a file, for each byte that it has when it is packed; and of one that is refused. */
const storedMaxTimes = 3;
const refusedMaxBytes = 134_000;
/** Of each file of an archive: its head, which an archive packs with those of others. */
const headMaxBytes = 100;
/** A noisy machine lets everything wait, by this many times what the slowest hundredth waits for nothing. */
const idleTimes = 5;
/** Threads end after a minute without work. */
const restMs = 65_000;
/** V8 and malloc keep what they once needed: a collection and a trim gave back 130 MB, and 40 MB of objects were left. */
const restMaxMb = 200;

/** Everything that comes from outside, at its limits and at ten times of them: `--database sqlite --only word`. */
export async function inputs(report: Report, args: string[]): Promise<void> {
  const { database, only } = parseArgs({
    args,
    options: { database: { type: 'string', default: 'sqlite' }, only: { type: 'string', default: '' } },
  }).values;
  const cluster = database === 'postgres' ? await startPostgresCluster({ isDurable: true }) : null;
  const server = await Instance.make('canopy', {
    SECRET_KEY: 'the key of an instance that is sent hostile files',
    // It takes longer than an hour.
    ACCESS_TOKEN_SECONDS: '36000',
    ...(cluster && { DATABASE_URL: cluster.url }),
  });
  try {
    await server.start();
    const setup = await startSetup(server, cluster?.url ?? null);
    const bounds = boundsOf(report, setup);
    const all: Measured[] = [];
    for (const one of listCases(setup)) {
      if (!`${one.way} ${one.name}`.includes(only)) continue;
      const measured = await measure(setup, one);
      all.push(measured);
      report.note(rowOf(one, measured));
    }
    for (const [way, some] of Map.groupBy(all, ({ of }) => of.way)) check(report, way, some, bounds);
    await sleep(restMs);
    const left = usageOf(server.pid).residentMb - setup.residentMb;
    report.check(
      `memory a minute after all of it: ${left.toFixed(0)} MB more than before`,
      left <= restMaxMb,
    );
    const health = await createClient(server.url, await chain.signIn(server.url)).raw('GET', '/api/profile');
    report.check(`the server answers after ${all.length} inputs (${health.status})`, health.status === 200);
  } finally {
    await server.end('SIGTERM');
    await cluster?.stop();
  }
}

interface Bounds {
  readMs: number;
  changeMs: number;
}

function boundsOf(report: Report, { idle }: Setup): Bounds {
  const slow = (waits: readonly Wait[]) => ({
    ms: percentile(
      waits.map(({ ms }) => ms),
      0.99,
    ),
    ownMs: percentile(
      waits.map(({ ownMs }) => ownMs),
      0.99,
    ),
  });
  const [reads, changes] = [slow(idle.reads), slow(idle.changes)];
  report.note(
    `others of an idle server, p99: GET ${millisecondsOf(reads)}, change ${millisecondsOf(changes)}`,
  );
  return {
    readMs: Math.max(readMaxMs, idleTimes * reads.ownMs),
    changeMs: Math.max(changeMaxMs, idleTimes * changes.ownMs),
  };
}

/** And in brackets with the time that other programs took. */
function millisecondsOf({ ms, ownMs }: Wait): string {
  return `${ownMs.toFixed(0).padStart(4)} ms (${ms.toFixed(0)})`.padEnd(14);
}

function rowOf({ way, name }: Case, one: Measured): string {
  const { processorSeconds, read, change, residentMb, storedBytes, grewBytes, outcome } = one;
  return [
    `${way}, ${name}`.padEnd(48),
    `${processorSeconds.toFixed(1).padStart(5)} s`,
    `GET ${millisecondsOf(read)}`,
    `change ${millisecondsOf(change)}`,
    `+${residentMb.toFixed(0).padStart(3)} MB`,
    `${(storedBytes / 1000).toFixed(0).padStart(6)} kB of the file`,
    `${(grewBytes / 1e6).toFixed(1).padStart(5)} MB in all`,
    outcome,
  ].join('  ');
}

function check(report: Report, way: string, all: readonly Measured[], bounds: Bounds): void {
  const worst = (what: string, unit: string, of: (one: Measured) => number, most: number) => {
    const one = all.toSorted((a, b) => of(b) - of(a))[0];
    if (!one) return;
    const sentence = `${way}: ${what} at most ${most.toFixed(0)} ${unit}: ${of(one).toFixed(1)} (${one.of.name})`;
    const beyond = all.filter((one) => of(one) > most).map(({ of }) => of.name);
    report.check(
      beyond.length > 1 ? `${sentence}, and ${beyond.slice(1).join(', ')}` : sentence,
      beyond.length === 0,
    );
  };
  const wrong = all.filter(({ isAnswered }) => !isAnswered);
  report.check(
    `${way}: ${all.length} inputs have an answer with a sentence${wrong.map(({ of, outcome }) => `; not ${of.name}: ${outcome}`).join('')}`,
    wrong.length === 0,
  );
  worst(
    'processor of a file',
    's',
    (one) => one.processorSeconds / Math.max(1, one.files),
    processorMaxSeconds,
  );
  worst("others' reads", 'ms', ({ read }) => read.ownMs, bounds.readMs);
  worst("others' changes", 'ms', ({ change }) => change.ownMs, bounds.changeMs);
  worst('memory', 'MB', ({ residentMb }) => residentMb, residentMaxMb);
  worst(
    'bytes stored of a file beyond three times its packed size',
    'bytes',
    (one) => Math.max(0, one.storedBytes - storedMaxTimes * one.packedBytes - headMaxBytes * one.files),
    refusedMaxBytes,
  );
  const failed = all.flatMap(({ failed }) => failed);
  report.check(
    `${way}: no request of others failed${[...new Set(failed)].map((one) => `; ${one}`).join('')}`,
    failed.length === 0,
  );
}
