import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import type { Executed } from '../server/testing/databases/recorded-statements.ts';

export type Values = Record<string, string>;
export type Row = Record<string, unknown>;
/** Runs the recorded statements in order, with the values of a request. */
type Prepare = (statements: readonly Executed[]) => (values: Values) => Row[][] | Promise<Row[][]>;

/** The same drivers and settings as the server, with nothing between. */
export function openBareDatabase({ DATABASE_URL, DATA_DIR = '' }: NodeJS.ProcessEnv): Prepare {
  return DATABASE_URL ? postgres(DATABASE_URL) : sqlite(join(DATA_DIR, 'canopy.db'));
}

/** A name without a value stands for a new id. */
function fill(text: string, values: Values): string {
  return text.replace(/{{(\w+)}}/g, (_, name: string) => {
    values[name] ??= randomUUID();
    return values[name];
  });
}

function bindsOf(recorded: unknown[]): (values: Values) => unknown[] {
  const text = JSON.stringify(recorded);
  return text.includes('{{') ? (values) => JSON.parse(fill(text, values)) : () => recorded;
}

/** A transaction lasts to the end: the server commits last. */
const begins = (sql: string) => /^begin/i.test(sql);

function sqlite(file: string): Prepare {
  const options = { timeout: 1000, enableForeignKeyConstraints: true };
  const writer = new DatabaseSync(file, options);
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
  const reader = new DatabaseSync(file, { ...options, readOnly: true });
  return (statements) => {
    let connection = reader;
    const steps = statements.map(({ sql, binds }) => {
      if (begins(sql)) connection = writer;
      return { statement: connection.prepare(sql), binds: bindsOf(binds) };
    });
    return (values) => steps.map(({ statement, binds }) => statement.all(...(binds(values) as never[])));
  };
}

function postgres(url: string): Prepare {
  const [int8, timestamptz] = [20, 1184];
  pg.types.setTypeParser(int8, Number);
  // '2026-11-20 12:00:00.1+00' is '2026-11-20T12:00:00.100Z'.
  pg.types.setTypeParser(timestamptz, (text) => {
    const [clock = '', fraction = ''] = text.slice(11, -3).split('.');
    return `${text.slice(0, 10)}T${clock}.${fraction.padEnd(3, '0')}Z`;
  });
  const pool = new pg.Pool({ connectionString: url, max: 16, options: '-c timezone=UTC' });
  return (statements) => {
    const steps = statements.map((statement) => ({ ...statement, binds: bindsOf(statement.binds) }));
    return async (values) => {
      const results: Row[][] = [];
      let client: pg.PoolClient | null = null;
      for (const { sql, name, binds } of steps) {
        if (begins(sql)) client = await pool.connect();
        const query = { text: sql, values: binds(values), ...(name && { name }) };
        results.push((await (client ?? pool).query<Row>(query)).rows);
      }
      client?.release();
      return results;
    };
  };
}
