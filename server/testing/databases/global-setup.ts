import { startPostgresCluster } from './postgres-cluster.ts';

/**
 * Vitest calls this once for each project that wants PostgreSQL. The first one starts it, unless a server was given,
 * and names it to the others, and the tests themselves, through TEST_DATABASE_URL.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const cluster = await startPostgresCluster();
  process.env.TEST_DATABASE_URL = cluster.url;
  return cluster.stop;
}
