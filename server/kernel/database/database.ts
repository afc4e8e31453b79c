import { AsyncLocalStorage } from 'node:async_hooks';
import type { Kysely, Transaction as KyselyTransaction } from 'kysely';
import type { DatabaseLog } from '../../platform/database/database-log.ts';
import type * as driver from '../../platform/database/driver.ts';
import type { Dialect, PreparedRead } from '../../platform/database/driver.ts';
import { type Outage, OutcomeUnknown, outageOf } from '../../platform/database/outage.ts';
import type { Tables } from './schema.ts';

export type { Dialect, PreparedRead };
/** What a dialect provides, for our tables. */
export type Driver = driver.Driver<Tables>;

export type Transaction = KyselyTransaction<Tables> & { readonly dialect: Dialect };
export type Reader = Kysely<Tables> & { readonly dialect: Dialect };
/** What a repository function works on: the read side, or the transaction it is part of. */
export type Queryable = Reader | Transaction;

export interface Database {
  readonly dialect: Dialect;
  /** A read-only connection on SQLite, the pool on PostgreSQL. Throws inside `write`. */
  readonly read: Reader;
  /**
   * One transaction, committed when `work` resolves. Inside: no network, no hashing, no mail; never catch a
   * database error and go on. Nested calls throw, because SQLite would wait for itself for ever. On PostgreSQL
   * `work` runs again when a deadlock undid it: it keeps nothing outside of itself.
   */
  write<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs `effect` once the surrounding `write` has committed, never when it rolled back. */
  afterCommit(effect: () => unknown): void;
  /** For the one read that every request makes; see docs/decisions/0015. `$1`, `$2` … mark binds, in order. */
  prepareRead<Row>(sql: Record<Dialect, string>): PreparedRead<Row>;
  /**
   * What keeps changes from being saved, as far as one small statement tells; null for nothing. Once one could not be
   * saved, it tries one. Rejects with the driver's error when the database does not answer.
   */
  whatPreventsChanges(): Promise<Outage | null>;
  /** Where faults are told, and outages: once as they begin and once as they end. */
  readonly log: DatabaseLog;
  close(): Promise<void>;
}

const mostTries = 3;

interface Unit {
  effects: (() => unknown)[];
}

/** Puts the transaction rules over a driver. */
export function createDatabase(driver: Driver, log: DatabaseLog): Database {
  const unit = new AsyncLocalStorage<Unit>();
  const { dialect } = driver;
  const reader = Object.assign(driver.reader, { dialect });

  const refuseInside = (what: string) => {
    if (unit.getStore()) throw new Error(`${what} inside a transaction: pass the transaction on instead`);
  };

  async function write<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    refuseInside('write');
    for (let tries = 1; ; tries++) {
      const current: Unit = { effects: [] };
      let isCommitting = false;
      try {
        const result = await unit.run(current, () =>
          driver.writer.transaction().execute(async (tx) => {
            const result = await work(Object.assign(tx, { dialect }));
            isCommitting = true;
            return result;
          }),
        );
        log.worked('saved');
        for (const effect of current.effects) {
          Promise.resolve()
            .then(effect)
            .catch((error) => log.effectFailed(error));
        }
        return result;
      } catch (error) {
        log.failed(error);
        if (isCommitting && outageOf(error) === 'away') throw new OutcomeUnknown(error);
        if (tries === mostTries || !driver.isDeadlock(error)) throw error;
      }
    }
  }

  return {
    dialect,
    log,
    write,
    get read() {
      refuseInside('read');
      return reader;
    },
    afterCommit(effect) {
      const current = unit.getStore();
      if (!current) throw new Error('afterCommit outside a transaction');
      current.effects.push(effect);
    },
    prepareRead<Row>(sql: Record<Dialect, string>) {
      const read = driver.prepare<Row>(sql[dialect]);
      return (...binds) => {
        refuseInside('prepareRead');
        return read(...binds);
      };
    },
    async whatPreventsChanges() {
      if (!(await driver.takesChanges())) return 'read_only';
      if (log.outage !== 'read_only' && log.outage !== 'full') return null;
      try {
        await write(tryChange);
        return null;
      } catch (error) {
        const outage = outageOf(error);
        if (outage) return outage;
        throw error;
      }
    },
    close: () => driver.close(),
  };
}

/** Needs more space than is left in a page that is there already, and gives it back. */
async function tryChange(tx: Transaction): Promise<void> {
  const key = 'try_change';
  await tx
    .insertInto('settings')
    .values({ key, value: '.'.repeat(10_000) })
    .execute();
  await tx.deleteFrom('settings').where('key', '=', key).execute();
}
