import { expect, test } from 'vitest';
import { closing, secondTry } from './outcomes.ts';
import type { Outcome } from './part.ts';

const outcome = (passed: number, ...failures: string[]): Outcome => ({ passed, failures, skipped: [] });
const row = '[web] web/live.test.tsx > a row';
const page = '[e2e] e2e/bulk.test.ts > a page';

async function closed(outcomes: Outcome[], again: Record<string, Outcome>) {
  const ran: string[] = [];
  const tried = await secondTry(outcomes, async (project, file) => {
    ran.push(`${project} ${file}`);
    return again[file] as Outcome;
  });
  return { ran, ...closing(tried) };
}

test('a test that passes alone counts as passed, and the run says that it is unsteady', async () => {
  const again = { 'web/live.test.tsx': outcome(2), 'e2e/bulk.test.ts': outcome(1, page) };
  expect(await closed([outcome(7, row), outcome(3, page)], again)).toEqual({
    ran: ['web web/live.test.tsx', 'e2e e2e/bulk.test.ts'],
    lines: [`unsteady: ${row}`, `failed: ${page}`, '', '11 passed, 1 failed'],
    isGood: false,
  });
  expect(await closed([outcome(7, row)], again)).toMatchObject({ isGood: true });
});

test('a file without a test that passes, a failed step and many failing files stay failed', async () => {
  expect(await closed([outcome(7, row)], { 'web/live.test.tsx': outcome(0) })).toMatchObject({
    isGood: false,
  });
  const step = await closed([outcome(7, 'lint and format')], {});
  expect(step).toMatchObject({ ran: [], isGood: false });
  const many = ['a', 'b', 'c', 'd'].map((name) => `[web] web/${name}.test.ts > one`);
  expect(await closed([outcome(7, ...many)], {})).toMatchObject({ ran: [], isGood: false });
});
