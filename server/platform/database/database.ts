import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { DatabaseLog } from './database-log.ts';
import type { Dialect, Driver, Later } from './driver.ts';
import { type Outage, OutcomeUnknown, outageOf } from './outage.ts';

export type Transaction<Tables> = KyselyTransaction<Tables> & {
  readonly dialect: Dialect;
  readonly later: Later;
};
/** `readPrepared` is for `readOften` only. */
export type Reader<Tables> = Kysely<Tables> & Pick<Driver<Tables>, 'dialect' | 'readPrepared'>;
/** What several parts of a transaction collect, and its end saves in one go. */
export interface Ending<Tables, Item> {
  /** The lock order: a smaller number locks its rows first, and all lock after the transaction's other statements. */
  order: number;
  save(tx: Transaction<Tables>, items: readonly Item[]): void | Promise<void>;
}

/** The first parameter of a repository function. */
export type Queryable<Tables> = Reader<Tables> | Transaction<Tables>;

export interface Database<Tables> {
  readonly dialect: Dialect;
  /** A read-only connection on SQLite, a pool on PostgreSQL. Throws inside `write`. */
  readonly read: Reader<Tables>;
  /**
   * No network, hashing or emails inside, and never catch a database error and continue. Nested calls throw, because
   * SQLite would wait for itself forever. `work` runs again after a deadlock on PostgreSQL, so it changes nothing else.
   */
  write<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T>;
  /**
   * What this process commits is seen at once, what other processes commit after `maxMs` at the latest. Keys are few:
   * none of them contains a text of a request.
   */
  remember<T>(key: string, maxMs: number, read: () => Promise<T>): Promise<T>;
  /** For the end of the current `write`. Nothing is left of it when the transaction runs again. */
  collect<Item>(ending: Ending<Tables, Item>, item: Item): void;
  /** Not when the current `write` rolled back. */
  afterCommit(effect: () => unknown): void;
  /**
   * Null when changes can be saved. One small statement; after a failed change, it tries to save one. Rejects with the
   * driver's error when the database does not answer.
   */
  whyNotWritable(): Promise<Outage | null>;
  readonly log: DatabaseLog;
  /** Transactions that ran again. */
  retries(): number;
  pools: Driver<Tables>['pools'];
  close(): Promise<void>;
}

const maxAttempts = 3;

interface Unit<Tables> {
  effects: (() => unknown)[];
  collected: Map<Ending<Tables, unknown>, unknown[]>;
}

async function saveCollected<Tables>(tx: Transaction<Tables>, { collected }: Unit<Tables>): Promise<void> {
  for (const [ending, items] of [...collected].sort(([a], [b]) => a.order - b.order)) {
    await ending.save(tx, items);
  }
}

/** `trySaving` tries a change that needs space, and leaves nothing. */
export function createDatabase<Tables>(
  driver: Driver<Tables>,
  log: DatabaseLog,
  trySaving: (tx: Transaction<Tables>) => Promise<void>,
): Database<Tables> {
  const unit = new AsyncLocalStorage<Unit<Tables>>();
  const { dialect, readPrepared } = driver;
  const memory = new LRUCache<string, Promise<unknown>>({ max: 1000 });
  let retries = 0;
  const reader = Object.assign(driver.reader, { dialect, readPrepared });

  const refuseInTransaction = (what: string) => {
    if (unit.getStore()) throw new Error(`${what} inside a transaction: pass the transaction on instead`);
  };

  const currentUnit = (): Unit<Tables> => {
    const current = unit.getStore();
    if (!current) throw new Error('This belongs to a transaction, and there is none');
    return current;
  };

  async function write<T>(work: (tx: Transaction<Tables>) => Promise<T>): Promise<T> {
    refuseInTransaction('write');
    for (let attempt = 1; ; attempt++) {
      const current: Unit<Tables> = { effects: [], collected: new Map() };
      let isCommitting = false;
      try {
        const result = await unit.run(current, () =>
          driver.transact(async (tx, later) => {
            const unit = Object.assign(tx, { dialect, later });
            const result = await work(unit);
            await saveCollected(unit, current);
            isCommitting = true;
            return result;
          }),
        );
        log.worked('saved');
        for (const effect of current.effects) runAfter(effect, log);
        return result;
      } catch (error) {
        log.failed(error);
        if (isCommitting && outageOf(error) === 'away') throw new OutcomeUnknown(error);
        if (attempt === maxAttempts || !driver.isRetryable(error)) throw error;
        retries += 1;
      } finally {
        // Also what is being read now.
        memory.clear();
      }
    }
  }

  return {
    dialect,
    log,
    write,
    remember: (key, maxMs, read) => remember(memory, key, maxMs, read),
    get read() {
      refuseInTransaction('read');
      return reader;
    },
    collect<Item>(ending: Ending<Tables, Item>, item: Item) {
      const { collected } = currentUnit();
      const items = collected.get(ending as Ending<Tables, unknown>);
      if (items) items.push(item);
      else collected.set(ending as Ending<Tables, unknown>, [item]);
    },
    afterCommit(effect) {
      currentUnit().effects.push(effect);
    },
    async whyNotWritable() {
      if (!(await driver.acceptsChanges())) return 'read_only';
      const isUnsure = log.outage === 'read_only' || log.outage === 'full';
      return isUnsure ? outageIn(() => write(trySaving)) : null;
    },
    retries: () => retries,
    pools: driver.pools,
    close: () => driver.close(),
  };
}

function remember<T>(
  memory: LRUCache<string, Promise<unknown>>,
  key: string,
  maxMs: number,
  read: () => Promise<T>,
): Promise<T> {
  const known = memory.get(key);
  if (known) return known as Promise<T>;
  const value = read();
  memory.set(key, value, { ttl: maxMs });
  value.catch(() => {
    if (memory.peek(key) === value) memory.delete(key);
  });
  return value;
}

async function outageIn(work: () => Promise<void>): Promise<Outage | null> {
  try {
    await work();
    return null;
  } catch (error) {
    const outage = outageOf(error);
    if (outage) return outage;
    throw error;
  }
}

function runAfter(effect: () => unknown, log: DatabaseLog): void {
  Promise.resolve()
    .then(effect)
    .catch((error) => log.effectFailed(error));
}
