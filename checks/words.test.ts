import { expect, test } from 'vitest';
import { isSource, isTest, listFiles, readText } from './support/tree.ts';
import { type Exception, findReplacedWords } from './support/words.ts';

const exceptions: Exception[] = [
  // Stored, or sent.
  { word: 'asked', path: /^server\/(features\/audit\/|kernel\/database\/schema\.ts)/ },
  // The column and the stored undo of a line.
  { word: 'asked', path: /runs\/(line-request|run-lines|work\/apply-line)\./ },
  { word: 'kept', path: /outgoing-emails-panel\.tsx$/ },
];

test('the code uses the words of docs/glossary.md', () => {
  const isProduct = (path: string) =>
    /^(contract|server|web|scripts)\//.test(path) && isSource(path) && !isTest(path);
  // A migration never changes after it landed.
  const files = listFiles().filter((path) => isProduct(path) && !/\/migrations\//.test(path));
  expect(files.length).toBeGreaterThan(600);
  expect(files.flatMap((path) => findReplacedWords({ path, text: readText(path) }, exceptions))).toEqual([]);
});

test.each([
  ['web/x.ts', 'const veilClasses = 1;', 'veil'],
  ['web/closed-band.tsx', '', 'band'],
  ['web/x.tsx', 'const x = <Card pageFoot={1} />;', 'foot'],
  ['server/x.ts', 'interface Line { askedOf: string }', 'asked'],
  ['server/x.ts', 'class X { #keptRow = 1 }', 'kept'],
  ['server/x.ts', '// One lane per run.', 'lane'],
])('findReplacedWords finds in %s: %s', (path, text, word) => {
  expect(findReplacedWords({ path, text }, [])).toEqual([expect.stringContaining(`says "${word}"`)]);
  expect(findReplacedWords({ path, text }, [{ word, path: /./ }])).toEqual([]);
});

test.each([
  "const text = 'Who asked? Emails are kept.';",
  '// The user asked for it, and the row is kept.',
  "/** The state `kept`, or 'band'. */ const state = <p>No room left</p>;",
  'const bandwidth = askedness;',
])('findReplacedWords accepts %s', (text) => {
  expect(findReplacedWords({ path: 'web/x.tsx', text }, [])).toEqual([]);
});
