import { setImmediate } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { logFault } from '../http/errors.ts';

/** Statements of SQLite block the process. Returns at once in a transaction, for which others wait. */
export async function yieldToRequests({ tx }: { tx?: unknown } = {}): Promise<void> {
  if (!tx) await setImmediate();
}

/**
 * In a long transaction, between its statements: other requests read the last commit meanwhile. Those that change something
 * wait for its end, so it takes no more than a second.
 */
export async function yieldToReaders(): Promise<void> {
  await setImmediate();
}

/**
 * Reads that do not depend on each other. In a transaction they travel to PostgreSQL together; otherwise requests run
 * between two of them.
 */
export async function readTogether<const T extends readonly (() => Promise<unknown>)[]>(
  ctx: { tx?: unknown },
  reads: T,
): Promise<{ -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> }> {
  const found: unknown[] = [];
  for (const read of reads) {
    found.push(ctx.tx ? read() : await read());
    await yieldToRequests(ctx);
  }
  return (await Promise.all(found)) as { -readonly [K in keyof T]: Awaited<ReturnType<T[K]>> };
}

interface Work {
  everyMs: number;
  /** A failure is logged once, until it works again. It may look at `isStopping` to end early. */
  work(isStopping: () => boolean): Promise<void>;
  log: Pick<FastifyBaseLogger, 'error'>;
  fault: string;
}

export function createLoop({ everyMs, work, log, fault }: Work) {
  let running: Promise<void> | undefined;
  let isWoken = false;
  let isStopping = false;
  let timer: NodeJS.Timeout | undefined;
  let failed = '';

  async function drain() {
    do {
      isWoken = false;
      const failure = await work(() => isStopping).then(() => null, asError);
      if (failure && failure.message !== failed) logFault(log, failure, fault);
      failed = failure?.message ?? '';
    } while (isWoken && !isStopping);
  }

  /** Works now, or again after the current work. Resolves when it is done, and never rejects. */
  function run(): Promise<void> {
    isWoken = true;
    running ??= drain().finally(() => {
      running = undefined;
    });
    return running;
  }

  return {
    everyMs,
    run,
    /** Only if the loop is started. */
    wake: () => void (timer && !isStopping && run()),
    start(): void {
      timer = setInterval(run, everyMs);
      timer.unref();
    },
    /** Waits for the current work. */
    async stop(): Promise<void> {
      isStopping = true;
      clearInterval(timer);
      await running;
    },
  };
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Steps that do not depend on each other: all run, and failures are logged. */
export async function eachStep(
  log: Pick<FastifyBaseLogger, 'error'>,
  steps: Readonly<Record<string, () => Promise<unknown>>>,
): Promise<void> {
  for (const [what, step] of Object.entries(steps))
    await step().catch((error) => logFault(log, error, `${what} could not be cleaned up`));
}

/**
 * Waits for all, like `Promise.all`, and throws the failure that stands first in the list, not the one that comes first.
 * So rules whose facts are read together refuse in their order.
 */
export async function inOrder<const T extends readonly unknown[]>(
  promises: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  const ends = await Promise.allSettled(promises);
  const values = ends.map((end) => {
    if (end.status === 'rejected') throw end.reason;
    return end.value;
  });
  return values as { -readonly [K in keyof T]: Awaited<T[K]> };
}
