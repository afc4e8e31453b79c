import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { TestProject } from 'vitest/node';
import { loadConfig } from '../../config/config.ts';
import { openDatabase } from '../../start/open-database.ts';
import { silentLog } from '../processes/silent-log.ts';
import { createTestDatabase } from './postgres-cluster.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A migrated, empty database: a file of SQLite, or the name of a database in the cluster of the tests. */
    templateDatabase: string;
  }
}

/**
 * Vitest calls this once for each server project: it migrates a database, and every test's server gets a copy.
 * Running all migrations for each of them took longer than most tests.
 */
export default async function setup({ config, provide }: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'canopy-template-'));
  const postgres = config.env.TEST_DIALECT === 'postgres' ? await createTestDatabase() : null;
  const env = { DATA_DIR: dataDir, ...(postgres && { DATABASE_URL: postgres.url }) };
  const database = await openDatabase(loadConfig(env), silentLog);
  await database.close();
  provide('templateDatabase', postgres?.name ?? join(dataDir, 'canopy.db'));
  return async () => {
    await postgres?.drop();
    await rm(dataDir, { recursive: true });
  };
}

/**
 * A migrated, empty database of the dialect in TEST_DIALECT: on SQLite a file in `dataDir`, on PostgreSQL a database
 * of its own, with its URL and a function that drops it.
 */
export async function createMigratedDatabase(dataDir: string) {
  const template = inject('templateDatabase');
  if (!template) throw new Error('This test needs a database: it belongs to the projects of the server.');
  if (process.env.TEST_DIALECT === 'postgres') return createTestDatabase(template);
  await copyFile(template, join(dataDir, 'canopy.db'));
  return null;
}
