import { expect, test } from 'vitest';
import { isTest, listFiles, readText } from './support/tree.ts';

test('no utility makes a rule that every element of a page is tested against', () => {
  const files = listFiles('web').filter((path) => /\.tsx?$/.test(path) && !isTest(path));
  expect(files.length).toBeGreaterThan(400);
  expect(files.flatMap((path) => findUniversal(path, readText(path)))).toEqual([]);
});

test.each([
  ['<ul className="mt-2 space-y-4">', 'space-y-4'],
  ['<div className="max-md:-space-x-px">', 'max-md:-space-x-px'],
  ["classes('divide-y border')", 'divide-y'],
  ["classes(look, 'border divide-line')", 'divide-line'],
  ['<div className="flex max-md:*:flex-1">', 'max-md:*:flex-1'],
  ["'data-left:*:not-data-note:opacity-45'", 'data-left:*:not-data-note:opacity-45'],
  ['<div className="**:min-w-0">', '**:min-w-0'],
  ['<ul className="[&>*]:mt-2">', '[&>*]:mt-2'],
])('findUniversal finds in %s: %s', (text, utility) => {
  expect(findUniversal('web/x.tsx', text)).toEqual([expect.stringContaining(`web/x.tsx: ${utility} is`)]);
});

test.each([
  'className="flex flex-col gap-4 not-last:border-b has-[:checked]:mt-2"',
  'className="max-md:[&>button]:flex-1 whitespace-pre"',
  '/** Divides a line: the space-yard. */',
  'const all = [...users, 2 * 3];',
])('findUniversal accepts %s', (text) => {
  expect(findUniversal('web/x.tsx', text)).toEqual([]);
});

/** Their selectors end in `> *` or `> :not(:last-child)`, so no class, tag or attribute says whom they concern. */
function findUniversal(path: string, text: string): string[] {
  const utilities = text.matchAll(
    /(?<=["'`\s])(?:[^\s"'`]+:)?(?:-?space-[xy]-|divide-[a-z])[^\s"'`]*|(?<=["'`\s])(?:[^\s"'`]+:)?(?:\*\*?|\[&[^\s"'`\]]*\*\]):[^\s"'`]+/g,
  );
  return Array.from(
    utilities,
    ([utility]) =>
      `${path}: ${utility} is a rule that the browser tests against each element of the page, whenever styles change: give the class to the children, or a gap to their parent`,
  );
}
