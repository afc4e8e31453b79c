import {
  accessSync,
  chmodSync,
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import { type Database, type Driver, trySaving } from '../kernel/database/database.ts';
import { compareMigrations, migrateToLatest, readMarks } from '../kernel/database/migrate.ts';
import { jsonColumns, type Tables } from '../kernel/database/schema.ts';
import type { Place } from '../platform/backup/backup.ts';
import { copySqlite } from '../platform/backup/sqlite-backup.ts';
import { ConfigError } from '../platform/config-error.ts';
import { createDatabase } from '../platform/database/database.ts';
import { DatabaseLog, type Logger } from '../platform/database/database-log.ts';
import { openSqlite } from '../platform/database/sqlite.ts';
import { whyMoved } from '../platform/move/move-mark.ts';
import { explainFailure } from './explain-failure.ts';
import { logMigrations, openPostgresOf } from './open-postgres.ts';

/**
 * Migrates it. `pageCacheMb` is for SQLite.
 * @throws ConfigError in one sentence when the data directory or the database cannot be used.
 */
export async function openDatabase(config: Config, logger: Logger, pageCacheMb?: number): Promise<Database> {
  const log = new DatabaseLog(logger, config.database_query_timeout_seconds * 1000);
  try {
    prepareDataDirectory(config);
    const driver = config.database_url
      ? await openPostgresOf(config, config.database_url, log, logger)
      : await openMigratedSqlite(config, logger, pageCacheMb);
    try {
      await refuseMoved(driver);
    } catch (error) {
      await driver.close();
      throw error;
    }
    return createDatabase(driver, log, trySaving);
  } catch (error) {
    throw explainFailure(error, config) ?? error;
  }
}

/** @throws ConfigError when the data were moved to another database, or a move into this one is not complete. */
async function refuseMoved({ reader }: Driver) {
  const reason = whyMoved(await readMarks(reader));
  if (reason) throw new ConfigError(reason);
}

async function openMigratedSqlite(config: Config, logger: Logger, pageCacheMb?: number): Promise<Driver> {
  const driver = openSqlite<Tables>(config.database_file, jsonColumns, pageCacheMb);
  try {
    await copyBeforeUpgrade(driver.writer, config);
    logMigrations(logger, await migrateToLatest(driver.writer, 'sqlite'));
  } catch (error) {
    await driver.close();
    throw error;
  }
  return driver;
}

/**
 * Only we can read the folder and the file. The mode of an existing folder stays: it may be shared, or a mounted
 * volume.
 */
function prepareDataDirectory({ data_dir, database_url, database_file }: Config) {
  mkdirSync(data_dir, { recursive: true, mode: 0o700 });
  accessSync(data_dir, constants.R_OK | constants.W_OK | constants.X_OK);
  if (database_url) return;
  // SQLite gives the files next to it the same mode.
  if (!existsSync(database_file)) closeSync(openSync(database_file, 'a', 0o600));
  for (const suffix of ['', '-wal', '-shm']) keepPrivate(database_file + suffix);
}

/** Earlier versions made files that others could read. */
function keepPrivate(file: string) {
  if (process.platform === 'win32' || !existsSync(file)) return;
  const { mode, uid } = statSync(file);
  if ((mode & 0o077) !== 0 && uid === process.getuid?.()) chmodSync(file, 0o600);
}

const maxCopies = 3;

/**
 * Migrations cannot be undone. To go back, an operator restores the copy in `DATA_DIR/before-upgrade` and starts the
 * earlier version.
 */
async function copyBeforeUpgrade(
  db: Kysely<Tables>,
  { data_dir, database_file }: Pick<Place, 'data_dir' | 'database_file'>,
): Promise<void> {
  const { rows } = await sql`select 1 from sqlite_schema where name = 'kysely_migration'`.execute(db);
  if (rows.length === 0) return;
  const { pending, refusal } = await compareMigrations(db);
  const [next] = pending;
  if (!next || refusal) return;
  const folder = join(data_dir, 'before-upgrade');
  const copy = join(folder, `before-${next}.db`);
  if (!existsSync(copy)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    await copySqlite(database_file, `${copy}.part`);
    chmodSync(`${copy}.part`, 0o600);
    renameSync(`${copy}.part`, copy);
  }
  const copies = readdirSync(folder).filter((name) => /^before-\d{4}_\w+\.db$/.test(name));
  for (const name of copies.sort().reverse().slice(maxCopies)) rmSync(join(folder, name));
}
