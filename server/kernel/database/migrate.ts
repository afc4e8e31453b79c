import { readdir } from 'node:fs/promises';
import { type Kysely, sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ConfigError } from '../../config/config.ts';
import { busyTimeoutMs, openTimeoutMs } from '../../platform/database/sqlite.ts';
import type { Dialect } from './database.ts';
import { type Step, step } from './migrations/columns.ts';
import type { Tables } from './schema.ts';

const folder = new URL('./migrations/', import.meta.url);

/**
 * Brings the database to the newest migration, or leaves it as it was: all of them run in one transaction.
 * Several processes may call it at once; all but one find nothing left to do.
 * @returns the names of those that it ran.
 */
export async function migrateToLatest(db: Kysely<Tables>, dialect: Dialect): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: () => readMigrations(dialect) } });
  // Rebuilding a parent table with foreign keys on would delete its children; and nobody else is served yet,
  // so that waiting for another process may block.
  if (dialect === 'sqlite') {
    await sql`pragma foreign_keys = off`.execute(db);
    await sql.raw(`pragma busy_timeout = ${openTimeoutMs}`).execute(db);
  }
  await refuseNewer(db);
  const { error, results = [] } = await migrator.migrateToLatest();
  if (dialect === 'sqlite') {
    await sql`pragma foreign_keys = on`.execute(db);
    await sql.raw(`pragma busy_timeout = ${busyTimeoutMs}`).execute(db);
  }
  if (error) throw error;
  return results.filter(({ status }) => status === 'Success').map(({ migrationName }) => migrationName);
}

/** Otherwise the migrator would call the database corrupted. */
async function refuseNewer(db: Kysely<Tables>): Promise<void> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true });
  if (!tables.some(({ name }) => name === 'kysely_migration')) return;
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
  const known = await migrationNames();
  const newer = rows.findLast(({ name }) => !known.includes(name));
  if (!newer) return;
  throw new ConfigError(
    `This database was made by a newer version of Canopy (migration ${newer.name}). Start that version, or restore a backup.`,
  );
}

/** Names of migrations that have not run yet: empty when the database is ready. */
export async function pendingMigrations(db: Kysely<Tables>): Promise<string[]> {
  // kysely_migration belongs to the migrator and is not among our tables.
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  return (await migrationNames()).filter((name) => !done.has(name));
}

let known: Promise<string[]> | undefined;

/** All migrations that this version knows, oldest first. */
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
