import { expect, test } from 'vitest';
import { closing } from './closing.ts';

const tests = { passed: 3, failures: [], skipped: ['[e2e] one: no Chromium'] };
const typesFail = { passed: 0, failures: ['types of the web app'], skipped: [] };
const typesPass = { passed: 0, failures: [], skipped: [] };

test('the last line counts tests, and of what is no test only what failed, by name', () => {
  expect(closing([typesPass, tests])).toEqual({
    lines: ['skipped: [e2e] one: no Chromium', '', '3 passed, 0 failed'],
    isGood: true,
  });
  expect(closing([typesFail, { ...tests, skipped: [] }])).toEqual({
    lines: ['failed: types of the web app', '', '3 passed, 1 failed'],
    isGood: false,
  });
});

test('a run without any test is not good, although nothing failed', () => {
  expect(closing([typesPass])).toEqual({ lines: ['No test ran.', '', '0 passed, 0 failed'], isGood: false });
});
