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

/** More failing files than these are not bad luck. */
const mostFiles = 3;

/**
 * Runs the few test files with failures once more, alone. What passes then depends on the load of the machine: the run
 * goes on, and names it as unsteady, because a defect may be behind it. `retry` of Vitest would repeat
 * under the same load, and print nothing when it passes.
 */
export async function secondTry(
  outcomes: readonly Outcome[],
  run: (project: string, file: string) => Promise<Outcome>,
): Promise<Outcome[]> {
  const files = new Set(outcomes.flatMap(({ failures }) => failures.map(fileOf)));
  if (files.size > mostFiles) return [...outcomes];
  const steady = new Set<string>();
  for (const file of files) {
    const [project = '', path] = file.split(' ');
    if (!path) continue;
    const { passed, failures } = await run(project, path);
    if (passed > 0 && failures.length === 0) steady.add(file);
  }
  return outcomes.map((outcome) => {
    const unsteady = outcome.failures.filter((failure) => steady.has(fileOf(failure)));
    const failed = outcome.failures.filter((failure) => !unsteady.includes(failure));
    return { ...outcome, passed: outcome.passed + unsteady.length, failures: failed, unsteady };
  });
}

/** 'web web/app/live/live.test.tsx' of '[web] web/app/live/live.test.tsx > a row'. Empty for a step, which is no test. */
function fileOf(failure: string): string {
  const [, project, path] = /^\[([\w-]+)\] (\S+)/.exec(failure) ?? [];
  return project && path ? `${project} ${path}` : '';
}
