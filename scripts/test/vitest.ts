import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { type Outcome, runProgram, timed } from './part.ts';

const titles: Record<string, string> = {
  checks: 'rules, texts and checks of the tree',
  'server-sqlite': 'server on SQLite',
  'server-postgres': 'server on PostgreSQL',
  web: 'screens',
  e2e: 'browser journeys',
};

/** The projects that have test files with one of the words in their path, and the words that no file has. */
export async function findTests(words: string[]): Promise<{ projects: string[]; unknown: string[] }> {
  const vitest = await createVitest('test', { watch: false, reporters: [] });
  try {
    const find = (filters: string[]) => vitest.globTestSpecifications(filters);
    const projects = new Set((await find(words)).map(({ project }) => project.name));
    const unknown: string[] = [];
    for (const word of words) if ((await find([word])).length === 0) unknown.push(word);
    return { projects: [...projects], unknown };
  } finally {
    await vitest.close();
  }
}

/** Runs the tests of a project and returns the outcome of each. */
export async function runTests(
  project: string,
  words: string[],
  environment: Record<string, string> = {},
): Promise<Outcome> {
  const title = titles[project] ?? project;
  return timed(title, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'canopy-outcome-'));
    const file = join(folder, 'outcome.json');
    const reporters = ['--reporter=minimal', '--reporter=./scripts/test/reporter.ts'];
    const command = ['node_modules/vitest/vitest.mjs', 'run', `--project=${project}`, ...reporters, ...words];
    const { code, output } = await runProgram(command, { ...environment, TEST_OUTCOME_FILE: file });

    const outcome = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome) : nothing();
    rmSync(folder, { recursive: true });
    if (code !== 0 && outcome.failures.length === 0)
      outcome.failures.push(`${title}: ended with exit code ${code}`);
    return { outcome, output };
  });
}

function nothing(): Outcome {
  return { passed: 0, failures: [], skipped: [] };
}
