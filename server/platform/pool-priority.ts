import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { getPriority, setPriority } from 'node:os';

/** Low enough that the event loop always comes first, and a pool that has a core to itself is as fast as ever. */
const niceness = 10;

/**
 * Lets the threads that hash passwords and compress answers give way to the one that serves everybody. Without it,
 * two hashes on two cores keep each request waiting for its turn on a processor: while fifty users sign in, a single
 * read took six times as long as before, and twice with it, at the same number of sign-ins (`npm run bench -- --only
 * crowd`). Linux alone gives threads a priority of their own; elsewhere nothing happens.
 */
export async function lowerPoolPriority(): Promise<void> {
  // The pool starts with its first task.
  await stat('.');
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8');
      if (name.startsWith('libuv-worker'))
        setPriority(Number(thread), Math.min(getPriority() + niceness, 19));
    }
  } catch {
    // Another system, or one that hides its threads: slower under a crowd, and right all the same.
  }
}
