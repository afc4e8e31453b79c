import type { Outcome } from './part.ts';

/**
 * The last lines of a run, which end with the count, and whether the run is good: something was tested, and nothing
 * failed.
 */
export function closing(outcomes: Outcome[]): { lines: string[]; isGood: boolean } {
  const passed = outcomes.reduce((sum, outcome) => sum + outcome.passed, 0);
  const failures = outcomes.flatMap((outcome) => outcome.failures);
  const lines = [
    ...outcomes.flatMap(({ skipped }) => skipped.map((line) => `skipped: ${line}`)),
    ...outcomes.flatMap(({ unsteady = [] }) => unsteady.map((line) => `unsteady: ${line}`)),
    ...failures.map((line) => `failed: ${line}`),
    ...(passed + failures.length === 0 ? ['No test ran.'] : []),
    '',
    `${passed} passed, ${failures.length} failed`,
  ];
  return { lines, isGood: passed > 0 && failures.length === 0 };
}

/** The files whose tests took longest, with their seconds. */
export function slowest(outcomes: Outcome[], count: number): string[] {
  const files = outcomes.flatMap((outcome) => outcome.files ?? []).toSorted((a, b) => b.ms - a.ms);
  return files.slice(0, count).map(({ name, ms }) => `${(ms / 1000).toFixed(1).padStart(6)} s  ${name}`);
}
