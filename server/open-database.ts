import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import { type Config, ConfigError } from './config.ts';
import { copyBeforeUpgrade } from './platform/backup/copy-before-upgrade.ts';
import { createDatabase, type Database } from './platform/database/database.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { openSqlite } from './platform/database/sqlite.ts';

/**
 * Opens the configured database and brings it to the newest migration.
 * @throws ConfigError in one sentence when the data directory or the database cannot be used.
 */
export async function openDatabase(config: Config, onError: (error: unknown) => void): Promise<Database> {
  prepareDataDirectory(config.data_dir);
  try {
    const driver = await openDriver(config, onError);
    try {
      if (driver.dialect === 'sqlite') await copyBeforeUpgrade(driver.writer, config);
      await migrateToLatest(driver.writer, driver.dialect);
    } catch (error) {
      await driver.close();
      throw error;
    }
    return createDatabase(driver, onError);
  } catch (error) {
    throw explain(error, config) ?? error;
  }
}

/** The driver of PostgreSQL is loaded only where it is used. */
async function openDriver({ database_url, database_file }: Config, onError: (error: unknown) => void) {
  if (!database_url) return openSqlite(database_file);
  const { openPostgres } = await import('./platform/database/postgres.ts');
  return openPostgres(database_url, onError);
}

function prepareDataDirectory(folder: string) {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    chmodSync(folder, 0o700);
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR ${folder} cannot be written (${codeOf(error)}). Make it writable or choose another folder.`,
    );
  }
}

/** What an operator can mend about the data directory or the database, in one sentence; null for a bug. */
export function explain(error: unknown, config: Config): ConfigError | null {
  if (!(error instanceof Error)) return null;
  const code = codeOf(error);
  const { errcode } = error as Error & { errcode?: number };
  if (code === 'ENOSPC' || errcode === 13) {
    return new ConfigError(
      `The disk that holds ${config.data_dir} is full. Free some space; nothing was changed.`,
    );
  }
  if (code === 'EACCES' || code === 'EROFS') {
    return new ConfigError(
      `DATA_DIR ${config.data_dir} cannot be written (${code}). Make it writable or choose another folder.`,
    );
  }
  if (config.database_url) {
    const { host, pathname } = new URL(config.database_url);
    const where = `The database ${pathname.slice(1)} at ${host}`;
    if (/^(ECONN|ENOTFOUND|EAI_|ETIMEDOUT|EHOST)/.test(code) || /timeout/i.test(error.message)) {
      return new ConfigError(
        `${where} does not answer (${code || 'time-out'}). Start it, or correct DATABASE_URL.`,
      );
    }
    if (/^(28|3D)/.test(code))
      return new ConfigError(`${where} refuses us: ${error.message}. Correct DATABASE_URL.`);
    return null;
  }
  const file = config.database_file;
  if (errcode === 26 || errcode === 11)
    return new ConfigError(`${file} is not a sound database. Restore it from a backup.`);
  if (errcode !== undefined && [8, 10, 14].includes(errcode % 256)) {
    return new ConfigError(
      `${file} cannot be opened for writing: ${error.message}. Check the rights and the disk of DATA_DIR.`,
    );
  }
  return null;
}

function codeOf(error: unknown): string {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}
