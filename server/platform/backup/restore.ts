import { existsSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { KnownMigrations } from '../database/driver.ts';
import { checkOf, type Place, readCopy, readKeyFile, verifyBackup } from './backup.ts';
import { BackupError, fileTime, keyName, type Manifest } from './manifest.ts';
import { replaceSqlite } from './sqlite-backup.ts';

/** What a restore moved aside, so that an operator can undo it by hand. */
interface Restored {
  manifest: Manifest;
  /** For the version from before an upgrade. */
  isCopy: boolean;
  /** Null without one, and on PostgreSQL, where only a backup helps. */
  previousDatabase: string | null;
  previousKey: string | null;
}

interface RestoreOptions {
  replace: boolean;
  migrations: KnownMigrations;
  /** SQL of the step that puts the data in place: nobody sees them without it. */
  also: (manifest: Manifest) => string;
}

/**
 * Nothing changes if the backup is damaged, of a newer or too old version, another key or the other kind of database; if a server
 * is running; or if there are data and `replace` is false. @throws BackupError
 */
export async function restoreBackup(
  place: Place,
  folder: string,
  { replace, migrations, also }: RestoreOptions,
): Promise<Restored> {
  const isCopy = folder.endsWith('.db');
  const manifest = isCopy ? await readCopy(place, folder) : await verifyBackup(folder);
  const target = place.database_direct_url ? 'postgres' : 'sqlite';
  if (manifest.database !== target) {
    throw new BackupError(
      `The backup is of ${kinds[manifest.database]}, and the settings name ${kinds[target]}. Correct DATABASE_URL.`,
    );
  }
  refuseOtherVersion(manifest, migrations);
  if (place.secret_key && checkOf(place.secret_key) !== manifest.key_check)
    throw new BackupError('SECRET_KEY is not the key that this backup was made with. Set that one.');
  if (manifest.key === 'SECRET_KEY' && !place.secret_key)
    throw new BackupError('The backup was made with a SECRET_KEY. Set the same one, then restore.');
  if (!replace && !(await isEmpty(place))) {
    throw new BackupError(
      'There is a database already. To put the backup in its place, add --replace. Make a backup of it first.',
    );
  }

  await mkdir(place.data_dir, { recursive: true, mode: 0o700 });
  const aside = `before-restore-${fileTime(new Date())}`;
  const file = isCopy ? folder : join(folder, manifest.file);
  let previousDatabase: string | null = null;
  if (place.database_direct_url) {
    const { restorePostgres } = await import('./postgres-backup.ts');
    await restorePostgres(place.database_direct_url, file, also(manifest));
  } else {
    const saveAs = `${place.database_file}.${aside}`;
    replaceSqlite(file, place.database_file, { saveAs, also: also(manifest) });
    if (existsSync(saveAs)) previousDatabase = saveAs;
  }
  const previousKey = isCopy ? null : await restoreKey(place, folder, manifest, aside);
  return { manifest, isCopy, previousDatabase, previousKey };
}

function refuseOtherVersion({ version, migration }: Manifest, known: KnownMigrations) {
  if (!known.names.includes(migration))
    throw new BackupError(
      `The backup was made by a newer version (${version}, migration ${migration}). Restore it with that version.`,
    );
  if (migration < known.base)
    throw new BackupError(
      `The backup was made by a version before ${known.version} (migration ${migration}): restore it with ${known.version}, which upgrades it, and then a backup of that.`,
    );
}

const kinds = { sqlite: 'SQLite', postgres: 'PostgreSQL' };

/** Also a database without tables. */
export async function isEmpty({
  database_direct_url,
  database_file,
}: Pick<Place, 'database_direct_url' | 'database_file'>): Promise<boolean> {
  if (!database_direct_url) return !existsSync(database_file);
  const { isEmptyPostgres } = await import('./postgres-backup.ts');
  return isEmptyPostgres(database_direct_url);
}

async function restoreKey(place: Place, folder: string, manifest: Manifest, aside: string) {
  if (place.secret_key || manifest.key === 'SECRET_KEY') return null;
  const file = join(place.data_dir, keyName);
  const isThere = existsSync(file);
  if (isThere && checkOf(await readKeyFile(place.data_dir)) === manifest.key_check) return null;
  if (isThere) await rename(file, `${file}.${aside}`);
  await copyFile(join(folder, keyName), file);
  await chmod(file, 0o600);
  return isThere ? `${file}.${aside}` : null;
}
