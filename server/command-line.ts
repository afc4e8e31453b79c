import type { ParseArgsOptionsConfig } from 'node:util';
import { createCanopy } from './app.ts';
import { readArguments, type Values } from './arguments.ts';
import { type Config, ConfigError } from './config.ts';
import { openDatabase } from './open-database.ts';
import { BackupError } from './platform/backup/manifest.ts';
import type { App } from './platform/context.ts';
import { ApiError } from './platform/errors.ts';
import { readConfig } from './settings-file.ts';

interface Command<O extends ParseArgsOptionsConfig, On, T> {
  usage: string;
  options: O;
  /** What is to be done. A wrong option throws here, before anything is touched. */
  read(values: Values<O>): T;
  run(on: On, task: T): Promise<void>;
}

/**
 * Runs a command with the settings, and without opening anything. What an operator can mend is one sentence and
 * exit code 1.
 */
export async function runPlain<const O extends ParseArgsOptionsConfig, T>(
  command: Command<O, Config, T>,
): Promise<void> {
  try {
    const { values, settingsFile } = readArguments(command.options, command.usage);
    const task = command.read(values);
    await command.run(readConfig(settingsFile, process.env), task);
  } catch (error) {
    const plain = [ConfigError, BackupError, ApiError];
    console.error(plain.some((kind) => error instanceof kind) ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

/**
 * `runPlain` for a command that works on the configured database, which it opens and migrates like the server, and
 * which the server may hold open at the same time.
 */
export function runCommand<const O extends ParseArgsOptionsConfig, T>(
  command: Command<O, App, T>,
): Promise<void> {
  return runPlain({
    ...command,
    async run(config, task) {
      const onError = (error: unknown) => console.error('A background task failed:', error);
      const database = await openDatabase(config, onError);
      try {
        const canopy = await createCanopy({ config, database });
        await command.run(canopy.app, task);
        await canopy.stop();
      } finally {
        await database.close();
      }
    },
  });
}
