import type { Kysely, Transaction } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';

/** Takes a write whose answer is needed only before the commit is. A failed one undoes the transaction. */
export type Later = (written: Promise<unknown>) => void;
export type Work<Tables, T> = (tx: Transaction<Tables>, later: Later) => Promise<T>;

/** What a version knows of the databases of others. */
export interface KnownMigrations {
  /** Of this version, oldest first. */
  names: readonly string[];
  /** A database that lacks this one must be upgraded by `version` first. */
  base: string;
  version: string;
}

/** Of connections; `waiting` are the requests that wait for one. */
export interface PoolState {
  size: number;
  open: number;
  idle: number;
  waiting: number;
}

export interface Driver<Tables> {
  dialect: Dialect;
  reader: Kysely<Tables>;
  /** For statements outside of transactions and for migrations. */
  writer: Kysely<Tables>;
  transact<T>(work: Work<Tables, T>): Promise<T>;
  /** Outside of transactions; keeps the statement prepared. */
  readPrepared<Row>(sql: string, binds: readonly unknown[]): Promise<Row[]>;
  /** Whether the transaction was undone by a conflict with another one, such as a deadlock, and can run again. */
  isRetryable(error: unknown): boolean;
  /** Whether the database says that it accepts changes. Does not try one. */
  acceptsChanges(): Promise<boolean>;
  /** By name; none on SQLite. */
  pools(): Record<string, PoolState>;
  close(): Promise<void>;
}
