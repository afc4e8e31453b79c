import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Kysely, sql } from 'kysely';
import type { Place } from '../../platform/backup/backup.ts';
import { copySqlite } from '../../platform/backup/sqlite-backup.ts';
import { compareMigrations } from './migrate.ts';
import type { Tables } from './schema.ts';

const maxCopies = 3;

/**
 * Migrations cannot be undone. To go back, an operator restores the copy in `DATA_DIR/before-upgrade` and starts the
 * earlier version.
 */
export async function copyBeforeUpgrade(
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
