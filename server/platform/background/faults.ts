import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { outageOf } from '../database/outage.ts';
import { logFault } from '../http/errors.ts';
import type { Counts } from '../metrics/metrics.ts';

/** Of more items than are ever left out at a time. */
const rememberedItems = 10_000;

interface Work<Item> {
  /** In words for the log and the metrics: 'watched views'. */
  what: string;
  idOf(item: Item): string;
  /** Marks an item where those who may mend it see it, or takes it away. Without it, it is left out until the process ends. */
  giveUp?(item: Item): Promise<unknown>;
}

export type Faults = ReturnType<typeof createFaults>;

/** Keeps the items of a loop apart: one that throws keeps no other from its turn (decision 160). */
export function createFaults(log: Pick<FastifyBaseLogger, 'error'>, givenUp: Counts) {
  /** What threw once, and what is left out. */
  const faulty = new LRUCache<string, 'once' | 'left out'>({ max: rememberedItems });

  /** The error of a busy database, or null. */
  async function attempt<Item>(item: Item, run: () => Promise<unknown>, { what, idOf, giveUp }: Work<Item>) {
    const id = idOf(item);
    const key = `${what} ${id}`;
    const before = faulty.get(key);
    if (before === 'left out') return null;
    try {
      await run();
      faulty.delete(key);
    } catch (error) {
      if (isBusy(error)) return error;
      log.error(
        { err: error, item: id },
        `one of the ${what} failed${before ? ' twice, and is given up' : ''}`,
      );
      if (!before) faulty.set(key, 'once');
      else await leaveOut(key, what, giveUp && (() => giveUp(item)));
    }
    return null;
  }

  async function leaveOut(key: string, what: string, giveUp: (() => Promise<unknown>) | undefined) {
    try {
      await giveUp?.();
      if (giveUp) faulty.delete(key);
      else faulty.set(key, 'left out');
      givenUp.add(what);
    } catch (error) {
      if (isBusy(error)) return;
      logFault(log, error, `one of the ${what} could not be given up`);
      faulty.set(key, 'left out');
    }
  }

  const sayBusy = (error: unknown, what: string) =>
    logFault(log, error, `some of the ${what} wait, because the database is busy`);

  return {
    /**
     * What throws is tried again at the next call; what throws twice is given up. Both are logged once. A busy database is no
     * fault of an item. @throws another outage of the database, which ends the loop until its next turn.
     */
    async each<Item>(
      items: Iterable<Item>,
      work: Work<Item> & { run(item: Item): Promise<unknown> },
    ): Promise<void> {
      let busy: unknown = null;
      for (const item of items) busy = (await attempt(item, () => work.run(item), work)) ?? busy;
      if (busy) sayBusy(busy, work.what);
    },
    /** The same in one go, such as one transaction. When that throws, each on its own; what did so again is not among them. */
    async together<Item>(
      items: readonly Item[],
      work: Work<Item> & { run(items: readonly Item[]): Promise<unknown> },
    ): Promise<void> {
      const { fresh = [], once = [] } = Object.groupBy(
        items,
        (item) => faulty.get(`${work.what} ${work.idOf(item)}`) ?? 'fresh',
      );
      const alone = [...once];
      try {
        if (fresh.length > 0) await work.run(fresh);
      } catch (error) {
        if (isBusy(error)) return sayBusy(error, work.what);
        alone.push(...fresh);
      }
      for (const item of alone) await attempt(item, () => work.run([item]), work);
    },
  };
}

/** @throws another outage */
function isBusy(error: unknown): boolean {
  const outage = outageOf(error);
  if (outage && outage !== 'busy') throw error;
  return outage === 'busy';
}
