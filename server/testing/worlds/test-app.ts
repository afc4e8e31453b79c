import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { authAnswer } from '../../../contract/auth/auth-answers.ts';
import { type Canopy, createCanopy, hooks } from '../../app.ts';
import { loadConfig } from '../../config/config.ts';
import { answerRequests } from '../../features/auth/accounts/answer-requests.service.ts';
import { summarizeAttempts } from '../../features/auth/sessions/sign-in-audit.service.ts';
import { emailDigests } from '../../features/notifications/daily-emails.service.ts';
import { deliverNotices } from '../../features/notifications/deliver-notices.service.ts';
import { emailNotifications } from '../../features/notifications/send-emails.service.ts';
import { workOnRuns } from '../../features/runs/work/run-worker.service.ts';
import { workOnWatches } from '../../features/watches/watch-worker.service.ts';
import { createHttpServer } from '../../http/http-server.ts';
import type { App } from '../../kernel/context.ts';
import type { Logger } from '../../platform/database/database-log.ts';
import { openDatabase } from '../../start/open-database.ts';
import { createMigratedDatabase } from '../databases/template-database.ts';
import { findIdsInDetails } from './ids-in-details.ts';

export interface TestApp {
  /** `http://127.0.0.1:<port>` */
  url: string;
  app: App;
  server: Canopy['server'];
  /** What the background does every few seconds, or at once. */
  answerRequests(): Promise<void>;
  workOnRuns(): Promise<void>;
  /** Delivers the notices of what was committed. */
  settle(): Promise<unknown>;
  workOnNotifications(): Promise<void>;
  loops: Canopy['loops'];
  close(): Promise<void>;
}

interface Options {
  /** Settings as environment variables. */
  env?: Record<string, string>;
  now?: () => Date;
  /** Keeps this data directory (and, on PostgreSQL, the database) instead of a fresh one, for restarts. */
  reuse?: { dataDir: string; databaseUrl?: string };
}

/**
 * The whole server with a fresh database of the dialect in TEST_DIALECT, on a free port, with every answer checked
 * against the contract. `close` removes everything that it made, and fails if an audit entry has ids in its details.
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
  const server = await createHttpServer(config);
  server.addHook('preSerialization', checkAuthAnswer);
  const failures: unknown[] = [];
  const database = await openDatabase(config, collecting(server.log, failures));
  const canopy = await createCanopy({ config, database, server, checkAnswers: true, ...(now && { now }) });
  const { app, loops } = canopy;
  const url = await canopy.server.listen({ port: 0, host: '127.0.0.1' });
  return {
    url,
    app,
    server,
    async answerRequests() {
      await answerRequests(app, hooks);
      await summarizeAttempts(app);
    },
    workOnRuns: () => workOnRuns(app),
    settle: () => deliverNotices(app),
    async workOnNotifications() {
      await deliverNotices(app);
      await workOnWatches(app);
      await deliverNotices(app);
      await emailNotifications(app);
      await emailDigests(app);
    },
    loops,
    async close() {
      await canopy.stop();
      // A test may have taken the database away.
      failures.push(...(await findIdsInDetails(database).catch(() => [])));
      await database.close();
      await postgres?.drop();
      if (!reuse) await rm(dataDir, { recursive: true, force: true });
      if (failures.length > 0)
        throw new AggregateError(failures, 'The server reported failures in the background');
    },
  };
}

/**
 * Checks answers below `/auth/v1` as the server checks those below `/api`: an answer that breaks its schema becomes
 * 500.
 */
async function checkAuthAnswer(request: FastifyRequest, reply: FastifyReply, answer: unknown) {
  const { method, routeOptions } = request;
  const path = /^\/auth\/v1(\/.*)/.exec(routeOptions.url ?? '')?.[1];
  if (path && reply.statusCode < 300) {
    const schema = authAnswer(method, path);
    if (!schema) throw new Error(`contract/auth/auth-answers.ts has no answer for ${method} ${path}`);
    z.parse(schema, JSON.parse(JSON.stringify(answer)));
  }
  return answer;
}

/** The server's log, which also contains errors after a commit that no request could report. */
function collecting(log: FastifyBaseLogger, failures: unknown[]): Logger {
  return {
    error(details, message) {
      if ('err' in details) failures.push(details.err);
      log.error(details, message);
    },
    info: (details, message) => log.info(details, message),
    warn: (details, message) => log.warn(details, message),
  };
}
