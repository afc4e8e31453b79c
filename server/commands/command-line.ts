import { Console } from 'node:console';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';
import type { ParseArgsOptionsConfig } from 'node:util';
import type { Config } from '../config/config.ts';
import { readConfig } from '../config/settings-file.ts';
import type { CompletedRestore } from '../features/restore/complete-restore.service.ts';
import type { App } from '../kernel/context.ts';
import { BackupError } from '../platform/backup/manifest.ts';
import { isEmpty } from '../platform/backup/restore.ts';
import { ConfigError } from '../platform/config-error.ts';
import { ApiError } from '../platform/http/errors.ts';
import { MoveError } from '../platform/move/move-source.ts';
import { explainFailure, nameDatabase } from '../start/explain-failure.ts';
import { textLines } from '../start/log-text.ts';
import { openDatabase } from '../start/open-database.ts';
import { readArguments, UsageError, type Values } from './arguments.ts';

export interface CommandProcess {
  /** Without the program and the script. */
  args: string[];
  env: Record<string, string | undefined>;
  stdin: NodeJS.ReadableStream & { isTTY?: boolean };
  stdout: NodeJS.WritableStream & { isTTY?: boolean };
  stderr: NodeJS.WritableStream;
}

export type Command = (process: CommandProcess) => Promise<number>;

export interface Terminal extends CommandProcess {
  console: Console;
  exitCode: number;
}

interface Plan<O extends ParseArgsOptionsConfig, On, T> {
  usage: string;
  options: O;
  /** Wrong options throw here, before anything changes. */
  read(values: Values<O>): T;
  run(on: On, task: T, terminal: Terminal): Promise<void>;
}

/** Does not open the database. An error that an operator can fix is one sentence, with exit code 1. */
export function plainCommand<const O extends ParseArgsOptionsConfig, T>(plan: Plan<O, Config, T>): Command {
  return async (process) => {
    const terminal: Terminal = {
      ...process,
      console: new Console(process.stdout, process.stderr),
      exitCode: 0,
    };
    let config: Config | undefined;
    try {
      const { values, settingsFile } = readArguments(terminal.args, plan.options);
      const task = plan.read(values);
      config = readConfig(settingsFile, terminal.env);
      await plan.run(config, task, terminal);
      return terminal.exitCode;
    } catch (error) {
      const isPlain = [ConfigError, BackupError, MoveError, ApiError].some((kind) => error instanceof kind);
      const known = isPlain ? (error as Error) : config && explainFailure(error, config);
      terminal.console.error(known ? known.message : error);
      if (error instanceof UsageError) terminal.console.error(plan.usage);
      return 1;
    }
  };
}

/** The settings of this shell may name another database than the server's. */
export function printDatabase(config: Config, { console }: Terminal): void {
  console.info(`Database: ${nameDatabase(config)}`);
  if (config.settings_file) console.info(`Settings: ${config.settings_file}`);
}

export const createOption = { create: { type: 'boolean', default: false } } as const;

/**
 * Opens and migrates the configured database; the server may be running. Without `--create` it refuses an empty
 * database: the settings nearly always name another one than the server's.
 */
export function databaseCommand<const O extends ParseArgsOptionsConfig & typeof createOption, T>(
  plan: Plan<O, App, T>,
): Command {
  return plainCommand({
    ...plan,
    read: (values) => ({
      task: plan.read(values),
      mayCreate: (values as Values<typeof createOption>).create,
    }),
    async run(config, { task, mayCreate }, terminal) {
      printDatabase(config, terminal);
      if (!mayCreate && (await isEmpty(config))) {
        throw new ConfigError(
          'There is nothing in this database yet. Correct DATA_DIR or DATABASE_URL, or add --create to make a new one.',
        );
      }
      await withApp(config, terminal, (app) => plan.run(app, task, terminal));
    },
  });
}

/** A command that adds 100,000 users would read and write the same pages of indexes again and again. */
const pageCacheMb = 256;

/** The app is loaded when it is used, so a refusal, a backup or a restore starts in half the time. */
export async function withApp(
  config: Config,
  { stderr }: Terminal,
  work: (app: App, restored: CompletedRestore | null) => Promise<void>,
): Promise<void> {
  const [{ createCanopy }, { createHttpServer }] = await Promise.all([
    import('../app.ts'),
    import('../http/http-server.ts'),
  ]);
  // The log goes to standard error, because another program may read the command's output.
  const server = await createHttpServer(config, textLines(stderr));
  const database = await openDatabase(config, server.log, pageCacheMb);
  try {
    const canopy = await createCanopy({ config, database, server });
    await work(canopy.app, canopy.restored);
    await canopy.stop();
  } finally {
    await database.close();
  }
}

/** Everything but a yes is a no, including Ctrl-D and Ctrl-C. */
export async function askYesNo(question: string, { stdin, stdout, console }: Terminal): Promise<boolean> {
  const lines = createInterface({ input: stdin, output: stdout });
  try {
    const answer = await Promise.race([lines.question(`${question} [y/N] `), once(lines, 'close')]);
    return /^y(es)?$/i.test(String(answer).trim());
  } catch (error) {
    if (!(error instanceof Error && error.name === 'AbortError')) throw error;
    console.info('');
    return false;
  } finally {
    lines.close();
  }
}

/** With commas: 10,000. */
export function count(value: number): string {
  return value.toLocaleString('en-US');
}
