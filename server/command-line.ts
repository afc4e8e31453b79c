import { createCanopy } from './app.ts';
import { type Config, ConfigError, loadConfig } from './config.ts';
import { openDatabase } from './open-database.ts';
import { BackupError } from './platform/backup/manifest.ts';
import type { App } from './platform/context.ts';
import { ApiError } from './platform/errors.ts';

/** What the person at the keyboard typed wrong, with how it is meant. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Runs a command with the settings, and without opening anything. `readArguments` comes first: a wrong one touches
 * nothing. What an operator can mend is one sentence and exit code 1.
 */
export async function runPlain<T>(
  readArguments: (args: string[]) => T,
  work: (config: Config, given: T) => Promise<void>,
): Promise<void> {
  try {
    const given = readArguments(process.argv.slice(2));
    await work(loadConfig(), given);
  } catch (error) {
    const plain = [ConfigError, UsageError, BackupError, ApiError];
    console.error(plain.some((kind) => error instanceof kind) ? (error as Error).message : error);
    process.exitCode = 1;
  }
}

/**
 * `runPlain` for a command that works on the configured database, which it opens and migrates like the server, and
 * which the server may hold open at the same time.
 */
export function runCommand<T>(
  readArguments: (args: string[]) => T,
  work: (app: App, given: T) => Promise<void>,
): Promise<void> {
  return runPlain(readArguments, async (config, given) => {
    const onError = (error: unknown) => console.error('A background task failed:', error);
    const database = await openDatabase(config, onError);
    try {
      const canopy = await createCanopy({ config, database });
      await work(canopy.app, given);
      await canopy.stop();
    } finally {
      await database.close();
    }
  });
}
