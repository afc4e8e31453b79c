import { closeSync, fsyncSync, openSync } from 'node:fs';

/** Returns when the file's contents are on the disk. */
export function syncFile(path: string): void {
  const handle = openSync(path, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
