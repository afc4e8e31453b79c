import { createHash } from 'node:crypto';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Bind, Driver } from './database.ts';
import type { Tables } from './schema.ts';

const poolSize = 16;
const connectTimeoutMs = 5000;

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

/** PostgreSQL 15 or newer through a pool; the same values come out as on SQLite. */
export function openPostgres(url: string, onIdleError: (error: Error) => void): Driver {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    connectionTimeoutMillis: connectTimeoutMs,
    options: '-c timezone=UTC -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s',
    application_name: 'canopy',
    types: {
      // pg asks per column; everything but the two types above keeps its own parser.
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        (format !== 'binary' && parsers.get(oid)) || pg.types.getTypeParser(oid, format),
    } as pg.CustomTypesConfig,
  });
  // An idle connection that the server closed must not end the process.
  pool.on('error', onIdleError);
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return {
    dialect: 'postgres',
    reader: kysely,
    writer: kysely,
    prepare: <Row>(text: string) => {
      const name = createHash('sha256').update(text).digest('hex').slice(0, 32);
      return async (...values: Bind[]) => (await pool.query({ name, text, values })).rows as Row[];
    },
    isDeadlock: (error) => error instanceof Error && (error as Error & { code?: unknown }).code === '40P01',
    close: () => kysely.destroy(),
  };
}
