import { accessSync, chmodSync, constants, mkdirSync } from 'node:fs';
import { type Config, ConfigError } from './config.ts';
import { copyBeforeUpgrade } from './platform/backup/copy-before-upgrade.ts';
import { createDatabase, type Database, type Driver } from './platform/database/database.ts';
import { DatabaseLog } from './platform/database/database-log.ts';
import { migrateToLatest } from './platform/database/migrate.ts';
import { openSqlite } from './platform/database/sqlite.ts';

/**
 * Opens the configured database and brings it to the newest migration.
 * @throws ConfigError in one sentence when the data directory or the database cannot be used.
 */
export async function openDatabase(config: Config): Promise<Database> {
  prepareDataDirectory(config.data_dir);
  const log = new DatabaseLog();
  try {
    const driver = config.database_url
      ? await openMigratedPostgres(config, config.database_url, log)
      : await openMigratedSqlite(config);
    return createDatabase(driver, log);
  } catch (error) {
    throw explain(error, config) ?? error;
  }
}

async function openMigratedSqlite(config: Config): Promise<Driver> {
  const driver = openSqlite(config.database_file);
  try {
    await copyBeforeUpgrade(driver.writer, config);
    await migrateToLatest(driver.writer, 'sqlite');
  } catch (error) {
    await driver.close();
    throw error;
  }
  return driver;
}

/** The driver is loaded only where it is used. The limits of requests would cut a long migration. */
async function openMigratedPostgres(config: Config, url: string, log: DatabaseLog): Promise<Driver> {
  const { openPostgres, openUnlimited } = await import('./platform/database/postgres.ts');
  const unlimited = openUnlimited(url, config.database_connect_timeout_seconds);
  try {
    await migrateToLatest(unlimited, 'postgres');
  } finally {
    await unlimited.destroy();
  }
  return openPostgres(
    {
      url,
      pool_size: config.database_pool_size,
      connect_timeout_seconds: config.database_connect_timeout_seconds,
      query_timeout_seconds: config.database_query_timeout_seconds,
      lock_timeout_seconds: config.database_lock_timeout_seconds,
    },
    log,
  );
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
