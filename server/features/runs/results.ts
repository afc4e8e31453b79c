import type { Queryable } from '../../kernel/database/database.ts';
import { noCounts } from './counts.ts';
import { countLines, countRetryable } from './run-lines.repository.ts';
import type { RunRow } from './runs.repository.ts';

/**
 * The number of lines by result. A run at work adds to its own count after some lines, so that lines can be applied
 * in parallel. A process that was killed did not add its last ones, so all lines are counted again when the run ends.
 */
export async function countResults(db: Queryable, run_id: string): Promise<Pick<RunRow, 'done' | 'applied'>> {
  const counts = { ...noCounts };
  for (const { value, lines } of await countLines(db, run_id, 'result')) if (value) counts[value] = lines;
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return { done, applied: counts };
}

/** The numbers of a run that ends in its current step. */
export async function countAtEnd(
  db: Queryable,
  run: Pick<RunRow, 'id' | 'kind' | 'state'>,
): Promise<Partial<RunRow>> {
  const results = run.state === 'planning' ? {} : await countResults(db, run.id);
  return { ...results, retryable: await countRetryable(db, run) };
}
