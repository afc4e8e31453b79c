import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import type { Driver } from '../../kernel/database/database.ts';
import { type Step, step } from '../../kernel/database/migrations/columns.ts';

/** Migrates an empty database to the state of an older release. */
export async function migrateTo(driver: Driver, name: string): Promise<void> {
  const folder = new URL('../../kernel/database/migrations/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => /^\d{4}_/.test(file));
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const { up }: { up(step: Step): Promise<void> } = await import(new URL(file, folder).href);
    return [file.replace('.ts', ''), { up: (db) => up(step(db, driver.dialect)) }];
  });
  const getMigrations = async () => Object.fromEntries(await Promise.all(migrations));
  const { error } = await new Migrator({ db: driver.writer, provider: { getMigrations } }).migrateTo(name);
  if (error) throw error;
}

/** A row of an older release, whose columns may be others than those of today. */
export async function insertRow(
  { writer }: Driver,
  table: string,
  row: Record<string, unknown>,
): Promise<void> {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  const values = sql.join(Object.values(row));
  await sql`insert into ${sql.table(table)} (${columns}) values (${values})`.execute(writer);
}
