import type { Kysely } from 'kysely';

export type Dialect = 'sqlite' | 'postgres';
/** A bind: everything else (a Date, an array, undefined) is refused by both drivers. */
export type Bind = string | number | boolean | null;
/** A statement that stays prepared on the read side. */
export type PreparedRead<Row> = (...binds: Bind[]) => Promise<Row[]>;

/** What a dialect provides; `server/kernel/database/database.ts` adds the transaction rules that both share. */
export interface Driver<Tables> {
  dialect: Dialect;
  reader: Kysely<Tables>;
  writer: Kysely<Tables>;
  prepare<Row>(sql: string): PreparedRead<Row>;
  /** Two transactions waited for each other and this one was given up: it can be run again. */
  isDeadlock(error: unknown): boolean;
  /** Whether it would take a change, as far as it says without one. */
  takesChanges(): Promise<boolean>;
  close(): Promise<void>;
}
