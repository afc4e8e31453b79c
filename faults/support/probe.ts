import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, Worker, workerData } from 'node:worker_threads';
import { createClient } from '../../server/testing/requests/client.ts';

/** How long another user's requests took, in milliseconds. */
export interface Wait {
  ms: number;
  /** Without the time in which the server was ready and other programs of the machine had the processors. */
  ownMs: number;
}

export interface Waits {
  reads: Wait[];
  changes: Wait[];
  /** Such as 'PATCH 503'. */
  failed: string[];
}

interface Probed {
  url: string;
  token: string;
  /** Of the server. */
  pid: number;
  /** Whose phone is changed: a change waits for the longest transaction on SQLite, and here also on PostgreSQL. */
  location: string;
}

const everyMs = 20;

/** Asks from a thread of its own, so that making and sending large files does not count. Ends with `stop`. */
export function startProbe(probed: Probed): { stop(): Promise<Waits> } {
  const worker = new Worker(new URL(import.meta.url), { workerData: probed });
  const { promise, resolve, reject } = Promise.withResolvers<Waits>();
  worker.on('message', resolve).on('error', reject);
  return {
    stop() {
      worker.postMessage('stop');
      return promise;
    },
  };
}

/** For how long the first thread of the process was ready and did not run. Linux counts it. */
function readyMs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6;
}

async function probe({ url, token, location, pid }: Probed): Promise<void> {
  const client = createClient(url, token);
  const waits: Waits = { reads: [], changes: [], failed: [] };
  let isOver = false;
  parentPort?.once('message', () => {
    isOver = true;
  });
  const repeat = async (method: string, path: string, took: Wait[], body?: unknown) => {
    while (!isOver) {
      const [startedAt, ready] = [performance.now(), readyMs(pid)];
      const { status } = await client.raw(method, path, body);
      const ms = performance.now() - startedAt;
      took.push({ ms, ownMs: Math.max(0, ms - (readyMs(pid) - ready)) });
      if (status >= 300) waits.failed.push(`${method} ${status}`);
      await sleep(everyMs);
    }
  };
  let changed = 0;
  const phone = { toJSON: () => `(518) 555-${String(++changed % 10_000).padStart(4, '0')}` };
  await Promise.all([
    repeat('GET', '/api/profile', waits.reads),
    repeat('PATCH', `/api/locations/${location}`, waits.changes, { phone }),
  ]);
  parentPort?.postMessage(waits);
  process.exit();
}

if (parentPort && workerData?.location) await probe(workerData as Probed);
