import { readdir } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import {
  type Migration,
  type MigrationProvider,
  type MigrationResult,
  type MigrationResultSet,
  Migrator,
} from 'kysely/migration';
import { ConfigError } from '../../platform/config-error.ts';
import type { Dialect, KnownMigrations } from '../../platform/database/driver.ts';
import { type Outage, outageOf } from '../../platform/database/outage.ts';
import { busyTimeoutMs, openTimeoutMs } from '../../platform/database/sqlite.ts';
import { movedFrom, movedTo } from '../../platform/move/move-mark.ts';
import type { Database } from './database.ts';
import { migrationsOfBase } from './migrations/0035_base.ts';
import { type Step, step } from './migrations/columns.ts';
import type { Tables } from './schema.ts';
import { createSearchIndexes, hasSearchIndexes } from './search-index.ts';

/** The version whose migrations are the base. */
const versionOfBase = '1.1';
/** The row of `settings` with the oldest migration that a server must know (docs/decisions/0086). */
const compatibleFrom = 'compatible_from';
const folder = new URL('./migrations/', import.meta.url);
const fileOfBase = '0035_base';

/**
 * Runs all pending migrations in one transaction, so that a failure leaves the database unchanged. Several processes
 * may call it at once; all but one find nothing to do.
 * @returns the names of the migrations that ran.
 */
export async function migrateToLatest(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const migrate = dialect === 'sqlite' ? migrateSqlite : migratePostgres;
  const results = await migrate(db, { getMigrations: () => readMigrations(dialect) });
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

async function migrateSqlite(db: Kysely<Tables>, provider: MigrationProvider): Promise<MigrationResult[]> {
  // With foreign keys on, rebuilding a parent table would delete its children. Blocking is fine here, because no
  // request is served yet.
  await sql`pragma foreign_keys = off`.execute(db);
  await sql.raw(`pragma busy_timeout = ${openTimeoutMs}`).execute(db);
  const isPending = await hasPendingMigrations(db, 'sqlite');
  const { error, results = [] }: MigrationResultSet = isPending
    ? await new Migrator({ db, provider }).migrateToLatest()
    : {};
  await sql`pragma foreign_keys = on`.execute(db);
  await sql.raw(`pragma busy_timeout = ${busyTimeoutMs}`).execute(db);
  // What a statement of many rows may have to undo: a file was most of what a day of sales wrote. Migrations may have too much.
  await sql`pragma temp_store = memory`.execute(db);
  if (error) throw error;
  return results;
}

async function migratePostgres(db: Kysely<Tables>, provider: MigrationProvider): Promise<MigrationResult[]> {
  const isPending = await hasPendingMigrations(db, 'postgres');
  if (!isPending && (await hasSearchIndexes(db))) return [];
  await createMigrationTables(db);
  return db.transaction().execute(async (tx) => {
    const { error, results = [] } = await new Migrator({ db: tx, provider }).migrateToLatest();
    if (error) throw error;
    await createSearchIndexes(tx);
    return results;
  });
}

/** As the migrator makes them, but before its transaction, which ends with an error when another process is faster. */
async function createMigrationTables(db: Kysely<Tables>): Promise<void> {
  const name = 'varchar(255) not null';
  for (const statement of [
    `create table if not exists kysely_migration (name ${name} primary key, timestamp ${name})`,
    `create table if not exists kysely_migration_lock (id ${name} primary key, is_locked integer not null default 0)`,
    "insert into kysely_migration_lock (id) values ('migration_lock') on conflict do nothing",
  ]) {
    await sql
      .raw(statement)
      .execute(db)
      .catch((error) => {
        // A table of this name, or its row in the catalog, was there a moment later.
        if (!['42P07', '23505'].includes(error.code)) throw error;
      });
  }
}

/**
 * Kysely's migrator reads all tables and columns several times before it finds nothing to do.
 * @throws ConfigError for a database of a version that this one cannot serve or upgrade; the migrator would call it
 * corrupted.
 */
async function hasPendingMigrations(db: Kysely<Tables>, dialect: Dialect): Promise<boolean> {
  const table =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`;
  if ((await table.execute(db)).rows.length === 0) return true;
  const { pending, refusal } = await compareMigrations(db);
  if (refusal) throw new ConfigError(refusal);
  return pending.length > 0;
}

/**
 * Names of migrations that have not run yet, and a sentence when this version must not work on the database: a newer
 * one has migrated it, or it is older than the base. A newer database that is only larger is fine, so that servers are
 * upgraded one by one.
 */
export async function compareMigrations(
  db: Kysely<Tables>,
): Promise<{ pending: string[]; refusal: string | null }> {
  // kysely_migration belongs to the migrator and is not in our schema.
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const done = new Set(rows.map(({ name }) => name));
  const known = await migrationNames();
  const pending = known.filter((name) => !done.has(name));
  const newer = rows.findLast(({ name }) => !known.includes(name))?.name;
  if (newer === undefined) return { pending, refusal: isBeforeBase(done) ? tooOld : null };
  const query = db.selectFrom('settings').select('value').where('key', '=', compatibleFrom);
  const oldest = (await query.executeTakeFirst())?.value;
  // A database that lacks one of ours, too, is of a version beside this one.
  if (oldest !== undefined && known.includes(oldest) && pending.length === 0)
    return { pending, refusal: null };
  const refusal = `This database was made by a newer version of Canopy (migration ${newer}). Start that version, or restore a backup.`;
  return { pending, refusal };
}

const tooOld = `This database was made by a version of Canopy before ${versionOfBase}: start ${versionOfBase} on it first, then this version.`;

/** The migrator's table is empty when it was made for migrations that failed. */
function isBeforeBase(done: ReadonlySet<string>): boolean {
  return done.size > 0 && migrationsOfBase.some((name) => !done.has(name));
}

let known: Promise<string[]> | undefined;

/** Oldest first. */
export function migrationNames(): Promise<string[]> {
  known ??= listMigrations();
  return known;
}

async function listMigrations(): Promise<string[]> {
  return (await listFiles()).flatMap((file) => (file === fileOfBase ? migrationsOfBase : file));
}

async function listFiles(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.ts$/.test(name));
  return files.sort().map((file) => file.replace('.ts', ''));
}

/** What commands compare backups and files with. */
export async function knownMigrations(): Promise<KnownMigrations> {
  const [base = ''] = migrationsOfBase.slice(-1);
  return { names: await migrationNames(), base, version: versionOfBase };
}

interface MigrationModule {
  up(step: Step): Promise<void>;
  /** The migration takes away something that servers which know this earlier migration no longer use. */
  contractOf?: string;
}

/** The first name of the base makes all of it; the others are only recorded. */
export async function readMigrations(dialect: Dialect): Promise<Record<string, Migration>> {
  const entries = (await listFiles()).map(async (file): Promise<[string, Migration][]> => {
    const module: MigrationModule = await import(new URL(`${file}.ts`, folder).href);
    const migration = { up: (db: Step['db']) => runMigration(module, db, dialect) };
    if (file !== fileOfBase) return [[file, migration]];
    return migrationsOfBase.map((name, index) => [name, index === 0 ? migration : { up: async () => {} }]);
  });
  return Object.fromEntries((await Promise.all(entries)).flat());
}

/** Runs one migration, and says in the database which servers may still work on it. */
export async function runMigration({ up, contractOf }: MigrationModule, db: Step['db'], dialect: Dialect) {
  await up(step(db, dialect));
  if (contractOf !== undefined)
    await sql`update settings set value = ${contractOf} where key = ${compatibleFrom} and value < ${contractOf}`.execute(
      db,
    );
  if (dialect !== 'sqlite') return;
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  if (rows.length > 0) throw new Error(`The migration breaks ${rows.length} foreign keys`);
}

/** The marks that moves to and from this database have left. */
export async function readMarks(db: Kysely<Tables>): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', [movedTo, movedFrom])
    .execute();
  return Object.fromEntries(rows.map(({ key, value }) => [key, value]));
}

const reasons: Record<Outage, string> = {
  away: 'The database does not answer.',
  busy: 'The database is busy.',
  read_only: 'The database is read-only.',
  full: 'The disk of the database is full.',
};

/** Null when requests can be served. Cheap, because probes ask every second. */
export async function whyNotReady(database: Database): Promise<string | null> {
  try {
    const { pending, refusal } = await compareMigrations(database.read);
    if (refusal) return refusal;
    if (pending.length > 0) return `Migrations are missing: ${pending.join(', ')}`;
    const outage = await database.whyNotWritable();
    return outage && reasons[outage];
  } catch (error) {
    return reasons[outageOf(error) ?? 'away'];
  }
}
