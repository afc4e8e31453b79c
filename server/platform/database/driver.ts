import type { Kysely } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';

export interface Driver<Tables> {
  dialect: Dialect;
  reader: Kysely<Tables>;
  writer: Kysely<Tables>;
  /** Outside of transactions; keeps the statement prepared. */
  readPrepared<Row>(sql: string, binds: readonly unknown[]): Promise<Row[]>;
  /** Whether the transaction was undone by a conflict with another one, such as a deadlock, and can run again. */
  isRetryable(error: unknown): boolean;
  /** Whether the database says that it accepts changes. Does not try one. */
  acceptsChanges(): Promise<boolean>;
  close(): Promise<void>;
}
