import { expect, test } from 'vitest';
import { closing, slowest } from './outcomes.ts';

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

test('slowest names the files that took longest, of all parts', () => {
  const outcome = (files: { name: string; ms: number }[]) => ({ ...typesPass, files });
  const parts = [outcome([{ name: 'a', ms: 900 }]), typesPass, outcome([{ name: 'b', ms: 61_200 }])];
  expect(slowest(parts, 2)).toEqual(['  61.2 s  b', '   0.9 s  a']);
  expect(slowest(parts, 1)).toEqual(['  61.2 s  b']);
});
