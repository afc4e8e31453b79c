import { describe, expect, test } from 'vitest';
import {
  describeCounts,
  describeEffect,
  describeState,
  lineGroupsOf,
  lineWord,
  shownCounts,
  tenseOf,
} from './run-words.ts';
import { lineResults, type Run, type RunCounts, runStates } from './runs.ts';

const none = Object.fromEntries(lineResults.map((result) => [result, 0])) as RunCounts;
const planned = { ...none, created: 1, updated: 290, deactivated: 2, unchanged: 5, rejected: 4 };
const kinds = ['import', 'bulk', 'undo'] as const;
const pastWords = /added|updated|deactivated|deleted|went back|skipped|undone|done/i;

function run(changes: Partial<Run>): Pick<Run, 'kind' | 'state' | 'planned' | 'applied' | 'undone_by'> {
  return { kind: 'import', state: 'planned', planned, applied: none, undone_by: null, ...changes };
}

describe('before anything was applied, no word says that something happened', () => {
  test.each(runStates.filter((state) => state !== 'applying' && state !== 'done'))('%s', (state) => {
    for (const kind of kinds) {
      const one = run({ kind, state });
      expect(tenseOf(one)).toBe('before');
      expect(describeEffect(one)).toMatch(/^293 would change, 4 /);
      expect(describeState(one)).not.toMatch(pastWords);
      expect(describeCounts(kind, tenseOf(one), shownCounts(one))).toMatch(/^Will /);
      for (const result of lineResults) {
        // 'Will be deleted' is no past tense.
        expect(lineWord(one, { planned: result, result: null })).toMatch(
          /^(Will |No change$|Needs a fix$|Not applied$)/,
        );
      }
    }
  });
});

test.each([
  ['mapping', 'Choose columns'],
  ['planning', 'Checking'],
  ['planned', 'Not applied'],
  ['applying', 'Applying'],
  ['done', 'Done'],
  ['canceled', 'Canceled'],
  ['failed', 'Failed'],
] as const)('a run in state %s reads %s', (state, words) => {
  expect(describeState(run({ state }))).toBe(words);
});

test('what was applied is said in the past tense, also of a run that stopped', () => {
  const applied = { ...none, created: 1, updated: 3, rejected: 4, changed: 1 };
  for (const state of ['applying', 'done', 'canceled', 'failed'] as const) {
    expect(describeEffect(run({ state, applied }))).toBe('Added 1, updated 3, skipped 5');
  }
  expect(describeState(run({ state: 'canceled', applied }))).toBe('Stopped');
  expect(describeState(run({ state: 'planned', applied }))).toBe('Partly applied');
});

test('a run reads as undone only when its undo was applied', () => {
  expect(describeState(run({ state: 'done' }))).toBe('Done');
  const undone_by = { id: 'run-2', ended_at: '2026-11-23T02:10:00.000Z' };
  expect(describeState(run({ state: 'done', undone_by }))).toBe('Undone');
});

test('a line of a run at work changes its word when it was applied', () => {
  const one = run({ state: 'applying' });
  expect(lineWord(one, { planned: 'created', result: null })).toBe('Will add');
  expect(lineWord(one, { planned: 'created', result: 'created' })).toBe('Added');
  expect(lineWord(one, { planned: 'updated', result: 'changed' })).toBe('Skipped');
  expect(lineWord(run({ state: 'planning' }), { planned: null, result: null })).toBe('Not checked yet');
  expect(lineWord(run({ state: 'canceled' }), { planned: 'created', result: null })).toBe('Not applied');
  const undo = run({ kind: 'undo', state: 'planned' });
  expect(lineWord(undo, { planned: 'deleted', result: null })).toBe('Will be deleted');
  expect(lineWord(undo, { planned: 'updated', result: null })).toBe('Will go back');
});

test('a plan without changes reads so', () => {
  const nothing = run({ planned: { ...none, unchanged: 9 } });
  expect(describeState(nothing)).toBe('Nothing to apply');
  expect(describeEffect(nothing)).toBe('0 would change');
  expect(describeEffect(run({ state: 'mapping', planned: none }))).toBe('');
});

test.each(kinds)('each result has one group in a run of kind %s', (kind) => {
  const grouped = lineGroupsOf(kind).flatMap(({ results }) => results);
  expect([...grouped].sort()).toEqual([...lineResults].sort());
});
