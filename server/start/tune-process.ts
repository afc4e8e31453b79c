import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Later than the first answers, because the collection stops the process for 30 ms. */
const afterStartMs = 2000;

/**
 * Collects when the heap is twice as large as after the last collection. V8 by itself first collects at 130 MB, and the
 * process never gives that memory back: an import of 10,000 users added 131 MB, and with this limit 50.
 */
export function limitHeapSoon(): void {
  const limit = () => {
    setFlagsFromString('--heap-growing-percent=100');
    // V8 set the limit for the first collection when the process began.
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    collect();
  };
  setTimeout(limit, afterStartMs).unref();
}

/** The event loop always runs first. A pool thread with a core to itself is as fast as before. */
const niceness = 10;

/**
 * For the threads that hash passwords and compress answers. Without it, a read takes six times as long while fifty
 * users sign in on two cores; with it, twice as long (`npm run bench -- --only crowd`). Linux only.
 */
export async function lowerPoolPriority(): Promise<void> {
  // The first task starts the pool.
  await stat('.');
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8');
      if (name.startsWith('libuv-worker'))
        setPriority(Number(thread), Math.min(getPriority() + niceness, 19));
    }
  } catch {
    // Other systems do not list threads. Requests are slower under load there.
  }
}
