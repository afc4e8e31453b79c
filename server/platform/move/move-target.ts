import pg from 'pg';
import { dropEverything } from '../backup/postgres-backup.ts';
import { connection, unlimited } from '../database/postgres.ts';
import { productKey } from '../product.ts';
import { type Convert, converterOf, type Digest, RowDigest } from './canonical-rows.ts';
import { type MoveMark, movedFrom, readMark } from './move-mark.ts';
import { MoveError, type SourceTable } from './move-source.ts';

/** Any number that no other program is likely to use: it stands for this database during a move into it. */
const lockNumber = 7_301_944_117;
const fetchedRows = 5000;

/** The PostgreSQL database that a move fills, over one connection without time limits. */
export class MoveTarget {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open(url: string): Promise<MoveTarget> {
    const client = new pg.Client({
      ...connection(url),
      ...unlimited,
      application_name: `${productKey}-move`,
      connectionTimeoutMillis: 10_000,
    });
    // A lost connection fails the statement that is under way.
    client.on('error', () => {});
    await client.connect();
    return new MoveTarget(client);
  }

  /** @throws MoveError when another move is at work, a server is connected, or there are data. */
  async refuseUsed(): Promise<void> {
    const [lock] = await this.#query<{ is_free: boolean }>(
      `select pg_try_advisory_lock(${lockNumber}) as is_free`,
    );
    if (!lock?.is_free) throw new MoveError('Another move into this PostgreSQL database is at work.');
    const servers = await this.#query(
      `select 1 from pg_stat_activity where datname = current_database() and application_name = '${productKey}'`,
    );
    if (servers.length > 0)
      throw new MoveError('A server uses the PostgreSQL database. Stop it first, then move.');
    if ((await this.#hasTables()) && !(await this.#isUnused())) {
      throw new MoveError(
        'The PostgreSQL database of DATABASE_URL is not empty. Name an empty one, or drop it and create it again; nothing was changed.',
      );
    }
  }

  /** Whether the tables are what a move that broke off has left: a server refuses them, and has made no key in them. */
  async #isUnused(): Promise<boolean> {
    const mark = await this.mark();
    if (mark) return !mark.is_complete;
    const [ours] = await this.#query<{ is_ours: boolean }>(
      `select to_regclass('kysely_migration') is not null and to_regclass('auth_keys') is not null as is_ours`,
    );
    if (!ours?.is_ours) return false;
    const tables = ['auth_keys', 'auth_users', 'users', 'audit_entries'];
    const [used] = await this.#query<{ is_used: boolean }>(
      `select ${tables.map((table) => `exists (select 1 from ${table})`).join(' or ')} as is_used`,
    );
    return used?.is_used === false;
  }

  /** Null when there is no mark, or no table that could hold one. */
  async mark(): Promise<MoveMark | null> {
    const [table] = await this.#query<{ is_there: boolean }>(
      `select to_regclass('settings') is not null as is_there`,
    );
    if (!table?.is_there) return null;
    const [row] = await this.#query<{ value: string }>('select value from settings where key = $1', [
      movedFrom,
    ]);
    return readMark(row?.value);
  }

  /** Removes what a move that broke off has left, which nobody used: a server refuses it. */
  async empty(): Promise<void> {
    if (!(await this.#hasTables())) return;
    await this.#query(dropEverything);
  }

  async setMark(mark: MoveMark): Promise<void> {
    await this.#query(
      `insert into settings (key, value) values ($1, $2)
       on conflict (key) do update set value = excluded.value`,
      [movedFrom, JSON.stringify(mark)],
    );
  }

  /** Deletes what the migrations have added, children first, because the source has the same rows. */
  async clear(tables: readonly SourceTable[]): Promise<void> {
    for (const { name } of [...tables].reverse()) {
      const where = name === 'settings' ? `where key <> '${movedFrom}'` : '';
      await this.#query(`delete from "${name}" ${where}`);
    }
  }

  /** How to convert the columns of a table, in their order. */
  async converters({ name, columns }: SourceTable): Promise<Convert[]> {
    const types = await this.#typesOf(name);
    const missing = columns.filter((column) => !types.has(column));
    if (missing.length > 0 || types.size !== columns.length)
      throw new Error(`The columns of ${name} differ: ${missing.join() || [...types.keys()].join()}`);
    return columns.map((column) => converterOf(types.get(column) ?? '', `${name}.${column}`));
  }

  async #typesOf(table: string): Promise<Map<string, string>> {
    const found = await this.#query<{ name: string; type: string }>(
      `select column_name as name, udt_name as type from information_schema.columns
       where table_schema = current_schema() and table_name = $1`,
      [table],
    );
    return new Map(found.map((column) => [column.name, column.type]));
  }

  async insert({ name, columns }: SourceTable, rows: readonly unknown[][]): Promise<void> {
    const objects = rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, row[index]])),
    );
    const list = columns.map((column) => `"${column}"`).join();
    await this.#query(
      `insert into "${name}" (${list}) select ${list} from json_populate_recordset(null::"${name}", $1::json)`,
      [JSON.stringify(objects)],
    );
  }

  /** Counts and hashes the rows in the order of the key, byte by byte, as SQLite sorts them. */
  async digest({ name, columns, key }: SourceTable, where: string): Promise<Digest> {
    const digest = new RowDigest();
    const types = await this.#typesOf(name);
    const isNumber = (column: string) => /^int[48]$/.test(types.get(column) ?? '');
    const ordered = key
      .map((column) => (isNumber(column) ? `"${column}"` : `"${column}"::text collate "C"`))
      .join();
    await this.#query(
      `declare moved no scroll cursor for select ${columns.map((column) => `"${column}"`).join()} from "${name}" ${where} order by ${ordered}`,
    );
    for (;;) {
      const { rows } = await this.#client.query<unknown[]>({
        text: `fetch ${fetchedRows} from moved`,
        rowMode: 'array',
      });
      for (const row of rows) digest.add(row);
      if (rows.length < fetchedRows) break;
    }
    await this.#query('close moved');
    return digest.digest();
  }

  /** The work sees one state of the database, and nobody sees it before it is complete. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    await this.#query('begin isolation level repeatable read');
    try {
      const result = await work();
      await this.#query('commit');
      return result;
    } catch (error) {
      // When the connection is lost, PostgreSQL rolls back by itself.
      await this.#query('rollback').catch(() => {});
      throw error;
    }
  }

  /**
   * Drops foreign keys and the indexes that no constraint needs, and returns what makes them again: for all rows at
   * once, both take half the time of row by row.
   */
  async dropIndexes(): Promise<() => Promise<void>> {
    const parts = await this.#query<{ drop: string; make: string }>(
      `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop,
         format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as make
       from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace
       union all
       select format('drop index %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
       from pg_index join pg_class on pg_class.oid = indexrelid
       where relnamespace = current_schema()::regnamespace
         and not exists (select 1 from pg_constraint where conindid = indexrelid)`,
    );
    for (const { drop } of parts) await this.#query(drop);
    return async () => {
      for (const { make } of parts) await this.#query(make);
    };
  }

  /** Without statistics, PostgreSQL would plan the first requests for empty tables. */
  async gatherStatistics(): Promise<void> {
    await this.#query('analyze');
  }

  async #hasTables(): Promise<boolean> {
    // The migrator makes its own two before its transaction begins.
    const tables = await this.#query(
      `select 1 from pg_tables where schemaname = current_schema() and tablename not like 'kysely\\_%' limit 1`,
    );
    return tables.length > 0;
  }

  async #query<Row>(text: string, values: unknown[] = []): Promise<Row[]> {
    return (await this.#client.query(text, values)).rows as Row[];
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
