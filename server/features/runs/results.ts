import type { Queryable } from '../../kernel/database/database.ts';
import { noCounts } from './present.ts';
import { countLines } from './run-lines.repository.ts';
import type { RunRow } from './runs.repository.ts';

/**
 * What happened to the lines of a run, counted. A run at work counts along after some lines, so that these are done beside
 * each other; a process that was killed did not. So they are counted when the run ends.
 */
export async function countResults(db: Queryable, run_id: string): Promise<Pick<RunRow, 'done' | 'applied'>> {
  const counts = { ...noCounts };
  for (const { value, lines } of await countLines(db, run_id, 'result')) if (value) counts[value] = lines;
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { done, applied: JSON.stringify(counts) };
}
