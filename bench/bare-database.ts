import { join } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import pg from 'pg';
import type { Statement } from './replay.ts';

type Row = Record<string, unknown>;

interface BareDatabase {
  /** Runs the statements one after the other; what stands between begin and commit, on one connection. */
  run(script: readonly Statement[], binds: readonly unknown[][]): Row[][] | Promise<Row[][]>;
  close(): void | Promise<void>;
}

export function openBareDatabase(env: NodeJS.ProcessEnv): BareDatabase {
  return env.DATABASE_URL ? postgres(env.DATABASE_URL) : sqlite(join(env.DATA_DIR ?? '', 'canopy.db'));
}

const begins = ({ sql }: Statement) => /^begin/i.test(sql);
const ends = ({ sql }: Statement) => /^commit/i.test(sql);

/** With the settings of server/platform/database/sqlite.ts. */
function sqlite(file: string): BareDatabase {
  const options = { timeout: 1000, enableForeignKeyConstraints: true };
  const writer = new DatabaseSync(file, options);
  writer.exec('pragma journal_mode = wal; pragma synchronous = full; pragma journal_size_limit = 67108864');
  const reader = new DatabaseSync(file, { ...options, readOnly: true });
  const prepared = new Map<DatabaseSync, Map<string, StatementSync>>([
    [writer, new Map()],
    [reader, new Map()],
  ]);
  const prepare = (connection: DatabaseSync, sql: string) => {
    const known = prepared.get(connection)?.get(sql);
    if (known) return known;
    const statement = connection.prepare(sql);
    prepared.get(connection)?.set(sql, statement);
    return statement;
  };
  return {
    run(script, binds) {
      let connection = reader;
      return script.map((statement, at) => {
        if (begins(statement)) connection = writer;
        const rows = prepare(connection, statement.sql).all(...((binds[at] ?? []) as never[])) as Row[];
        if (ends(statement)) connection = reader;
        return rows;
      });
    },
    close() {
      reader.close();
      writer.close();
    },
  };
}

/** With the pool size of server/platform/database/postgres.ts. */
function postgres(url: string): BareDatabase {
  const timestamptz = 1184;
  pg.types.setTypeParser(timestamptz, (text) => `${text.slice(0, 10)}T${text.slice(11, -3)}Z`);
  const pool = new pg.Pool({ connectionString: url, max: 16, options: '-c timezone=UTC' });
  return {
    async run(script, binds) {
      const results: Row[][] = [];
      let client: pg.PoolClient | undefined;
      try {
        for (const [at, statement] of script.entries()) {
          if (begins(statement)) client = await pool.connect();
          const query: pg.QueryConfig = {
            text: statement.sql,
            values: [...(binds[at] ?? [])],
            ...(statement.name && { name: statement.name }),
          };
          const { rows } = client ? await client.query<Row>(query) : await pool.query<Row>(query);
          results.push(rows);
          if (!ends(statement)) continue;
          client?.release();
          client = undefined;
        }
        return results;
      } finally {
        client?.release(true);
      }
    },
    close: () => pool.end(),
  };
}
