import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from './reporter.ts';
import { runStep } from './step.ts';

/** Runs a part of the suite and answers what became of each test. */
export async function runVitest(name: string, args: string[]): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'canopy-outcome-'));
  const file = join(folder, 'outcome.json');
  const reporters = ['--reporter=default', '--reporter=./scripts/test/reporter.ts'];
  // Named files may all lie in the other part; that no test ran at all is noticed at the end.
  const command = ['node_modules/vitest/vitest.mjs', 'run', ...reporters, '--passWithNoTests', ...args];
  const code = await runStep(name, command, { TEST_OUTCOME_FILE: file });

  const outcome = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Outcome) : emptyOutcome();
  rmSync(folder, { recursive: true });
  if (code !== 0 && outcome.failures.length === 0)
    outcome.failures.push(`${name}: ended with exit code ${code}`);
  return outcome;
}

function emptyOutcome(): Outcome {
  return { passed: 0, failures: [], skipped: [] };
}
