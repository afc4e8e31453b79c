import { createHmac } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { productKey } from '../product.ts';
import {
  BackupError,
  databaseFiles,
  fileTime,
  hashFile,
  keyName,
  type Manifest,
  manifestName,
  readManifest,
} from './manifest.ts';
import { type Contents, copySqlite, readBackSqlite } from './sqlite-backup.ts';

/** What a backup copies or a restore replaces. */
export interface Place {
  data_dir: string;
  /** Unused when `database_direct_url` is set. */
  database_file: string;
  database_direct_url: string | undefined;
  secret_key: string | undefined;
  version: string;
  commit: string | null;
}

/**
 * The database at one moment and the key for its encrypted parts, read back. The server may keep running. @throws
 * BackupError when there is nothing to back up, or the result cannot be read back.
 */
export async function makeBackup(place: Place, to: string): Promise<{ folder: string; manifest: Manifest }> {
  const madeAt = new Date();
  const folder = join(to, `backup-${fileTime(madeAt)}`);
  const draft = `${folder}.part`;
  if (existsSync(folder)) throw new BackupError(`${folder} exists already.`);
  await mkdir(draft, { recursive: true, mode: 0o700 });
  try {
    const database = place.database_direct_url ? 'postgres' : 'sqlite';
    const file = join(draft, databaseFiles[database]);
    await copyDatabase(place, file);
    await chmod(file, 0o600);
    const { migration, rows, lastAuditEntry } = await readBack(file);
    if (!migration) throw new BackupError('The database is empty: there is nothing to back up.');

    const key = await readKey(place);
    if (!place.secret_key) await writeFile(join(draft, keyName), `${key}\n`, { mode: 0o600, flush: true });
    const manifest: Manifest = {
      format: 1,
      version: place.version,
      commit: place.commit,
      made_at: madeAt.toISOString(),
      database,
      migration,
      file: databaseFiles[database],
      bytes: (await stat(file)).size,
      sha256: await hashFile(file),
      rows,
      last_audit_entry: lastAuditEntry,
      key: place.secret_key ? 'SECRET_KEY' : 'in the backup',
      key_check: checkOf(key),
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(draft, manifestName), text, { mode: 0o600, flush: true });
    await rename(draft, folder);
    return { folder, manifest };
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    throw error;
  }
}

/** As a restore would read it. @throws BackupError when a file is missing or damaged. */
export async function verifyBackup(folder: string): Promise<Manifest> {
  const manifest = readManifest(folder);
  const file = join(folder, manifest.file);
  if (!existsSync(file)) throw new BackupError(`${file} is missing. The backup is damaged.`);
  if ((await hashFile(file)) !== manifest.sha256)
    throw new BackupError(`${file} is not the file that the backup was made with. The backup is damaged.`);
  await readBack(file);
  if (manifest.key === 'in the backup' && checkOf(await readKeyFile(folder)) !== manifest.key_check)
    throw new BackupError(`${join(folder, keyName)} is not the key of this backup. The backup is damaged.`);
  return manifest;
}

/**
 * For a SQLite file of `copyBeforeUpgrade`, which has no key of its own. @throws BackupError when it is damaged or no
 * database.
 */
export async function readCopy(place: Place, file: string): Promise<Manifest> {
  if (!existsSync(file)) throw new BackupError(`There is no file ${file}.`);
  const { migration, rows } = readBackSqlite(file);
  if (!migration) throw new BackupError(`${file} is no database of ${productKey}.`);
  const { mtime, size } = await stat(file);
  return {
    ...{ format: 1, version: 'an earlier one', commit: null, database: 'sqlite', file: databaseFiles.sqlite },
    ...{ made_at: mtime.toISOString(), migration, rows, bytes: size, sha256: await hashFile(file) },
    key: place.secret_key ? 'SECRET_KEY' : 'in the backup',
    key_check: checkOf(await readKey(place)),
  };
}

async function copyDatabase({ database_direct_url, database_file }: Place, to: string) {
  if (database_direct_url) {
    const { dumpPostgres } = await import('./postgres-backup.ts');
    return dumpPostgres(database_direct_url, to);
  }
  if (!existsSync(database_file)) throw new BackupError(`There is no database at ${database_file}.`);
  return copySqlite(database_file, to);
}

async function readBack(file: string): Promise<Contents> {
  if (!file.endsWith(databaseFiles.postgres)) return readBackSqlite(file);
  const { readBackPostgres } = await import('./postgres-backup.ts');
  return readBackPostgres(file);
}

/** SECRET_KEY, or the key in the data directory. */
async function readKey({ secret_key, data_dir }: Place): Promise<string> {
  return secret_key ?? (await readKeyFile(data_dir));
}

export async function readKeyFile(folder: string): Promise<string> {
  const file = join(folder, keyName);
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch {
    throw new BackupError(`${file} is missing: without it, parts of the database cannot be read.`);
  }
}

/** Does not reveal the key. */
export function checkOf(key: string): string {
  return createHmac('sha256', key).update(`${productKey} backup`).digest('hex').slice(0, 32);
}
