import { readdir } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, type MigrationResultSet, Migrator } from 'kysely/migration';
import { ConfigError } from '../../config/config.ts';
import { busyTimeoutMs, openTimeoutMs } from '../../platform/database/sqlite.ts';
import type { Dialect } from './database.ts';
import { type Step, step } from './migrations/columns.ts';
import type { Tables } from './schema.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * One transaction, so that a failure leaves the database unchanged. Several processes may call it at once.
 * @returns the names of the migrations that ran.
 */
export async function migrateToLatest(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(dialect) } });
  // With foreign keys on, rebuilding a parent table would delete its children. Nobody is served yet, so it may block.
  if (dialect === 'sqlite') {
    await sql`pragma foreign_keys = off`.execute(db);
    await sql.raw(`pragma busy_timeout = ${openTimeoutMs}`).execute(db);
  }
  const isPending = await hasPendingMigrations(db, dialect);
  const { error, results = [] }: MigrationResultSet = isPending ? await migrator.migrateToLatest() : {};
  if (dialect === 'sqlite') {
    await sql`pragma foreign_keys = on`.execute(db);
    await sql.raw(`pragma busy_timeout = ${busyTimeoutMs}`).execute(db);
  }
  if (error) throw error;
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/**
 * Kysely's migrator reads all tables and columns several times before it finds nothing to do.
 * @throws ConfigError for a database of a newer version, which the migrator would call corrupted.
 */
async function hasPendingMigrations(db: Kysely<Tables>, dialect: Dialect): Promise<boolean> {
  const table =
    dialect === 'sqlite'
      ? sql`select 1 from sqlite_schema where name = 'kysely_migration'`
      : sql`select 1 where to_regclass('kysely_migration') is not null`;
  if ((await table.execute(db)).rows.length === 0) return true;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = await migrationNames();
  const newer = rows.findLast(({ name }) => !known.includes(name));
  if (!newer) return rows.length < known.length;
  throw new ConfigError(
    `This database was made by a newer version of Canopy (migration ${newer.name}). Start that version, or restore a backup.`,
  );
}

/** Empty when the database is ready. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  // kysely_migration belongs to the migrator and is not in our schema.
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  return (await migrationNames()).filter((name) => !done.has(name));
}

let known: Promise<string[]> | undefined;

/** Oldest first. */
export function migrationNames(): Promise<string[]> {
  known ??= listMigrations();
  return known;
}

async function listMigrations(): Promise<string[]> {
  const files = (await readdir(folder)).filter((name) => /^\d{4}_\w+\.ts$/.test(name));
  return files.sort().map((file) => file.replace('.ts', ''));
}

async function readMigrations(dialect: Dialect): Promise<Record<string, Migration>> {
  const entries = (await migrationNames()).map(async (name): Promise<[string, Migration]> => {
    const module: { up(step: Step): Promise<void> } = await import(new URL(`${name}.ts`, folder).href);
    return [name, { up: (db) => run(module.up, db, dialect) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function run(up: (step: Step) => Promise<void>, db: Kysely<unknown>, dialect: Dialect) {
  await up(step(db, dialect));
  if (dialect !== 'sqlite') return;
  const { rows } = await sql`pragma foreign_key_check`.execute(db);
  if (rows.length > 0) throw new Error(`The migration breaks ${rows.length} foreign keys`);
}
