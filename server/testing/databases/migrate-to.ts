import { sql } from 'kysely';
import { Migrator } from 'kysely/migration';
import type { Driver } from '../../kernel/database/database.ts';
import { readMigrations } from '../../kernel/database/migrate.ts';

/** Migrates an empty database to the state of an older release. */
export async function migrateTo({ writer, dialect }: Driver, name: string): Promise<void> {
  const provider = { getMigrations: () => readMigrations(dialect) };
  const { error } = await new Migrator({ db: writer, provider }).migrateTo(name);
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
