import { join } from 'node:path';
import { createCanopy } from './app.ts';
import { readArguments } from './arguments.ts';
import { type Config, ConfigError } from './config.ts';
import { explainFailure } from './explain-failure.ts';
import { anyIdentityExists } from './features/auth/identities.service.ts';
import { openDatabase } from './open-database.ts';
import { takeServerLock } from './platform/database/server-lock.ts';
import { lowerPoolPriority } from './platform/pool-priority.ts';
import { readConfig } from './settings-file.ts';

const usage = `Serves Canopy. Settings are environment variables, or lines of canopy.env such as PORT=8080.
  npm start [-- --env-file path]`;

const stopWithinMs = 9000;

let config: Config | undefined;
try {
  const { settingsFile } = readArguments({}, usage);
  config = readConfig(settingsFile, process.env);
  await serve(config);
} catch (error) {
  // What an operator can mend is one clear sentence; a bug keeps its stack.
  const known = error instanceof ConfigError ? error : config && explainFailure(error, config);
  console.error(known ? known.message : error);
  process.exit(1);
}

async function serve(config: Config) {
  const database = await openDatabase(config);
  const lock = config.database_url ? null : takeServerLock(join(config.data_dir, 'server.lock'));
  if (lock?.hasOthers) {
    config.warnings.push(
      `Another server already uses ${config.data_dir}. Stop one of them, unless this one takes its place.`,
    );
  }
  const canopy = await createCanopy({ config, database });
  for (const warning of config.warnings) console.warn(`Warning: ${warning}`);
  try {
    await canopy.server.listen({ port: config.port, host: config.host });
  } catch (error) {
    await database.close();
    throw explainListen(error, config);
  }
  canopy.startBackground();
  await lowerPoolPriority();
  console.info(`${config.product_name} ${versionOf(config)} serves on ${config.public_url}`);
  if (!(await anyIdentityExists(database.read))) console.info(firstSteps(config));
  stopOnSignals(async () => {
    await canopy.stop();
    await database.close();
    lock?.release();
  });
}

function versionOf({ version, commit }: Config) {
  return commit ? `${version} (${commit})` : version;
}

function firstSteps(config: Config) {
  const isClosed = config.signups === 'closed';
  if (config.is_local && !isClosed) return 'Nobody has an account yet: open it and create the first account.';
  if (config.first_admin_email)
    return `Nobody has an account yet: open it and sign up as ${config.first_admin_email}.`;
  return 'Nobody has an account yet: set FIRST_ADMIN_EMAIL, or run npm run admin -- --email you@example.com.';
}

function explainListen(error: unknown, { port, host }: Config) {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'EADDRINUSE')
    return new ConfigError(`Port ${port} is in use. Stop what listens there, or set PORT to another one.`);
  if (code === 'EACCES') return new ConfigError(`Port ${port} needs more rights. Set PORT to 1024 or more.`);
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new ConfigError(`HOST=${host} is not an address of this machine.`);
  return error;
}

/** Drains and stops once; what does not end within ten seconds is cut off. */
function stopOnSignals(stop: () => Promise<void>) {
  let stopping = false;
  const onSignal = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), stopWithinMs).unref();
    try {
      await stop();
      process.exit(0);
    } catch (error) {
      console.error(error);
      process.exit(1);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal);
}
