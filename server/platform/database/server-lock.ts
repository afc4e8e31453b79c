import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

/** Held by a running server. */
export interface ServerLock {
  /** Another server held one when this one began. */
  hasOthers: boolean;
  release(): void;
}

/**
 * Marks a running server, so that the next one on this machine learns of it. The mark is a lock on an empty SQLite
 * file: the system takes it away with the process, however that ends, and processes in other containers see it.
 */
export function takeServerLock(file: string): ServerLock {
  // With the mode that SQLite would give it, others could lock it too.
  closeSync(openSync(file, 'a', 0o600));
  const database = new DatabaseSync(file, { timeout: 0 });
  // Exclusive fails while somebody else reads; reading is what every server does from then on.
  const hasOthers = !isDone(() => database.exec('begin exclusive; commit'));
  // Of two servers that start at once, one may be in the middle of its look.
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
