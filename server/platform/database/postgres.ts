import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely';
import pg from 'pg';
import type { DatabaseLog } from './database-log.ts';
import type { Bind, Driver } from './driver.ts';

/** Where the database is and how long anybody waits for it; see docs/operations.md. */
export interface PostgresSettings {
  url: string;
  pool_size: number;
  connect_timeout_seconds: number;
  query_timeout_seconds: number;
  lock_timeout_seconds: number;
}

/** Of two machines that lost each other, the one that only waits finds out. */
const keepAliveAfterMs = 10_000;
/** PostgreSQL ends a statement itself and keeps the connection; only a silent one is cut. */
const answerGraceMs = 1000;

const timestamptz = 1184;
const int8 = 20;

/** '2026-11-20 12:00:00.1+00' → '2026-11-20T12:00:00.100Z'; the session's time zone is UTC. */
function isoTime(value: string) {
  const [, day, clock, fraction = ''] = /^(\S+) (\d\d:\d\d:\d\d)(?:\.(\d+))?\+00$/.exec(value) ?? [];
  if (!day) throw new Error(`Unexpected timestamp ${value}`);
  return `${day}T${clock}.${fraction.padEnd(3, '0')}Z`;
}

const parsers = new Map<number, (value: string) => unknown>([
  [timestamptz, isoTime],
  [int8, Number],
]);

/**
 * PostgreSQL 15 or newer through two pools; the same values come out as on SQLite. Changes may wait for each other's
 * locks, so they have connections of their own: reads never stand behind them.
 */
export function openPostgres<Tables>(settings: PostgresSettings, log: DatabaseLog): Driver<Tables> {
  const limits = {
    connectionTimeoutMillis: settings.connect_timeout_seconds * 1000,
    statement_timeout: settings.query_timeout_seconds * 1000,
    query_timeout: settings.query_timeout_seconds * 1000 + answerGraceMs,
    lock_timeout: settings.lock_timeout_seconds * 1000,
    // A transaction whose process hangs, or is cut off by the network, lets go of its locks.
    idle_in_transaction_session_timeout: settings.query_timeout_seconds * 1000,
  };
  const half = Math.floor(settings.pool_size / 2);
  const changes = new pg.Pool({ ...connection(settings.url), ...limits, max: half });
  const reads = new pg.Pool({ ...connection(settings.url), ...limits, max: settings.pool_size - half });
  const reader = open<Tables>(watched(reads, log));
  return {
    dialect: 'postgres',
    reader,
    writer: open(watched(changes, log)),
    prepare: <Row>(text: string) => {
      const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
      return async (...values: Bind[]) => {
        try {
          const { rows } = await reads.query({ name, text, values });
          log.worked('answered');
          return rows as Row[];
        } catch (error) {
          log.failed(error);
          throw error;
        }
      };
    },
    isDeadlock: (error) => error instanceof Error && (error as Error & { code?: unknown }).code === '40P01',
    async takesChanges() {
      const query = sql<{
        is_read_only: boolean;
      }>`select current_setting('transaction_read_only')::bool as is_read_only`;
      const { rows } = await query.execute(reader);
      return rows[0]?.is_read_only === false;
    },
    async close() {
      await Promise.all([changes.end(), reads.end()]);
    },
  };
}

/** For migrations, which take as long as they take. The caller destroys it. */
export function openUnlimited<Tables>(url: string, connect_timeout_seconds: number): Kysely<Tables> {
  const pool = new pg.Pool({
    ...connection(url),
    connectionTimeoutMillis: connect_timeout_seconds * 1000,
    max: 2,
  });
  pool.on('connect', (client) => client.on('error', ignore));
  pool.on('error', ignore);
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** The migration's own next statement tells. */
const ignore = () => {};

function connection(url: string): pg.PoolConfig {
  return {
    connectionString: url,
    options: '-c timezone=UTC',
    application_name: 'canopy',
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveAfterMs,
    types: {
      // pg asks per column; everything but the two types above keeps its own parser.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  };
}

function open<Tables>(pool: PostgresPool) {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** The pool, as Kysely uses it, with each fault told to the log and no silent connection given out again. */
function watched(pool: pg.Pool, log: DatabaseLog): PostgresPool {
  const watchedClients = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const onError = (error: Error) => log.failed(error);
  // Without a listener, what PostgreSQL says to a connection that asked nothing would end the process: also to
  // one that is in the middle of a transaction, which the pool does not watch.
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
  const query = async (text: string, values: unknown[]) => {
    try {
      const result = await client.query(text, values);
      log.worked('answered');
      return result;
    } catch (error) {
      log.failed(error);
      if (error instanceof Error && error.message === 'Query read timeout') {
        isCut = true;
        // Now, so that the rollback fails at once instead of waiting as long again.
        void client.end();
      }
      throw error;
    }
  };
  return {
    // Cursors, the other form, are not used.
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(isCut || destroy),
  };
}
