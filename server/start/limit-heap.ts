import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Later than the first answers, because the collection stops the process for 30 ms. */
const afterStartMs = 2000;

/**
 * Makes V8 collect the whole heap when twice as much is used as after the last time. By itself it first does so at 130 MB,
 * and the process keeps all that it had: an import, or lists, added 100 MB of garbage (docs/decisions/0011).
 */
export function limitHeapSoon(): void {
  const limit = () => {
    setFlagsFromString('--heap-growing-percent=100');
    // The limit until the first collection was set when the process began.
    setFlagsFromString('--expose-gc');
    const collect: () => void = runInNewContext('gc');
    collect();
  };
  setTimeout(limit, afterStartMs).unref();
}
