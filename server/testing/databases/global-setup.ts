import { startPostgresCluster } from './postgres-cluster.ts';

/**
 * Vitest calls this once for each project that wants PostgreSQL. The first call starts a server, unless one was
 * given, and passes its URL to the others and to the tests in TEST_DATABASE_URL.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.TEST_DATABASE_URL) return undefined;
  const cluster = await startPostgresCluster();
  process.env.TEST_DATABASE_URL = cluster.url;
  return cluster.stop;
}
