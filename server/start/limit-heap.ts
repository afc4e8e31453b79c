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
