import type { LineResult, Run, RunCounts, RunLine, RunState } from './runs.ts';
import { changesIn } from './runs.ts';

export type RunTense = 'before' | 'after';

export interface LineGroup {
  results: readonly LineResult[];
  /** 'Will add', 'Added'. */
  before: string;
  after: string;
  /** In a preview: 'To add'. */
  tab: string;
}

const noChange = {
  results: ['unchanged'],
  before: 'No change',
  after: 'No change',
  tab: 'No change',
} as const;

const groups: readonly LineGroup[] = [
  { results: ['created'], before: 'Will add', after: 'Added', tab: 'To add' },
  { results: ['updated'], before: 'Will update', after: 'Updated', tab: 'To update' },
  { results: ['deactivated'], before: 'Will deactivate', after: 'Deactivated', tab: 'To deactivate' },
  { results: ['deleted'], before: 'Will delete', after: 'Deleted', tab: 'To delete' },
  noChange,
  { results: ['rejected', 'changed'], before: 'Needs a fix', after: 'Skipped', tab: 'To fix' },
];

const undoGroups: readonly LineGroup[] = [
  { results: ['updated', 'created'], before: 'Will go back', after: 'Went back', tab: 'To go back' },
  { results: ['deleted'], before: 'Will be deleted', after: 'Deleted', tab: 'To delete' },
  { results: ['deactivated'], before: 'Will be deactivated', after: 'Deactivated', tab: 'To deactivate' },
  noChange,
  { results: ['rejected', 'changed'], before: 'Will be skipped', after: 'Skipped', tab: 'To skip' },
];

/** In the order in which they are shown. */
export function lineGroupsOf(kind: Run['kind']): readonly LineGroup[] {
  return kind === 'undo' ? undoGroups : groups;
}

export function lineWord(
  { kind, state }: Pick<Run, 'kind' | 'state'>,
  { planned, result }: Pick<RunLine, 'planned' | 'result'>,
): string {
  const decided = result ?? planned;
  const group = lineGroupsOf(kind).find(({ results }) => decided !== null && results.includes(decided));
  if (result !== null) return group?.after ?? '';
  if (state === 'canceled' || state === 'failed' || state === 'done') return 'Not applied';
  return group?.before ?? 'Not checked yet';
}

/** Nothing has happened before a run is applied. */
export function tenseOf({ state, applied }: Pick<Run, 'state' | 'applied'>): RunTense {
  if (state === 'applying' || state === 'done') return 'after';
  return (state === 'canceled' || state === 'failed') && sum(applied) > 0 ? 'after' : 'before';
}

export function shownCounts(run: Pick<Run, 'state' | 'planned' | 'applied'>): RunCounts {
  return tenseOf(run) === 'after' ? run.applied : run.planned;
}

/** 'Added 3, updated 290, skipped 7'; 'Will add 3, will update 290, needs a fix 7'. Empty without lines. */
export function describeCounts(kind: Run['kind'], tense: RunTense, counts: RunCounts): string {
  const parts = lineGroupsOf(kind).flatMap(({ results, ...words }) => {
    const count = results.reduce((all, result) => all + counts[result], 0);
    return count === 0 ? [] : `${words[tense].toLowerCase()} ${count.toLocaleString('en-US')}`;
  });
  const text = parts.join(', ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** 'Added 3, skipped 1'; '192 would change, 4 need a fix'. */
export function describeEffect(run: Pick<Run, 'kind' | 'state' | 'planned' | 'applied'>): string {
  if (tenseOf(run) === 'after') return describeCounts(run.kind, 'after', run.applied);
  const left = run.planned.rejected + run.planned.changed;
  if (sum(run.planned) === 0) return '';
  const changes = changesIn(run.planned);
  const skipped = run.kind === 'undo' ? 'would be skipped' : left === 1 ? 'needs a fix' : 'need a fix';
  return `${changes.toLocaleString('en-US')} would change${left > 0 ? `, ${left.toLocaleString('en-US')} ${skipped}` : ''}`;
}

const stateWords: Record<RunState, string> = {
  mapping: 'Choose columns',
  planning: 'Checking',
  planned: 'Not applied',
  applying: 'Applying',
  done: 'Done',
  canceled: 'Canceled',
  failed: 'Failed',
};

/** A run stays done until its undo was applied. */
export function describeState({
  state,
  planned,
  applied,
  undone_by,
}: Pick<Run, 'state' | 'planned' | 'applied' | 'undone_by'>): string {
  if (undone_by) return 'Undone';
  const hasChanged = changesIn(applied) > 0;
  if (state === 'planned' && hasChanged) return 'Partly applied';
  if (state === 'planned' && changesIn(planned) === 0) return 'Nothing to apply';
  if (state === 'canceled' && hasChanged) return 'Stopped';
  return stateWords[state];
}

function sum(counts: RunCounts): number {
  return Object.values(counts).reduce((all, count) => all + count, 0);
}
