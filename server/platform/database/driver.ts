import type { Kysely } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';
/** A parameter of a statement. Both drivers refuse everything else (a Date, an array, undefined). */
export type Bind = string | number | boolean | null;
/** A statement that stays prepared on the read connection. */
export type PreparedRead<Row> = (...binds: Bind[]) => Promise<Row[]>;

/** The interface of a database; `server/kernel/database/database.ts` adds the transaction rules. */
export interface Driver<Tables> {
  dialect: Dialect;
  reader: Kysely<Tables>;
  writer: Kysely<Tables>;
  prepare<Row>(sql: string): PreparedRead<Row>;
  /** Whether the transaction was canceled by a deadlock and can run again. */
  isDeadlock(error: unknown): boolean;
  /** Whether the database says that it accepts changes. Does not try one. */
  acceptsChanges(): Promise<boolean>;
  close(): Promise<void>;
}
