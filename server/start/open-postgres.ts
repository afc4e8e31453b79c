import { type Kysely, sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Driver } from '../kernel/database/database.ts';
import { compareMigrations, migrateToLatest } from '../kernel/database/migrate.ts';
import type { Tables } from '../kernel/database/schema.ts';
import { hasSearchIndexes } from '../kernel/database/search-index.ts';
import { ConfigError } from '../platform/config-error.ts';
import type { DatabaseLog, Logger } from '../platform/database/database-log.ts';
import { describeSession, missingSettings, type Session } from '../platform/database/session-settings.ts';
import { explainPostgres, nameOf } from './explain-failure.ts';

/**
 * Migrates PostgreSQL without the time limits of requests and opens it for them.
 * @throws ConfigError when what answers at DATABASE_URL is no place to work: a standby, a pooler that drops the settings
 * of a session, or another database than the migrated one.
 */
export async function openPostgresOf(
  config: Config,
  url: string,
  log: DatabaseLog,
  logger: Logger,
): Promise<Driver> {
  // Loaded only when it is used.
  const { openPostgres, openUnlimited } = await import('../platform/database/postgres.ts');
  const direct = config.database_direct_url ?? url;
  const unlimited = openUnlimited<Tables>(direct, config.database_connect_timeout_seconds);
  try {
    logMigrations(logger, await migrateToLatest(unlimited, 'postgres'));
    if (!(await hasSearchIndexes(unlimited))) logger.warn({}, withoutSearchIndexes);
  } catch (error) {
    const sentence =
      direct !== url && error instanceof Error
        ? explainPostgres(error, new URL(direct), 'DATABASE_DIRECT_URL')
        : null;
    throw sentence === null ? error : new ConfigError(sentence);
  } finally {
    await unlimited.destroy();
  }
  const driver: Driver = openPostgres(url, config, log);
  try {
    await refuseSession(driver.reader, url, config);
    if (direct !== url && (await compareMigrations(driver.reader)).pending.length > 0)
      throw new ConfigError(
        'DATABASE_DIRECT_URL and DATABASE_URL name different databases: the migrations of one are missing in the other.',
      );
  } catch (error) {
    await driver.close();
    throw error;
  }
  return driver;
}

const withoutSearchIndexes =
  'The database does not allow the extension pg_trgm: searches read all rows. When "create extension pg_trgm" works, start again: the indexes are made then.';

async function refuseSession(db: Kysely<Tables>, url: string, config: Config) {
  const { rows } = await sql.raw<Session>(describeSession).execute(db);
  const [session] = rows;
  if (!session) return;
  const where = nameOf(new URL(url));
  if (session.is_standby) throw new ConfigError(`${where} is a standby. Name the primary in DATABASE_URL.`);
  if (session.is_read_only)
    throw new ConfigError(
      `${where} is read-only, because default_transaction_read_only is set. Take that back, or name another database in DATABASE_URL.`,
    );
  const missing = missingSettings(session, config);
  if (missing.length === 0) return;
  const fix = `run: ${missing.join(' ')}`;
  throw new ConfigError(
    config.database_prepared
      ? `${where} is behind a pooler that drops the settings of a session. Set DATABASE_PREPARED=off and DATABASE_DIRECT_URL, and ${fix}`
      : `${where} lacks settings that cannot be sent through a pooler. As its user, ${fix} Then let the pooler open new connections.`,
  );
}

export function logMigrations(logger: Logger, { length }: string[]): void {
  if (length > 0) logger.info({}, `Applied ${length} ${length === 1 ? 'migration' : 'migrations'}`);
}
