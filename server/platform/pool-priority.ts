import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

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
