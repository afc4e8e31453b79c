import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { listFiles } from '../checks/support/tree.ts';
import { type PlantedError, plantedErrors } from '../server/testing/planted-errors.ts';
import { temporaryFolder } from './support/program.ts';
import type { Report } from './support/report.ts';

const root = resolve(import.meta.dirname, '..');

/** Plants errors in a copy of the tree, one at a time: the tests named beside each must notice it. `--only 3` plants one. */
export async function planted(report: Report, args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { only: { type: 'string' } } });
  const errors = [...plantedErrors.entries()]
    .map(([index, error]) => ({ number: index + 1, error }))
    .filter(({ number }) => values.only === undefined || values.only === String(number));
  if (errors.length === 0) throw new Error(`Say a number from 1 to ${plantedErrors.length}.`);
  const folder = join(temporaryFolder(), 'tree');
  for (const path of listFiles()) cpSync(join(root, path), join(folder, path));
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const files = [...new Set(errors.flatMap(({ error }) => error.noticedBy))];
  const clean = await runTests(folder, files);
  report.check(`without an error ${clean.passed} tests in ${files.length} files pass`, clean.holds);
  if (!clean.holds) return report.note(clean.failed.join('\n'));
  for (const { number, error } of errors) {
    const { failed } = await plant(folder, error);
    report.check(
      `${number} ${failed.length > 0 ? 'noticed' : 'NOT NOTICED'}: ${error.what}`,
      failed.length > 0,
    );
    for (const name of failed.slice(0, 1)) report.note(`  by: ${name}`);
  }
}

/** Takes it out again. */
async function plant(folder: string, { file, text, instead, noticedBy }: PlantedError): Promise<Outcome> {
  const path = join(folder, file);
  const before = readFileSync(path, 'utf8');
  const parts = before.split(text);
  if (parts.length !== 2) throw new Error(`${file} has this ${parts.length - 1} times, not once: ${text}`);
  writeFileSync(path, parts.join(instead));
  try {
    return await runTests(folder, noticedBy);
  } finally {
    writeFileSync(path, before);
  }
}

interface Outcome {
  holds: boolean;
  passed: number;
  /** The names of tests. A file that cannot be read has none, so that a typing error in the list notices nothing. */
  failed: string[];
}

interface Results {
  success: boolean;
  numPassedTests: number;
  testResults: { assertionResults: { status: string; fullName: string }[] }[];
}

/** On SQLite, until the first test fails. */
async function runTests(folder: string, files: readonly string[]): Promise<Outcome> {
  const output = join(folder, 'results.json');
  writeFileSync(output, JSON.stringify({ success: false, numPassedTests: 0, testResults: [] }));
  const child = spawn(
    process.execPath,
    [
      ...['node_modules/vitest/vitest.mjs', 'run', '--project=checks', '--project=server-sqlite', '--bail=1'],
      ...['--reporter=json', `--outputFile=${output}`, ...files],
    ],
    { cwd: folder, stdio: 'ignore', env: { ...process.env, CI: '1' } },
  );
  await once(child, 'exit');
  const results = JSON.parse(readFileSync(output, 'utf8')) as Results;
  const tests = results.testResults.flatMap(({ assertionResults }) => assertionResults);
  return {
    holds: results.success,
    passed: results.numPassedTests,
    failed: tests.filter(({ status }) => status === 'failed').map(({ fullName }) => fullName),
  };
}
