import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** A lock on an empty SQLite file: it ends with the process, however that ends, and other containers see it. */
export function takeServerLock(file: string) {
  // Created with mode 0600: with SQLite's default, other users could lock it.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  // The exclusive lock fails while somebody reads, which every server does from then on.
  const hasOthers = !isDone(() => database.exec('begin exclusive; commit'));
  // Waits in case another server is checking at this moment.
  database.exec('pragma busy_timeout = 1000; begin; select count(*) from sqlite_schema');
  return { hasOthers, release: () => database.close() };
}

function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    const busy = 5;
    if (error instanceof Error && 'errcode' in error && error.errcode === busy) return false;
    throw error;
  }
}
