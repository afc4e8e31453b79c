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
export const readAct = ({ act }: Pick<RunRow, 'act'>) => (act === null ? null : (JSON.parse(act) as BulkAct));

/** The file of an import. Older runs have fewer members. */
export function readFile({ file }: Pick<RunRow, 'file'>): RunFile | null {
  const stored: Omit<RunFile, 'header_line' | 'meanings'> | null = JSON.parse(file ?? 'null');
  return stored && { header_line: 1, meanings: [], ...stored };
}

/** The options of an import; null before they are chosen. Older runs have fewer members. */
export function readOptions({ options }: Pick<RunRow, 'options'>): ImportOptions | null {
  const stored: Omit<ImportOptions, 'meanings' | 'invite_new'> | null = JSON.parse(options ?? 'null');
  return stored && { meanings: [], invite_new: false, ...stored };
}

/** The columns that were chosen, or else are proposed. */
export function mappingOf(run: Pick<RunRow, 'file' | 'options'>): RunFile['mapping'] {
  return readOptions(run)?.mapping ?? readFile(run)?.mapping ?? [];
}
