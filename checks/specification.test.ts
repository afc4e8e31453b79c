import { expect, test } from 'vitest';
import { builtInRoles } from '../contract/access/permissions.ts';
import { isTest, listFiles, readText } from './support/tree.ts';

const specification = 'docs/specification.md';
const tests = listFiles()
  .filter(isTest)
  .map((path) => ({ path, text: readText(path).replaceAll('\\', '') }));

test('docs/specification.md names only tests that exist, each once', () => {
  const named = namedTests(readText(specification));
  expect(named.filter(({ file, title }) => countTests(file, title) !== 1)).toEqual([]);
});

test('the check finds names of tests that do not exist, are in another file, or exist twice', () => {
  const text =
    '`checks/specification.test.ts` “docs/specification.md names\n  only tests that exist, each once”';
  const [reference] = namedTests(text);
  const title = 'docs/specification.md names only tests that exist, each once';
  expect(reference).toEqual({ file: 'checks/specification.test.ts', title });
  expect(countTests('checks/specification.test.ts', title)).toBe(1);
  expect(countTests('docs.test.ts', title)).toBe(0);
  expect(countTitles("test('is there', f); test('is there', g)", 'is there')).toBe(2);
});

test('the code names no built-in role but admin', () => {
  const others = builtInRoles.map(({ name }) => name).filter((name) => name !== 'admin');
  const named = new RegExp(`['"\`](${others.join('|')})['"\`]`);
  const isLogic = (path: string) =>
    /^(contract|server|web)\/.*\.tsx?$/.test(path) &&
    !isTest(path) &&
    !/\/(testing|migrations|demo-data)\//.test(path);
  const logic = listFiles().filter(isLogic);
  expect(logic.length).toBeGreaterThan(200);
  const definition = 'contract/access/permissions.ts';
  expect(logic.filter((path) => named.test(readText(path)))).toEqual([definition]);
  const namedThere = readText(definition)
    .match(new RegExp(named, 'g'))
    ?.map((quoted) => quoted.slice(1, -1));
  expect(namedThere?.sort()).toEqual([...others].sort());
});

test('the code asks for the role manager in one place, which says who is a manager of a location', () => {
  const users = listFiles().filter(
    (path) => /\.(tsx?|mjs)$/.test(path) && !isTest(path) && /\bmanagerRole\b/.test(readText(path)),
  );
  expect(users).toEqual(['contract/access/permissions.ts', 'server/kernel/managers.ts']);
});

/** Reads the references: a file in backticks, followed by the names of its tests in “quotes”. */
function namedTests(text: string) {
  return [...text.matchAll(/`([\w./-]+\.test\.tsx?)`((?:,?\s+“[^”]+”)+)/g)].flatMap(
    ([, file = '', titles = '']) =>
      [...titles.matchAll(/“([^”]+)”/g)].map(([, title = '']) => ({
        file,
        title: title.replace(/\s*\n\s*/g, ' '),
      })),
  );
}

/** Counts the name in all files of that name. More than one leaves open which test is meant. */
function countTests(file: string, title: string): number {
  return tests
    .filter(({ path }) => path === file || path.endsWith(`/${file}`))
    .reduce((sum, { text }) => sum + countTitles(text, title), 0);
}

/** Counts the name as the first argument of a call, so that expected values do not count. */
function countTitles(text: string, title: string): number {
  const calls = text.replace(/\(\s+/g, '(');
  return ["'", '"', '`'].reduce(
    (sum, quote) => sum + calls.split(`(${quote}${title}${quote},`).length - 1,
    0,
  );
}
