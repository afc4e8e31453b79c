import {
  changesIn,
  type LineResult,
  type Run,
  type RunCounts,
  type RunState,
} from '../../../contract/runs.ts';
import { formatNumber } from '../../lib/format/format-number.ts';

/** A group of lines with the same result, which is one tab. */
export interface LineGroup {
  label: string;
  /** The words after a number in a sentence; the label when absent. */
  words?: string;
  results: readonly LineResult[];
  count: number;
  tone: 'plain' | 'good' | 'note' | 'bad';
}

type GroupWords = Omit<LineGroup, 'count'>;

const groups: readonly GroupWords[] = [
  { label: 'Created', results: ['created'], tone: 'good' },
  { label: 'Updated', results: ['updated'], tone: 'good' },
  { label: 'Deactivated', results: ['deactivated'], tone: 'good' },
  { label: 'Deleted', results: ['deleted'], tone: 'good' },
  { label: 'Unchanged', results: ['unchanged'], tone: 'plain' },
  { label: 'Changed since', words: 'changed by somebody else meanwhile', results: ['changed'], tone: 'note' },
  { label: 'Rejected', results: ['rejected'], tone: 'bad' },
];

const undoGroups: readonly GroupWords[] = [
  { label: 'Reversed', results: ['updated', 'deactivated', 'deleted', 'created'], tone: 'good' },
  { label: 'Already as before', results: ['unchanged'], tone: 'plain' },
  {
    label: 'Kept, changed since',
    words: 'kept because somebody changed them since',
    results: ['changed'],
    tone: 'note',
  },
  { label: 'Could not be reversed', results: ['rejected'], tone: 'bad' },
];

/** The result of a line, or its plan when there is no result yet. */
export function countsOf({ state, planned, applied }: Run): RunCounts {
  const isPreview = state === 'planning' || state === 'planned';
  return isPreview || sum(applied) === 0 ? planned : applied;
}

/** The lines by result, without empty groups. */
export function groupsOf(run: Run): LineGroup[] {
  const counts = countsOf(run);
  return (run.kind === 'undo' ? undoGroups : groups)
    .map((group) => ({ ...group, count: group.results.reduce((all, result) => all + counts[result], 0) }))
    .filter(({ count }) => count > 0);
}

/** The group of a line; null when nothing was decided, as after a cancellation. */
export function groupOf(kind: Run['kind'], result: LineResult | null): GroupWords | null {
  const all = kind === 'undo' ? undoGroups : groups;
  return all.find(({ results }) => result !== null && results.includes(result)) ?? null;
}

/** Lines whose request was not fulfilled. */
export function leftIn({ changed, rejected }: RunCounts): number {
  return changed + rejected;
}

export function sum(counts: RunCounts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}

/** 'Ready to apply' */
export function describeState({ state, planned }: Run): string {
  return state === 'planned' && changesIn(planned) === 0 ? 'Nothing to apply' : stateLabels[state];
}

const stateLabels: Record<RunState, string> = {
  mapping: 'Waiting for columns',
  planning: 'Being checked',
  planned: 'Ready to apply',
  applying: 'Being applied',
  done: 'Done',
  canceled: 'Canceled',
  failed: 'Failed',
};

/** '3 created, 290 updated, 7 rejected' */
export function describeCounts(run: Run): string {
  const parts = groupsOf(run).map(
    ({ label, words, count }) => `${formatNumber(count)} ${words ?? label.toLowerCase()}`,
  );
  return parts.join(', ');
}

/** 'user', 'users' */
export function nounOf({ about }: Pick<Run, 'about'>, count: number) {
  return count === 1 ? about.slice(0, -1) : about;
}
