import { changesIn, type LineResult, lineResults, type RunCounts } from '../../../contract/runs.ts';

export const noCounts = Object.fromEntries(lineResults.map((result) => [result, 0])) as RunCounts;

/** The counts that include these results. */
export function countsWith(counts: RunCounts, results: readonly (LineResult | null)[]): RunCounts {
  const sum = { ...counts };
  for (const result of results) if (result) sum[result]++;
  return sum;
}

/** Whether there is something to undo: deleted rows cannot be restored. */
export function isUndoable(applied: RunCounts): boolean {
  return changesIn(applied) > applied.deleted;
}
