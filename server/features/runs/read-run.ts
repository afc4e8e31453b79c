import {
  type BulkAct,
  changesIn,
  type ImportOptions,
  type LineResult,
  lineResults,
  type RunCounts,
  type RunFile,
} from '../../../contract/runs.ts';
import type { RunRow } from './runs.repository.ts';

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

// The columns that contain JSON.
export const readCounts = (json: string) => JSON.parse(json) as RunCounts;
export const readFile = ({ file }: Pick<RunRow, 'file'>) =>
  file === null ? null : (JSON.parse(file) as RunFile);
export const readOptions = ({ options }: Pick<RunRow, 'options'>) =>
  options === null ? null : (JSON.parse(options) as ImportOptions);
export const readAct = ({ act }: Pick<RunRow, 'act'>) => (act === null ? null : (JSON.parse(act) as BulkAct));
