import { expect, test } from 'vitest';
import { findLargeFunctions } from './support/functions.ts';
import { isSource, isTest, listFiles, readText } from './support/tree.ts';

test('no function has more than 100 lines or 15 branches', () => {
  const isProduct = (path: string) =>
    /^(contract|server|web)\//.test(path) && isSource(path) && !isTest(path);
  // A migration never changes after it landed.
  const files = listFiles().filter((path) => isProduct(path) && !/\/migrations\//.test(path));
  expect(files.length).toBeGreaterThan(600);
  expect(files.flatMap((path) => findLargeFunctions({ path, text: readText(path) }))).toEqual([]);
});

const branches = (count: number) => Array.from({ length: count }, (_, n) => `if (a > ${n}) b();`).join('\n');

test.each([
  ['100 lines', `function f() {${'\n'.repeat(99)}}`, 0],
  ['101 lines', `const f = () => {${'\n'.repeat(100)}};`, 1],
  ['15 branches', `function f(a) { ${branches(15)} }`, 0],
  ['16 branches', `class A { f(a) { ${branches(15)} return a ? b : c } }`, 1],
  ['16 branches in two functions', `function f(a) { ${branches(15)} return () => a && b }`, 0],
  ['101 lines and 16 branches', `const x = <A f={(a) => {${branches(16)}${'\n'.repeat(99)}}} />;`, 2],
])('findLargeFunctions counts a function of %s', (_, text, count) => {
  expect(findLargeFunctions({ path: 'web/x.tsx', text })).toHaveLength(count);
});
