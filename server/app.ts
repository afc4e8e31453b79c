import type { FastifyInstance } from 'fastify';
import type { ApiDocument } from '../contract/http/api-document.ts';
import { getApiDocument } from '../contract/settings.ts';
import type { Config } from './config/config.ts';
import { accessOnRoutes } from './features/access-on/access-on.routes.ts';
import { recordDenial } from './features/audit/access-denials.service.ts';
import { auditRoutes } from './features/audit/audit.routes.ts';
import { answerEveryMs, answerRequests } from './features/auth/accounts/answer-requests.service.ts';
import {
  remindOfInvitations,
  tellOfFailedInvitation,
} from './features/auth/accounts/invitation-notices.service.ts';
import { purgeAuth } from './features/auth/accounts/purge.service.ts';
import { authRoutes } from './features/auth/auth.routes.ts';
import { companySignInRoutes } from './features/auth/company/company-settings.routes.ts';
import { hasSigningKeys, openSigningKeys } from './features/auth/keys/signing-keys.service.ts';
import { signInPaths } from './features/auth/protocol/sign-in-paths.pure.ts';
import { activityWriteMs, createActivity, findActor } from './features/auth/sessions/authenticate.service.ts';
import { summarizeAttempts, summarizeEveryMs } from './features/auth/sessions/sign-in-audit.service.ts';
import { authenticateAny, reauthenticateAny } from './features/auth/tokens/authenticate-token.service.ts';
import { remindOfTokens } from './features/auth/tokens/token-reminders.service.ts';
import { createTokenUse, shareUseMs } from './features/auth/tokens/token-use.service.ts';
import { type MakeBackup, purgeBackups, workOnBackups } from './features/backups/backups.service.ts';
import { changeRoutes } from './features/changes/changes.routes.ts';
import { purgeChanges } from './features/changes/changes.service.ts';
import { createFollowing, type Following } from './features/changes/follow.service.ts';
import { coverRoutes, coverSubject } from './features/covers/covers.routes.ts';
import { reportCovers, reportEveryMs } from './features/covers/report-covers.service.ts';
import { dashboardRoutes } from './features/dashboard/dashboard.routes.ts';
import { districtRoutes, districtSubject } from './features/districts/districts.routes.ts';
import { exportRoutes } from './features/exports/exports.routes.ts';
import { locationAccessRoutes } from './features/location-access/location-access.routes.ts';
import { locationRoutes, locationSubject } from './features/locations/locations.routes.ts';
import { countRequests, metricsRoutes } from './features/metrics/metrics.routes.ts';
import { digestEveryMs, emailDigests } from './features/notifications/daily-emails.service.ts';
import { deliverEveryMs, deliverNotices, gather } from './features/notifications/deliver-notices.service.ts';
import { notificationRoutes, unsubscribeRoutes } from './features/notifications/notifications.routes.ts';
import { purgeNotifications } from './features/notifications/notifications.service.ts';
import { emailEveryMs, emailNotifications } from './features/notifications/send-emails.service.ts';
import { profileRoutes } from './features/profile/profile.routes.ts';
import { absentEveryMs, noticeAbsent } from './features/registers/notices/absent.service.ts';
import { purgeRegisterFiles, readWaiting } from './features/registers/receive/files.service.ts';
import { registerFileRoutes } from './features/registers/register-files.routes.ts';
import { registerRoutes, registerSubject, stockSubject } from './features/registers/registers.routes.ts';
import { recountStock } from './features/registers/stock/recount.service.ts';
import { type CompletedRestore, completeRestore } from './features/restore/complete-restore.service.ts';
import { roleRoutes, roleSubject } from './features/roles/roles.routes.ts';
import { purgeRuns } from './features/runs/discard.service.ts';
import { runRoutes, runSubject } from './features/runs/runs.routes.ts';
import { workEveryMs, workOnRuns } from './features/runs/work/run-worker.service.ts';
import { salesImportRoutes } from './features/sales-imports/sales-imports.routes.ts';
import { searchRoutes } from './features/search/search.routes.ts';
import { sessionRoutes } from './features/sessions/sessions.routes.ts';
import { createLiveConfig, refreshEveryMs } from './features/settings/live-config.service.ts';
import { settingsRoutes, settingsSubject } from './features/settings/settings.routes.ts';
import { readAppConfig } from './features/settings/settings.service.ts';
import { serviceSubject, tokenRoutes } from './features/tokens/tokens.routes.ts';
import { userAccessRoutes } from './features/user-access/user-access.routes.ts';
import {
  onEmailChanged,
  onVerified,
  pendingFirstAdmin,
  profileByEmail,
} from './features/users/account/account-hooks.service.ts';
import { userRoutes, userSubject } from './features/users/users.routes.ts';
import { lockUsers, namesInScope } from './features/users/users.service.ts';
import { viewRoutes, viewSubject } from './features/views/views.routes.ts';
import { watchEveryMs, workOnWatches } from './features/watches/watch-worker.service.ts';
import { watchRoutes } from './features/watches/watches.routes.ts';
import { apiExamples } from './http/api-examples.ts';
import { apiWords } from './http/api-words.ts';
import { serveWebApp } from './http/http-server.ts';
import { createChangeClock } from './kernel/changes/change-clock.ts';
import type { App } from './kernel/context.ts';
import type { Database, Transaction } from './kernel/database/database.ts';
import { whyNotReady } from './kernel/database/migrate.ts';
import { createRoutes, type Routes } from './kernel/http/router.ts';
import { createLoop, eachStep } from './platform/background/background.ts';
import { createFaults } from './platform/background/faults.ts';
import { createMailer, type Mailer } from './platform/email/mailer.ts';
import { ApiError } from './platform/http/errors.ts';
import { openApiDocument } from './platform/http/openapi.ts';
import { createUploads } from './platform/http/uploads.ts';
import { createMeters } from './platform/metrics/meters.ts';
import { createOpenId } from './platform/openid/openid.ts';
import { createRateLimit } from './platform/rate-limit.ts';
import { createSecrets } from './platform/secrets.ts';
import { createReaderThreads } from './platform/threads/reader-threads.ts';
import { createBackupMaker } from './start/fork-backup.ts';

/** Of the threads that read files from outside. */
const readerScript = new URL('./start/reader-thread.ts', import.meta.url);
const purgeIntervalMs = 3_600_000;
const backupCheckMs = 15_000;
/** A location may have got the number of a file that waits. */
const waitingFilesMs = 60_000;
const recountEveryMs = 5000;

export const hooks = { profileByEmail, pendingFirstAdmin, onVerified, onEmailChanged };

const auditSubjects: App['auditSubjects'] = {
  user: userSubject,
  location: locationSubject,
  role: roleSubject,
  district: districtSubject,
  run: runSubject,
  settings: settingsSubject,
  view: viewSubject,
  register: registerSubject,
  stock: stockSubject,
  cover: coverSubject,
  service_account: serviceSubject,
};

export interface Canopy {
  app: App;
  server: FastifyInstance;
  /** Null unless a restore was completed now. */
  restored: CompletedRestore | null;
  /** All work without a request, by name. */
  loops: Loops;
  startBackground(): void;
  /** From now on the server is not ready, so that a load balancer sends its requests elsewhere. It still answers. */
  announceStop(): void;
  /** Finishes running requests; the database stays open. */
  stop(): Promise<void>;
}

interface Options {
  config: Config;
  database: Database;
  /** From `createHttpServer`, without routes. */
  server: FastifyInstance;
  /** For tests. */
  checkAnswers?: boolean;
  now?: () => Date;
}

/** On an open, migrated database. Tests use it too. */
export async function createCanopy({
  config: base,
  database,
  server,
  checkAnswers = false,
  now = () => new Date(),
}: Options): Promise<Canopy> {
  const { config, live } = await createLiveConfig(base, database);
  const secrets = createSecrets(config, { isAnythingEncrypted: await hasSigningKeys(database.read) });
  const log = server.log;
  const onGivenUp = (tx: Transaction, id: string) => tellOfFailedInvitation(app, tx, id);
  const mailer = createMailer({ config, database, secrets, log, now, onGivenUp });
  const meters = createMeters();
  const limits = createRateLimit(database, config.rate_limits, now, meters.limits);
  const keys = await openSigningKeys({ config, database, secrets, now });
  const faults = createFaults(log, meters.givenUp);
  const activity = createActivity({ database, now, faults });
  const backups = createBackupMaker(config);
  const loops = createLoops(() => app, log, mailer, backups.make);
  const app: App = {
    config,
    database,
    mailer,
    secrets,
    limits,
    meters,
    keys,
    openid: createOpenId(),
    activity,
    tokenUse: createTokenUse({ config, database, now, faults, meters }),
    faults,
    clock: createChangeClock(database),
    live,
    readers: createReaderThreads({ script: readerScript, refusals: [ApiError] }),
    uploads: createUploads(),
    runs: { wake: loops.runs.wake, heldLeases: new Set() },
    notices: { wake: gather(loops.notices.wake) },
    registerFiles: { wake: loops.files.wake },
    log,
    authenticate: authenticateAny,
    reauthenticate: reauthenticateAny,
    findActor,
    lockUsers,
    namesInScope,
    auditSubjects,
    now,
  };

  let isStopping = false;
  const following = await addRoutes(server, app, checkAnswers, () => isStopping);
  const restored = await completeRestore(app);
  let isStarted = false;
  return {
    app,
    server,
    restored,
    loops,
    startBackground() {
      isStarted = true;
      startLoops(loops, config);
    },
    announceStop() {
      isStopping = true;
    },
    async stop() {
      backups.stop();
      for (const upkeep of [loops.cleanup, loops.backups, loops.settings]) await upkeep.stop();
      await server.close();
      following.stop();
      await stopLoops(app, loops, isStarted);
      await app.readers.close();
      meters.stop();
    },
  };
}

type Loops = Readonly<ReturnType<typeof createLoops>>;

/** An idle server asks its database less than twice a second, and writes nothing (decision 160). */
function createLoops(app: () => App, log: App['log'], mailer: Mailer, makeBackup: MakeBackup) {
  const every = (
    everyMs: number,
    fault: string,
    work: (app: App, isStopping: () => boolean) => Promise<void>,
  ) => createLoop({ everyMs, work: (isStopping) => work(app(), isStopping), log, fault });
  const emails = every(emailEveryMs, 'notifications could not be emailed', emailNotifications);
  return {
    runs: every(workEveryMs, 'a run could not continue', workOnRuns),
    notices: every(deliverEveryMs, 'notices could not be delivered', async (app, isStopping) => {
      if (await deliverNotices(app, isStopping)) emails.wake();
    }),
    emails,
    files: every(waitingFilesMs, 'waiting register files could not be read', readWaiting),
    stock: every(recountEveryMs, 'stock could not be computed anew', recountStock),
    watches: every(watchEveryMs, 'watched views could not be evaluated', workOnWatches),
    covers: every(reportEveryMs, 'covers could not be reported', reportCovers),
    absent: every(absentEveryMs, 'who sent nothing could not be told', noticeAbsent),
    digests: every(digestEveryMs, 'daily emails could not be queued', emailDigests),
    requests: every(answerEveryMs, 'requests could not be answered', (app) => answerRequests(app, hooks)),
    attempts: every(summarizeEveryMs, 'attempts could not be counted', summarizeAttempts),
    tokens: every(shareUseMs, 'the use of API tokens could not be shared', (app) => app.tokenUse.share()),
    activity: every(
      activityWriteMs,
      'the last use of sessions and tokens could not be saved',
      async (app) => {
        await app.activity.flush();
        await app.tokenUse.flush();
      },
    ),
    mail: mailer.loop,
    cleanup: every(purgeIntervalMs, 'deleting expired data failed', purge),
    backups: every(backupCheckMs, 'a backup could not be recorded', (app) => workOnBackups(app, makeBackup)),
    settings: every(refreshEveryMs, 'the settings could not be read again', (app) => app.live.refresh()),
  };
}

function startLoops(loops: Loops, { backup_every }: Config) {
  for (const loop of Object.values(loops)) loop.start();
  // Also what a kill or an upgrade has left.
  const { mail, files, runs, notices, emails, backups } = loops;
  for (const loop of [mail, files, runs, notices, emails]) loop.wake();
  if (backup_every) backups.wake();
}

async function stopLoops(app: App, { notices, activity, mail, ...work }: Loops, wasStarted: boolean) {
  for (const loop of Object.values(work)) await loop.stop();
  // What the last requests and other work have left.
  await notices.stop();
  if (wasStarted) await deliverNotices(app);
  await activity.stop();
  await activity.run();
  await mail.stop();
  await app.mailer.close();
}

async function addRoutes(
  server: FastifyInstance,
  app: App,
  checkAnswers: boolean,
  isStopping: () => boolean,
): Promise<Following> {
  countRequests(server, app);
  const routes = createRoutes(server, app, { checkAnswers, onDenial: recordDenial });
  const following = createFollowing(app);
  settingsRoutes(routes);
  profileRoutes(routes);
  dashboardRoutes(routes);
  userRoutes(routes);
  userAccessRoutes(routes);
  locationRoutes(routes);
  locationAccessRoutes(routes);
  districtRoutes(routes);
  accessOnRoutes(routes);
  roleRoutes(routes);
  coverRoutes(routes);
  viewRoutes(routes);
  watchRoutes(routes);
  notificationRoutes(routes);
  searchRoutes(routes);
  exportRoutes(routes);
  runRoutes(routes);
  sessionRoutes(routes);
  tokenRoutes(routes);
  companySignInRoutes(routes);
  auditRoutes(routes);
  registerRoutes(routes);
  salesImportRoutes(routes);
  changeRoutes(routes, following);
  registerFileRoutes(server, app);
  unsubscribeRoutes(server, app);
  await server.register(authRoutes, { prefix: '/auth/v1', app, hooks });
  metricsRoutes(server, app, { isStopping });
  operationRoutes(server, app, isStopping);
  apiDocumentRoute(routes, app);
  await serveWebApp(server, app.config, () => readAppConfig(app));
  return following;
}

function purge(app: App) {
  return eachStep(app.log, {
    'reminders of invitations': () => remindOfInvitations(app),
    'reminders of API tokens': () => remindOfTokens(app),
    'limits that are over': () => app.limits.purge(),
    'accounts and sessions': () => purgeAuth(app),
    emails: () => app.mailer.purge(),
    runs: () => purgeRuns(app),
    backups: () => purgeBackups(app),
    notifications: () => purgeNotifications(app),
    'register files': () => purgeRegisterFiles(app),
    'the log of changes': () => purgeChanges(app),
  });
}

/** For scripts and load balancers. */
function operationRoutes(
  server: FastifyInstance,
  { config: { version, commit }, database }: App,
  isStopping: () => boolean,
) {
  server.get('/healthz', () => ({ status: 'ok', version, commit }));
  server.get('/readyz', async (_request, reply) => {
    const reason = isStopping() ? 'The server is stopping.' : await whyNotReady(database);
    if (!reason) return { status: 'ready', database: database.dialect };
    return reply.code(503).send({ status: 'not ready', reason });
  });
}

/** After all others, which it describes. */
function apiDocumentRoute(
  routes: Routes,
  { config: { version, product_name: title, public_url: url } }: App,
) {
  const said = { examples: apiExamples, words: apiWords, others: signInPaths };
  let document: ApiDocument | undefined;
  routes.add(getApiDocument, async () => {
    document ??= openApiDocument({ endpoints: routes.endpoints, title, version, url, ...said });
    return document;
  });
}
