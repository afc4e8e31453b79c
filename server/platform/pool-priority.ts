import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** Low enough that the event loop always runs first. A pool thread with a core to itself is as fast as before. */
const niceness = 10;

/**
 * Lowers the priority of the threads that hash passwords and compress answers, so that they do not delay the event
 * loop. Without it, while fifty users signed in on two cores, a single read took six times as long as usual; with it,
 * twice as long, at the same number of sign-ins (`npm run bench -- --only crowd`). Only Linux has priorities per
 * thread; elsewhere this does nothing.
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
    // Other systems do not list threads. Requests are slower under load there, but nothing breaks.
  }
}
