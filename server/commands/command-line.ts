import type { ParseArgsOptionsConfig } from 'node:util';
import { type Config, ConfigError } from '../config/config.ts';
import { readConfig } from '../config/settings-file.ts';
import type { App } from '../kernel/context.ts';
import { nameDatabase } from '../kernel/database/database-name.ts';
import { ApiError } from '../kernel/errors.ts';
import { BackupError } from '../platform/backup/manifest.ts';
import { isEmpty } from '../platform/backup/restore.ts';
import { explainFailure } from '../start/explain-failure.ts';
import { textLines } from '../start/log-text.ts';
import { openDatabase } from '../start/open-database.ts';
import { readArguments, type Values } from './arguments.ts';

interface Command<O extends ParseArgsOptionsConfig, On, T> {
  usage: string;
  options: O;
  /** Converts the options to a task. Wrong options throw here, before anything changes. */
  read(values: Values<O>): T;
  run(on: On, task: T): Promise<void>;
}

/**
 * Runs a command with the settings, without opening the database. An error that an operator can fix is printed as one
 * sentence, with exit code 1.
 */
export async function runPlain<const O extends ParseArgsOptionsConfig, T>(
  command: Command<O, Config, T>,
): Promise<void> {
  let config: Config | undefined;
  try {
    const { values, settingsFile } = readArguments(command.options, command.usage);
    const task = command.read(values);
    config = readConfig(settingsFile, process.env);
    await command.run(config, task);
  } catch (error) {
    const isPlain = [ConfigError, BackupError, ApiError].some((kind) => error instanceof kind);
    const known = isPlain ? (error as Error) : config && explainFailure(error, config);
    console.error(known ? known.message : error);
    process.exitCode = 1;
  }
}

/**
 * Prints which database a command uses, because the settings of this shell may name another one than the server's.
 */
export function printDatabase(config: Config): void {
  console.info(`Database: ${nameDatabase(config)}`);
  if (config.settings_file) console.info(`Settings: ${config.settings_file}`);
}

/** The option that allows `runCommand` to create a database. */
export const createOption = { create: { type: 'boolean', default: false } } as const;

/**
 * Runs a command on the configured database, which it opens and migrates like the server. The server may be running.
 * Without `--create` it refuses an empty database, which nearly always means that the settings name another database
 * than the server's.
 */
export function runCommand<const O extends ParseArgsOptionsConfig & typeof createOption, T>(
  command: Command<O, App, T>,
): Promise<void> {
  let mayCreate = false;
  return runPlain({
    ...command,
    read(values) {
      mayCreate = (values as Values<typeof createOption>).create;
      return command.read(values);
    },
    async run(config, task) {
      printDatabase(config);
      if (!mayCreate && (await isEmpty(config))) {
        throw new ConfigError(
          'There is nothing in this database yet. Correct DATA_DIR or DATABASE_URL, or add --create to make a new one.',
        );
      }
      await withApp(config, (app) => command.run(app, task));
    },
  });
}

/**
 * Opens and migrates the configured database, passes the app to `work`, and closes it. The app is loaded when it is used:
 * a refusal, a backup or a restore without it starts in half the time.
 */
export async function withApp(config: Config, work: (app: App) => Promise<void>): Promise<void> {
  const [{ createCanopy }, { createHttpServer }] = await Promise.all([
    import('../app.ts'),
    import('../http/http-server.ts'),
  ]);
  // The log goes to standard error, because another program may read the command's output.
  const server = await createHttpServer(config, textLines(process.stderr));
  const database = await openDatabase(config, server.log);
  try {
    const canopy = await createCanopy({ config, database, server });
    await work(canopy.app);
    await canopy.stop();
  } finally {
    await database.close();
  }
}
