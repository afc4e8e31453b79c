import { access, constants } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  Kysely,
  type Dialect as KyselyDialect,
  type Driver as KyselyDriver,
  type QueryExecutor,
  type QueryResult,
  SingleConnectionProvider,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { DirectExecutor } from './direct-executor.ts';
import type { Driver } from './driver.ts';

/** Short, because this wait blocks every request. Transactions wait asynchronously instead. */
export const busyTimeoutMs = 25;
/** Longer at the start: no request is served yet, and another process may be in a large commit. */
export const openTimeoutMs = 10_000;
const giveUpAfterMs = 5000;
const fewRows = 100;
/** How many statements stay prepared, and the total length of their texts. */
const statementCache = { max: 500, maxSize: 1_000_000 };

/**
 * Reads have their own connection, which shows the last commit while a transaction is open. `jsonColumns` names the
 * columns with JSON text. `pageCacheMb` is for changes; SQLite's own is 2.
 */
export function openSqlite<Tables>(
  file: string,
  jsonColumns: ReadonlySet<string>,
  pageCacheMb = 2,
): Driver<Tables> {
  const writer = connect(file, false, jsonColumns);
  writer.prepare(`pragma cache_size = -${pageCacheMb * 1000}`).all([]);
  const reader = connect(file, true, jsonColumns);
  const changes = open<Tables>(new TurnsExecutor(writer));
  return {
    dialect: 'sqlite',
    reader: open(new DirectExecutor(dialect, reader)),
    writer: changes,
    transact: (work) =>
      changes.transaction().execute(async (tx) => {
        const written: Promise<unknown>[] = [];
        const result = await work(tx, (promise) => {
          promise.catch(() => {});
          written.push(promise);
        });
        await Promise.all(written);
        return result;
      }),
    // The caller declares the type of the rows; it cannot be checked at run time.
    readPrepared: async <Row>(sql: string, binds: readonly unknown[]) =>
      reader.prepare(sql).all(binds) as Row[],
    // Writers run one after the other.
    isRetryable: () => false,
    async acceptsChanges() {
      try {
        // SQLite creates files next to the database file.
        for (const path of [file, dirname(file)]) await access(path, constants.W_OK);
        return true;
      } catch {
        return false;
      }
    },
    pools: () => ({}),
    async close() {
      reader.close();
      writer.close();
    },
  };
}

function connect(file: string, readOnly: boolean, jsonColumns: ReadonlySet<string>): Connection {
  const database = new DatabaseSync(file, {
    readOnly,
    timeout: openTimeoutMs,
    enableForeignKeyConstraints: true,
  });
  if (!readOnly) {
    switchToWal(database);
    database.exec('pragma synchronous = full; pragma journal_size_limit = 67108864');
    // Without this, `insert or replace` deletes rows without their delete triggers, which may forbid it.
    database.exec('pragma recursive_triggers = on');
    gatherStatistics(database);
  }
  database.exec(`pragma busy_timeout = ${busyTimeoutMs}`);
  // Evicted statements are finalized by garbage collection: node:sqlite has no call for it.
  const cache = new LRUCache<string, Statement>({
    ...statementCache,
    sizeCalculation: (_statement, sql) => sql.length,
  });
  const prepare = (sql: string) => {
    let statement = cache.get(sql);
    if (!statement) {
      statement = new Statement(database.prepare(sql), jsonColumns);
      cache.set(sql, statement);
    }
    return statement;
  };
  return {
    prepare,
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => prepare(sql).execute<Row>(parameters),
    streamQuery() {
      // An open reader stops the write-ahead log from being truncated; lists are paged instead.
      throw new Error('Streaming reads are not supported');
    },
    close: () => database.close(),
  };
}

interface Connection extends DatabaseConnection {
  prepare(sql: string): Statement;
  close(): void;
}

/** For a new file SQLite refuses this at once, without its busy timeout, while another process writes to it. */
function switchToWal(database: DatabaseSync) {
  const giveUpAt = Date.now() + openTimeoutMs;
  for (;;) {
    try {
      database.exec('pragma journal_mode = wal');
      return;
    } catch (error) {
      if (!isBusy(error) || Date.now() > giveUpAt) throw error;
      // Waits for a writer. It cannot wait for a reader, who also prevents the switch.
      database.exec('begin immediate; rollback');
    }
  }
}

/**
 * For the planner, but not of small tables. With these, SQLite would scan such a table for each row of another: after
 * an import of 10,000 rows a list took 2 s, a count minutes. Without, it expects many rows.
 */
function gatherStatistics(database: DatabaseSync) {
  database.exec('pragma optimize = 0x10002');
  const tables = database.prepare("select count(*) as found from sqlite_schema where name = 'sqlite_stat1'");
  if (tables.get()?.found === 0) return;
  database.exec(`delete from sqlite_stat1 where cast(stat as integer) < ${fewRows}; analyze sqlite_schema`);
}

interface Column {
  name: string;
  convert: ((value: unknown) => unknown) | null;
}

class Statement {
  readonly #statement: StatementSync;
  readonly #columns: Column[];

  constructor(statement: StatementSync, jsonColumns: ReadonlySet<string>) {
    const columns = statement.columns();
    this.#columns = columns.map(({ name, column }) => ({ name, convert: converterOf(column, jsonColumns) }));
    // Node's own row objects are slow to read, copy and serialize.
    statement.setReturnArrays(true);
    this.#statement = statement;
  }

  all(binds: readonly unknown[]) {
    const rows = this.#statement.all(...binds.map(toBind)) as unknown as unknown[][];
    const columns = this.#columns;
    return rows.map((values) => {
      const row: Record<string, unknown> = {};
      // An index loop, because `for … of` allocates for each cell, which was half the garbage of a list.
      for (let index = 0; index < columns.length; index++) {
        const { name, convert } = columns[index] as Column;
        const value = values[index];
        row[name] = convert && value !== null ? convert(value) : value;
      }
      return row;
    });
  }

  execute<Row>(binds: readonly unknown[]): QueryResult<Row> {
    if (this.#columns.length > 0) return { rows: this.all(binds) as Row[] };
    const { changes } = this.#statement.run(...binds.map(toBind));
    return { rows: [], numAffectedRows: BigInt(changes) };
  }
}

function converterOf(
  column: string | null,
  jsonColumns: ReadonlySet<string>,
): ((value: unknown) => unknown) | null {
  if (column && /^(is|requires|has|lacks)_/.test(column)) return (value) => value === 1;
  return column && jsonColumns.has(column) ? parseJson : null;
}

function parseJson(value: unknown): unknown {
  return JSON.parse(String(value));
}

/** Accepts scalars only: node:sqlite would read an object in front as named parameters and shift all others. */
function toBind(value: unknown): SQLInputValue {
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') {
    return value;
  }
  if (value instanceof Uint8Array) return value;
  throw new TypeError(
    `Cannot bind ${value === undefined ? 'undefined' : Object.prototype.toString.call(value)}`,
  );
}

function open<Tables>(executor: QueryExecutor): Kysely<Tables> {
  return new Kysely<Tables>({ config: { dialect }, dialect, driver: dialect.createDriver(), executor });
}

/** Transactions, and statements outside of them, take turns; the statements of a transaction run at once. */
class TurnsExecutor extends DefaultQueryExecutor {
  readonly #inTurn: DirectExecutor;

  constructor(connection: Connection) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), new SingleConnectionProvider(connection));
    this.#inTurn = new DirectExecutor(dialect, connection);
  }

  override withConnectionProvider() {
    return this.#inTurn;
  }
}

const dialect: KyselyDialect = {
  createDriver: () => new ImmediateDriver(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createAdapter: () => new TransactionalDdlAdapter(),
  createIntrospector: (db) => new SqliteIntrospector(db),
};

/** A failed migration is then rolled back completely. */
class TransactionalDdlAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** Only transactions ask for connections here; other statements use the executors. */
class ImmediateDriver implements KyselyDriver {
  async init() {}
  async destroy() {}
  async releaseConnection() {}
  async acquireConnection(): Promise<never> {
    throw new Error('The executors give connections');
  }

  /**
   * Takes the write lock at the start, so that a transaction cannot fail halfway. Waits asynchronously for other
   * processes, because a busy timeout would block every request.
   */
  async beginTransaction(connection: DatabaseConnection) {
    const giveUpAt = Date.now() + giveUpAfterMs;
    for (;;) {
      try {
        await connection.executeQuery(CompiledQuery.raw('begin immediate'));
        return;
      } catch (error) {
        if (!isBusy(error) || Date.now() > giveUpAt) throw error;
        await sleep(5 + Math.random() * 20);
      }
    }
  }

  async commitTransaction(connection: DatabaseConnection) {
    await connection.executeQuery(CompiledQuery.raw('commit'));
  }

  /** SQLite rolls back by itself on a full disk or a failed commit. A second rollback would hide the first error. */
  async rollbackTransaction(connection: DatabaseConnection) {
    try {
      await connection.executeQuery(CompiledQuery.raw('rollback'));
    } catch (error) {
      if (!(error instanceof Error && /no transaction is active/.test(error.message))) throw error;
    }
  }
}

function isBusy(error: unknown) {
  return error instanceof Error && 'errcode' in error && Number(error.errcode) % 256 === 5;
}
