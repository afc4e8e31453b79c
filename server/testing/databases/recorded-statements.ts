import { StatementSync } from 'node:sqlite';
import pg from 'pg';

/** A statement as the driver got it. */
export interface Executed {
  sql: string;
  /** PostgreSQL: the name of a prepared statement. */
  name?: string;
  binds: unknown[];
}

/** Runs the work and returns which statements reached the databases of this process meanwhile. */
export async function record(work: () => Promise<void>): Promise<Executed[]> {
  const executed: Executed[] = [];
  const restore = [recordSqlite(executed), recordPostgres(executed)];
  try {
    await work();
  } finally {
    for (const undo of restore) undo();
  }
  return executed;
}

type Method = (this: StatementSync, ...binds: unknown[]) => unknown;

function recordSqlite(executed: Executed[]): () => void {
  const prototype = StatementSync.prototype as unknown as { all: Method; run: Method };
  const { all, run } = prototype;
  const noting = (method: Method): Method =>
    function (...binds) {
      executed.push({ sql: this.sourceSQL, binds });
      return method.apply(this, binds);
    };
  Object.assign(prototype, { all: noting(all), run: noting(run) });
  return () => Object.assign(prototype, { all, run });
}

type Query = (this: unknown, ...args: unknown[]) => unknown;

function recordPostgres(executed: Executed[]): () => void {
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...args) {
    const [config, values] = args;
    if (typeof config === 'string') {
      executed.push({ sql: config, binds: Array.isArray(values) ? values : [] });
    } else {
      const {
        text,
        name,
        values: binds = [],
      } = config as { text: string; name?: string; values?: unknown[] };
      executed.push({ sql: text, ...(name && { name }), binds: Array.isArray(values) ? values : binds });
    }
    return query.apply(this, args);
  };
  return () => {
    prototype.query = query;
  };
}
