import type { Run, RunLine } from '../../../../contract/runs.ts';

type Change = RunLine['changes'][number];

/** Acts that do the same to every row. Roles and locations depend on what the row had before. */
const sameForAll: readonly Run['act'][] = ['activate', 'deactivate', 'close', 'reopen'];

/** Said once above the list; null when rows differ. */
export function sharedChange({ act }: Pick<Run, 'act'>, lines: readonly RunLine[]): Change | null {
  if (!sameForAll.includes(act)) return null;
  return lines.find(({ changes }) => changes.length > 0)?.changes[0] ?? null;
}

/** The line without the change that is said above the list. */
export function differing(line: RunLine, shared: Change | null): RunLine {
  if (!shared) return line;
  const isShared = ({ field, before, after }: Change) =>
    field === shared.field && before === shared.before && after === shared.after;
  return { ...line, changes: line.changes.filter((change) => !isShared(change)) };
}
