import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startPostgresCluster } from '../../server/testing/databases/postgres-cluster.ts';
import * as chain from './chain.ts';
import { temporaryFolder } from './program.ts';

/** A database for servers, and a look into it from outside. */
export interface Store {
  /** Settings of its servers. */
  env: Record<string, string>;
  /** The text is for both databases, and casts integers to `integer`. */
  query<Row>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

export async function openStore(database: string): Promise<Store> {
  if (database === 'postgres') {
    const { url, stop } = await startPostgresCluster();
    return { env: { DATABASE_URL: url }, query: (text) => chain.query(url, text), stop };
  }
  if (database !== 'sqlite') throw new Error('Say --database sqlite or --database postgres.');
  const folder = temporaryFolder();
  return {
    env: { DATA_DIR: folder },
    query: async <Row>(text: string) => {
      const file = new DatabaseSync(join(folder, 'canopy.db'), { timeout: 5000 });
      try {
        return file.prepare(text).all() as Row[];
      } finally {
        file.close();
      }
    },
    stop: async () => {},
  };
}

/** The first number of the answer. */
export async function countIn(store: Store, text: string): Promise<number> {
  const [row = {}] = await store.query<Record<string, unknown>>(text);
  return Number(Object.values(row)[0]);
}
