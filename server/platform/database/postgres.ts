import { createHash } from 'node:crypto';
import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type KyselyProps,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
  Transaction,
} from 'kysely';
import pg from 'pg';
import { productKey } from '../product.ts';
import { BatchingSocket } from './batching-socket.ts';
import type { DatabaseLog } from './database-log.ts';
import { DirectExecutor } from './direct-executor.ts';
import type { Driver, Later, PoolState, Work } from './driver.ts';
import { RowLockDialect } from './row-lock-dialect.ts';
import { sessionLimits } from './session-settings.ts';

export interface PostgresSettings {
  /** Off behind a pooler in transaction mode: no named statements, and no settings of a session. */
  database_prepared: boolean;
  database_pool_size: number;
  database_connect_timeout_seconds: number;
  database_query_timeout_seconds: number;
  database_lock_timeout_seconds: number;
}

/** A waiting connection learns only by keep-alive that the other machine is gone. */
const keepAliveAfterMs = 10_000;
/** PostgreSQL ends a statement itself, which keeps the connection. After this time the connection is closed. */
const answerGraceMs = 1000;

const timestamptz = 1184;
const int8 = 20;

/** '2026-11-20 12:00:00.1+00' → '2026-11-20T12:00:00.100Z'. */
function isoTime(value: string) {
  if (!/^\S+ \d\d:\d\d:\d\d(?:\.\d+)?\+00$/.test(value)) throw new Error(`Unexpected timestamp ${value}`);
  const clock = value.indexOf(' ') + 1;
  const fraction = value.slice(clock + 9, -3);
  // V8 keeps the parts of a concatenated string: 208 instead of 41 bytes, thousands of times in a list.
  const parts = [
    value.slice(0, clock - 1),
    'T',
    value.slice(clock, clock + 8),
    '.',
    fraction.padEnd(3, '0'),
    'Z',
  ];
  return parts.join('');
}

/** A deadlock, and what engines that check for conflicts at the commit answer instead of waiting. */
const retryable = new Set<unknown>(['40P01', '40001']);

const parsers = new Map<number, (value: string) => unknown>([
  [timestamptz, isoTime],
  [int8, Number],
]);

const inUtc = '-c timezone=UTC';

/**
 * Writes wait for each other's locks, so they have a pool of their own and reads never wait behind them. Their prepared
 * statements are planned once: PostgreSQL thinks that lists of ids are longer than they are, and would plan each time.
 */
export function openPostgres<Tables>(
  url: string,
  settings: PostgresSettings,
  log: DatabaseLog,
): Driver<Tables> {
  // A pooler in transaction mode gives each transaction another session: it refuses settings of one, and knows no
  // statement that another one prepared.
  const session = settings.database_prepared ? sessionLimits(settings) : { options: '' };
  const limits = {
    connectionTimeoutMillis: settings.database_connect_timeout_seconds * 1000,
    query_timeout: settings.database_query_timeout_seconds * 1000 + answerGraceMs,
    ...session,
  };
  const half = Math.floor(settings.database_pool_size / 2);
  const pipeline = { pipeline: true, stream: () => new BatchingSocket() };
  const planned = settings.database_prepared
    ? { options: `${inUtc} -c plan_cache_mode=force_generic_plan` }
    : {};
  const changes = new pg.Pool({ ...connection(url), ...limits, ...planned, ...pipeline, max: half });
  const reads = new pg.Pool({ ...connection(url), ...limits, max: settings.database_pool_size - half });
  const read = async <Row>(query: pg.QueryConfig) => {
    try {
      const { rows } = await reads.query<Row & pg.QueryResultRow>(query);
      log.worked('answered');
      return rows as Row[];
    } catch (error) {
      log.failed(error);
      throw error;
    }
  };
  const reader = openReader<Tables>(watched(reads, log), read);
  const writer = watched(changes, log);
  const prepared = settings.database_prepared ? named : unnamed;
  return {
    dialect: 'postgres',
    reader,
    writer: open(writer),
    transact: (work) => transact(writer, prepared, work),
    readPrepared: <Row>(text: string, binds: readonly unknown[]) => read<Row>(prepared(text, binds)),
    isRetryable: (error) => retryable.has((error as { code?: unknown } | null)?.code),
    async acceptsChanges() {
      const query = sql<{
        is_read_only: boolean;
      }>`select current_setting('transaction_read_only')::bool as is_read_only`;
      const { rows } = await query.execute(reader);
      return rows[0]?.is_read_only === false;
    },
    pools: () => ({ reads: stateOf(reads), changes: stateOf(changes) }),
    async close() {
      await Promise.all([changes.end(), reads.end()]);
    },
  };
}

function stateOf(pool: pg.Pool): PoolState {
  const { options, totalCount: open, idleCount: idle, waitingCount: waiting } = pool;
  return { size: options.max ?? 0, open, idle, waiting };
}

/** The role may have the limits of a pooler's sessions. */
export const unlimited = {
  options:
    '-c timezone=UTC -c statement_timeout=0 -c lock_timeout=0 -c idle_in_transaction_session_timeout=0',
};

/** Opens a database without time limits, for migrations. The caller destroys it. */
export function openUnlimited<Tables>(url: string, connect_timeout_seconds: number): Kysely<Tables> {
  const pool = new pg.Pool({
    ...connection(url),
    ...unlimited,
    connectionTimeoutMillis: connect_timeout_seconds * 1000,
    max: 2,
  });
  pool.on('connect', (client) => client.on('error', ignore));
  pool.on('error', ignore);
  return new Kysely<Tables>({ dialect: new RowLockDialect({ pool }) });
}

/** The migration's next statement reports the error. */
const ignore = () => {};

export function connection(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    options: inUtc,
    application_name: productKey,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: {
      // pg asks for a parser per column; all types but the two above use pg's own.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  };
}

function open<Tables>(pool: PostgresPool) {
  return new Kysely<Tables>({ dialect: new RowLockDialect({ pool }) });
}

/** The pool gives each read a free connection. */
function openReader<Tables>(pool: PostgresPool, read: <Row>(query: pg.QueryConfig) => Promise<Row[]>) {
  return new Kysely<Tables>(
    direct(pool, async <Row>({ sql: text, parameters }: CompiledQuery) => ({
      rows: await read<Row>({ text, values: [...parameters] }),
    })),
  );
}

/** What Kysely is made of when its statements run at once. */
function direct(pool: PostgresPool, executeQuery: DatabaseConnection['executeQuery']): KyselyProps {
  const dialect = new PostgresDialect({ pool });
  const executor = new DirectExecutor(dialect, {
    executeQuery,
    streamQuery() {
      throw new Error('Streaming reads are not supported');
    },
  });
  return { config: { dialect }, dialect, driver: dialect.createDriver(), executor };
}

/**
 * Runs a transaction without waiting for each answer: statements that are started together are sent together, and COMMIT
 * follows those of `later` at once. PostgreSQL runs them in their order, each with the data that is committed when it
 * begins. After one has failed, it refuses the others and answers COMMIT with a rollback.
 */
async function transact<Tables, T>(pool: PostgresPool, prepared: ToQuery, work: Work<Tables, T>): Promise<T> {
  const client = await pool.connect();
  let failure: unknown;
  const run = async (query: pg.QueryConfig | string) => {
    try {
      return await (client.query as unknown as pg.PoolClient['query'])(query);
    } catch (error) {
      // Others fail because of the first one, which says more.
      failure ??= error;
      throw failure;
    }
  };
  const tx = new Transaction<Tables>(
    direct(pool, async <Row>({ sql: text, parameters }: CompiledQuery) => {
      const { rows, rowCount } = await run(prepared(text, parameters));
      return { rows: rows as Row[], numAffectedRows: BigInt(rowCount ?? 0) };
    }),
  );
  const written: Promise<unknown>[] = [];
  const later: Later = (promise) => {
    // An earlier failure may end the work before anybody waits for this one.
    promise.catch(() => {});
    written.push(promise);
  };
  let ended: Promise<pg.QueryResult> | undefined;
  try {
    later(run('begin'));
    const result = await work(tx, later);
    ended = run('commit');
    later(ended);
    await Promise.all(written);
    if ((await ended).command !== 'COMMIT') throw new Error('The transaction was rolled back');
    return result;
  } catch (error) {
    ended ??= run('rollback');
    throw error;
  } finally {
    // Its answer comes after all others.
    await Promise.allSettled([ended]);
    client.release();
  }
}

/** Past this, statements are sent without a name: each connection keeps the named ones in the database's memory. */
const maxNames = 500;
const names = new Map<string, string>();
/** A search, whose plan depends on its words; all columns, because a new one makes a prepared statement fail. */
const isUnnamed = /( like |select \*|returning \*|\.\*)/;

type ToQuery = (text: string, binds: readonly unknown[]) => pg.QueryConfig;

const unnamed: ToQuery = (text, binds) => ({ text, values: [...binds] });

/** Keeps a statement prepared (docs/decisions/0015). */
function named(text: string, binds: readonly unknown[]): pg.QueryConfig {
  let name = names.get(text);
  if (name === undefined && names.size < maxNames && !isUnnamed.test(text)) {
    name = createHash('sha256').update(text).digest('hex').slice(0, 32);
    names.set(text, name);
  }
  return { ...unnamed(text, binds), ...(name !== undefined && { name }) };
}

/** Wraps the pool for Kysely: failures are logged, and a connection that timed out is not used again. */
function watched(pool: pg.Pool, log: DatabaseLog): PostgresPool {
  const watchedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const onError = (error: Error) => log.failed(error);
  // An error without a listener ends the process. The pool does not listen on connections that are in use.
  pool.on('connect', (client) => client.on('error', onError));
  pool.on('error', onError);
  return {
    options: pool.options,
    async connect() {
      try {
        const client = await pool.connect();
        const known = watchedClients.get(client) ?? watchClient(client, log);
        watchedClients.set(client, known);
        return known;
      } catch (error) {
        log.failed(error);
        throw error;
      }
    },
    end: async () => {},
  };
}

function watchClient(client: pg.PoolClient, log: DatabaseLog): PostgresPoolClient {
  let isCut = false;
  const query = async (query: string, values?: unknown[]) => {
    try {
      const result = await client.query(query, values);
      log.worked('answered');
      return result;
    } catch (error) {
      log.failed(error);
      if (error instanceof Error && error.message === 'Query read timeout') {
        isCut = true;
        // Closed now, so that the rollback fails at once and does not wait for another timeout.
        void client.end();
      }
      throw error;
    }
  };
  return {
    // Cursors, the other signature, are not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(isCut || destroy),
  };
}
