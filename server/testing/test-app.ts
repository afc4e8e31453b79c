import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Canopy, createCanopy } from '../app.ts';
import { loadConfig } from '../config.ts';
import { openDatabase } from '../open-database.ts';
import type { App } from '../platform/context.ts';
import { createMigratedDatabase } from './template-database.ts';

export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  url: string;
  app: App;
  server: Canopy['server'];
  answerRequests: Canopy['answerRequests'];
  close(): Promise<void>;
}

interface Options {
  /** Settings as environment variables. */
  env?: Record<string, string>;
  now?: () => Date;
  /** Keeps this data directory (and, on PostgreSQL, database) instead of a fresh one: for restarts. */
  reuse?: { dataDir: string; databaseUrl?: string };
}

/**
 * The whole server over a fresh database of the dialect in TEST_DIALECT, on a free port, with every answer
 * checked against the contract. `close` removes what it made.
 */
export async function startTestApp({ env = {}, now, reuse }: Options = {}): Promise<TestApp> {
  const dataDir = reuse?.dataDir ?? (await mkdtemp(join(tmpdir(), 'canopy-test-')));
  const postgres = reuse ? null : await createMigratedDatabase(dataDir);
  const databaseUrl = reuse?.databaseUrl ?? postgres?.url;
  const config = loadConfig({
    LOG_LEVEL: 'fatal',
    RATE_LIMITS: 'off',
    DATA_DIR: dataDir,
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    ...env,
  });
  const database = await openDatabase(config);
  const canopy = await createCanopy({ config, database, checkAnswers: true, ...(now && { now }) });
  const failures = collectFailures(canopy.app);
  const url = await canopy.server.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    app: canopy.app,
    server: canopy.server,
    answerRequests: canopy.answerRequests,
    async close() {
      await canopy.stop();
      await database.close();
      await postgres?.drop();
      if (!reuse) await rm(dataDir, { recursive: true, force: true });
      if (failures.length > 0)
        throw new AggregateError(failures, 'The server reported failures in the background');
    },
  };
}

/** What threw after a commit, where no request could tell. */
function collectFailures({ database, log }: App): unknown[] {
  const failures: unknown[] = [];
  database.log.writeTo({
    error(details, message) {
      if ('err' in details) failures.push(details.err);
      log.error(details, message);
    },
    warn: (details, message) => log.warn(details, message),
  });
  return failures;
}
