import { accessSync, constants, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const inMemory = '/dev/shm';
/** Several databases and browsers at once need a few hundred megabytes. */
const roomBytes = 2 ** 31;

/**
 * The folder for the data directories and the PostgreSQL of the tests: in memory if there is enough, so that no
 * commit waits for a disk. The settings of the databases stay those of the product. TMPDIR takes precedence.
 */
export function scratchFolder(): string {
  if (process.env.TMPDIR || process.platform !== 'linux') return tmpdir();
  try {
    accessSync(inMemory, constants.W_OK);
    const { bavail, bsize } = statfsSync(inMemory);
    return bavail * bsize >= roomBytes ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}
