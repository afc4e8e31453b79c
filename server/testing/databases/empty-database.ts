import { Client } from 'pg';
import { onTestFinished } from 'vitest';
import { createTestDatabase } from './postgres-cluster.ts';

/** An empty database, and a connection to it as its owner. Both end with the test. */
export async function emptyDatabase() {
  const database = await createTestDatabase();
  const owner = new Client({ connectionString: database.url });
  await owner.connect();
  onTestFinished(async () => {
    await owner.end();
    await database.drop();
  });
  return { ...database, host: new URL(database.url).host, owner };
}
