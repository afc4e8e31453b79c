import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { BackupError } from './manifest.ts';

export interface Contents {
  /** Null when no migration has run. */
  migration: string | null;
  rows: Record<string, number>;
  /** The id of the newest audit entry; null without one. */
  lastAuditEntry: string | null;
}

/** While others use the database. The copy is a single file of one moment, synced to disk. */
export async function copySqlite(from: string, to: string): Promise<void> {
  const source = new DatabaseSync(from, { readOnly: true, timeout: 10_000 });
  try {
    // All pages in one step: with smaller steps, every write of another process would restart the copy.
    await backup(source, to, { rate: 2 ** 31 - 1 });
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    // A copy in WAL mode would need two more files.
    copy.exec('pragma journal_mode = delete');
  } finally {
    copy.close();
  }
  syncFile(to);
}

/** Reads every page. @throws BackupError when a page, an index or a foreign key is damaged. */
export function readBackSqlite(file: string): Contents {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [first] = database.prepare('pragma integrity_check(1)').all();
    if (first?.integrity_check !== 'ok') {
      throw new BackupError(`${file} is damaged: ${first?.integrity_check}.`);
    }
    if (database.prepare('pragma foreign_key_check').all().length > 0) {
      throw new BackupError(`${file} is damaged: it has links to rows that do not exist.`);
    }
    const tables = database
      .prepare(
        "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%' order by name",
      )
      .all()
      .map(({ name }) => String(name));
    const rows: Record<string, number> = {};
    for (const table of tables) {
      rows[table] = Number(database.prepare(`select count(*) as n from "${table}"`).get()?.n);
    }
    const newest = tables.includes('kysely_migration')
      ? database.prepare('select max(name) as name from kysely_migration').get()?.name
      : null;
    const last = rows.audit_entries
      ? database.prepare('select id from audit_entries order by at desc, id desc limit 1').get()?.id
      : null;
    return { migration: newest ? String(newest) : null, rows, lastAuditEntry: last ? String(last) : null };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${file} cannot be read back: ${(error as Error).message}.`);
  } finally {
    database.close();
  }
}

/** Only the owner can read the new file. @throws BackupError when another process has the target open. */
export function replaceSqlite(
  copy: string,
  target: string,
  { saveAs, also }: { saveAs: string; also: string },
): void {
  const draft = `${target}.restoring`;
  copyFileSync(copy, draft);
  chmodSync(draft, 0o600);
  const database = new DatabaseSync(draft);
  try {
    database.exec(also);
  } finally {
    database.close();
  }
  syncFile(draft);
  if (existsSync(target)) {
    closeWriteAheadLog(target);
    renameSync(target, saveAs);
  }
  for (const suffix of ['-wal', '-shm']) rmSync(target + suffix, { force: true });
  renameSync(draft, target);
}

/** Leaving WAL mode writes the log into the file. SQLite refuses it while another process has the file open. */
function closeWriteAheadLog(file: string) {
  const database = new DatabaseSync(file, { timeout: 1000 });
  try {
    database.exec('pragma journal_mode = delete');
  } catch {
    throw new BackupError(`${file} is in use. Stop the server first, then restore.`);
  } finally {
    database.close();
  }
}

export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
