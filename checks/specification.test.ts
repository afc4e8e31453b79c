import { expect, test } from 'vitest';
import { builtInRoles } from '../contract/permissions.ts';
import { isTest, listFiles, readText } from './support/tree.ts';

const specification = 'docs/specification.md';
const tests = listFiles()
  .filter(isTest)
  .map((path) => ({ path, text: readText(path).replaceAll('\\', '') }));

test('every test that the specification names is there, once, under its sentence', () => {
  const named = namedTests(readText(specification));
  expect(named.filter(({ file, sentence }) => timesThere(file, sentence) !== 1)).toEqual([]);
});

test('a test that is gone, that another file has, or that is there twice, is found', () => {
  const text =
    '`checks/specification.test.ts` “every test that the\n  specification names is there, once, under its sentence”';
  const [reference] = namedTests(text);
  const sentence = 'every test that the specification names is there, once, under its sentence';
  expect(reference).toEqual({ file: 'checks/specification.test.ts', sentence });
  expect(timesThere('checks/specification.test.ts', sentence)).toBe(1);
  expect(timesThere('docs.test.ts', sentence)).toBe(0);
  expect(timesIn("test('is there', f); test('is there', g)", 'is there')).toBe(2);
});

test('no logic names a built-in role but admin', () => {
  const others = builtInRoles.map(({ name }) => name).filter((name) => name !== 'admin');
  const named = new RegExp(`['"\`](${others.join('|')})['"\`]`);
  const isLogic = (path: string) =>
    /^(contract|server|web)\/.*\.tsx?$/.test(path) &&
    !isTest(path) &&
    !/\/(testing|migrations|demo-data)\//.test(path) &&
    path !== 'contract/permissions.ts';
  const logic = listFiles().filter(isLogic);
  expect(logic.length).toBeGreaterThan(200);
  expect(logic.filter((path) => named.test(readText(path)))).toEqual([]);
});

/** A file between backticks is followed by the sentences of its tests, between “quotes”. */
function namedTests(text: string) {
  return [...text.matchAll(/`([\w./-]+\.test\.tsx?)`((?:,?\s+“[^”]+”)+)/g)].flatMap(
    ([, file = '', sentences = '']) =>
      [...sentences.matchAll(/“([^”]+)”/g)].map(([, sentence = '']) => ({
        file,
        sentence: sentence.replace(/\s*\n\s*/g, ' '),
      })),
  );
}

/** In all files of that name: one that stands in two of them, or twice in one, says not which test is meant. */
function timesThere(file: string, sentence: string): number {
  return tests
    .filter(({ path }) => path === file || path.endsWith(`/${file}`))
    .reduce((sum, { text }) => sum + timesIn(text, sentence), 0);
}

/** As the title of a test: what a test compares with is no title. */
function timesIn(text: string, sentence: string): number {
  const calls = text.replace(/\(\s+/g, '(');
  return ["'", '"', '`'].reduce(
    (sum, quote) => sum + calls.split(`(${quote}${sentence}${quote},`).length - 1,
    0,
  );
}
