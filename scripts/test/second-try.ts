import type { Outcome } from './part.ts';

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
