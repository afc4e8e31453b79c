import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../../../platform/database/driver.ts';

/** The column types of a database under common names, for the SQL of migrations. */
export interface Columns {
  uuid: string;
  /** Text that is compared and sorted byte by byte, whatever the server's locale. */
  key: string;
  /** UTC with milliseconds. */
  time(name: string): string;
  boolean(name: string): string;
  json(name: string): string;
  /** Ends a `create table`. */
  table: string;
  /** Ends a `create table` of a link table, whose primary key is the whole row. */
  linkTable: string;
}

const sqlite: Columns = {
  uuid: 'text',
  key: 'text',
  time: (name) => `text check (${name} glob '[0-9]*-[0-9]*-[0-9]*T[0-9]*:[0-9]*:[0-9]*.[0-9]*Z')`,
  boolean: (name) => `integer check (${name} in (0, 1))`,
  json: (name) => `text check (json_valid(${name}))`,
  table: 'strict',
  linkTable: 'strict, without rowid',
};

const postgres: Columns = {
  uuid: 'uuid',
  key: 'text collate "C"',
  time: () => 'timestamptz(3)',
  boolean: () => 'boolean',
  json: () => 'jsonb',
  table: '',
  linkTable: '',
};

export interface Step {
  dialect: Dialect;
  columns: Columns;
  /** Runs statements one after the other. */
  run(...statements: string[]): Promise<void>;
  // biome-ignore lint/suspicious/noExplicitAny: a migration sees the tables as they were, not as they are typed today.
  db: Kysely<any>;
}

/** Creates the argument of a migration: the column types, and a way to run plain SQL. */
// biome-ignore lint/suspicious/noExplicitAny: see Step.db.
export function step(db: Kysely<any>, dialect: Dialect): Step {
  return {
    db,
    dialect,
    columns: dialect === 'sqlite' ? sqlite : postgres,
    async run(...statements) {
      for (const statement of statements) await sql.raw(statement).execute(db);
    },
  };
}
