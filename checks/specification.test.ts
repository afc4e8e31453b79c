import { expect, test } from 'vitest';
import { isTest, listFiles, readText } from './support/tree.ts';

const specification = 'docs/specification.md';
const tests = listFiles()
  .filter(isTest)
  .map((path) => ({ path, text: readText(path).replaceAll('\\', '') }));

test('every test that the specification names is there, under its sentence', () => {
  const missing = namedTests(readText(specification)).filter(
    ({ file, sentence }) => !isThere(file, sentence),
  );
  expect(missing).toEqual([]);
});

test('a test that is gone, or that another file has, is found', () => {
  const text =
    '`checks/specification.test.ts` “every test that the\n  specification names is there, under its sentence”';
  expect(namedTests(text).map(({ file, sentence }) => isThere(file, sentence))).toEqual([true]);
  expect(
    isThere('docs.test.ts', 'every test that the specification names is there, under its sentence'),
  ).toBe(false);
  expect(isThere('docs.test.ts', 'explain every setting')).toBe(false);
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

function isThere(file: string, sentence: string) {
  return tests.some(
    ({ path, text }) =>
      (path === file || path.endsWith(`/${file}`)) &&
      ["'", '"', '`'].some((quote) => text.includes(`${quote}${sentence}${quote}`)),
  );
}
