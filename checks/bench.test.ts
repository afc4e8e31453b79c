import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Above the limit of the server: a busy machine must not make a passing test fail. */
const timeout = 180_000;

test('npm run bench records the statements of every request, and the bare server answers with them', {
  timeout,
}, async () => {
  const { PATH, TMPDIR } = process.env;
  const args = ['bench/main.ts', '--quick', '--only', 'page', '--database', 'sqlite'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { env: { PATH, TMPDIR } });
  expect(stdout).toMatch(/^sqlite: page +[\d.]+ .*[\d.]+ +(≥ 0\.6)/m);
});
