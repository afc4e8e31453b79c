import { createCanopy } from './app.ts';
import { ConfigError, loadConfig } from './config.ts';
import { openDatabase } from './open-database.ts';
import type { App } from './platform/context.ts';
import { ApiError } from './platform/errors.ts';

/** What the person at the keyboard typed wrong, with how it is meant. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/**
 * Runs a command over the configured database, which it opens and migrates like the server, and which the
 * server may hold open at the same time. `readArguments` comes first: a wrong one touches nothing. What an
 * operator can mend is one sentence and exit code 1.
 */
export async function runCommand<T>(
  readArguments: (args: string[]) => T,
  work: (app: App, given: T) => Promise<void>,
): Promise<void> {
  try {
    const given = readArguments(process.argv.slice(2));
    const config = loadConfig();
    const onError = (error: unknown) => console.error('A background task failed:', error);
    const database = await openDatabase(config, onError);
    try {
      const canopy = await createCanopy({ config, database });
      await work(canopy.app, given);
      await canopy.stop();
    } finally {
      await database.close();
    }
  } catch (error) {
    const isPlain = error instanceof ConfigError || error instanceof UsageError || error instanceof ApiError;
    console.error(isPlain ? error.message : error);
    process.exitCode = 1;
  }
}
