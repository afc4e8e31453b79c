import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createCanopy } from './app.ts';
import { readArguments, UsageError } from './commands/arguments.ts';
import type { Config } from './config/config.ts';
import { readConfig } from './config/settings-file.ts';
import { hasAnyAccount } from './features/auth/accounts/user-accounts.service.ts';
import { describeRestore } from './features/restore/complete-restore.service.ts';
import { createHttpServer } from './http/http-server.ts';
import { ConfigError } from './platform/config-error.ts';
import { takeServerLock } from './platform/database/server-lock.ts';
import { explainFailure, nameDatabase } from './start/explain-failure.ts';
import { textLines } from './start/log-text.ts';
import { openDatabase } from './start/open-database.ts';
import { limitHeapSoon, lowerPoolPriority } from './start/tune-process.ts';

const usage = `Serves Canopy. Settings are environment variables, or lines of canopy.env such as PORT=8080.
  npm start [-- --env-file path]`;

const stopWithinMs = 9000;

const config = readSettingsOrExit();
const terminal = process.stdout.isTTY
  ? textLines(process.stdout, { withRequests: isDebug(config) })
  : undefined;
const server = await createHttpServer(config, terminal);
const { log } = server;
try {
  await serve();
} catch (error) {
  refuse(error);
}

function readSettingsOrExit(): Config {
  try {
    const { settingsFile } = readArguments(process.argv.slice(2), {});
    return readConfig(settingsFile, process.env);
  } catch (error) {
    // Without settings there is no log yet.
    console.error(error instanceof ConfigError ? error.message : error);
    if (error instanceof UsageError) console.error(usage);
    process.exit(1);
  }
}

async function serve() {
  const { version, commit, settings_file: settings } = config;
  log.info({ version, commit, node: process.version, database: nameDatabase(config), settings }, 'starting');
  for (const warning of config.warnings) log.warn(warning);
  const database = await openDatabase(config, log);
  const lock = config.database_url ? null : takeServerLock(join(config.data_dir, 'server.lock'));
  if (lock?.hasOthers) {
    log.warn(
      `Another server already uses ${config.data_dir}. Stop one of them, unless this one takes its place.`,
    );
  }
  const canopy = await createCanopy({ config, database, server });
  if (canopy.restored) {
    const { made_at } = canopy.restored;
    log.warn(
      `A restore of the backup of ${made_at} was cut off, and is complete now. Everybody is signed out.`,
    );
    for (const sentence of describeRestore(canopy.restored)) log.warn(sentence);
  }
  // Before it listens, because an operator may stop the server as soon as it answers.
  stopOnSignals(async (signal) => {
    if (signal === 'SIGTERM' && config.shutdown_delay_seconds > 0) {
      canopy.announceStop();
      await sleep(config.shutdown_delay_seconds * 1000);
    }
    await canopy.stop();
    await database.close();
    lock?.release();
  });
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    await database.close();
    throw explainListen(error, config);
  }
  canopy.startBackground();
  await lowerPoolPriority();
  limitHeapSoon();
  const isNew = !(await hasAnyAccount(database.read));
  if (isNew) log.info(firstSteps(config));
  log.info(`${config.product_name} ${versionOf(config)} serves on ${config.public_url}`);
}

/** A bug has its stack. Prints even when the log is silent. */
function refuse(error: unknown): never {
  const known = explainFailure(error, config);
  if (log.level === 'silent') console.error(known ? known.message : error);
  else if (known) log.fatal(known.message);
  else log.fatal({ err: error }, 'The start failed.');
  process.exit(1);
}

function isDebug({ log_level }: Config) {
  return log_level === 'debug' || log_level === 'trace';
}

function versionOf({ version, commit }: Config) {
  return commit ? `${version} (${commit})` : version;
}

function firstSteps(config: Config) {
  const isClosed = config.signups === 'closed';
  if (config.is_local && !isClosed) return 'Nobody has an account yet: open it and create the first account.';
  if (config.first_admin_email)
    return 'Nobody has an account yet: open the address and sign up with the email of FIRST_ADMIN_EMAIL.';
  return 'Nobody has an account yet: set FIRST_ADMIN_EMAIL, or run npm run admin -- --email you@example.com.';
}

function explainListen(error: unknown, { port, host }: Config) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new ConfigError(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`);
  if (code === 'EACCES')
    return new ConfigError(`Port ${port} needs more permissions. Set PORT to 1024 or more.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`HOST=${host} is not an address of this machine.`);
  return error;
}

/** Exits nine seconds after SHUTDOWN_DELAY_SECONDS in any case. */
function stopOnSignals(stop: (signal: string) => Promise<void>) {
  let stopping = false;
  const onSignal = async (signal: string) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(
      () => {
        log.warn('requests that did not end in time were cut off');
        process.exit(1);
      },
      config.shutdown_delay_seconds * 1000 + stopWithinMs,
    ).unref();
    try {
      await stop(signal);
      log.info('stopped');
      process.exit(0);
    } catch (error) {
      log.error({ err: error }, 'stopping failed');
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}
