import { expect, test } from 'vitest';
import { csvHead, csvRows } from './csv.ts';

test('commas, quotes and line breaks of every kind stand in quotes', () => {
  expect(csvRows([['a,b', 'say "hi"', 'two\nlines', 'old\rmac', 'dos\r\nbox', '', null, ' é ']])).toBe(
    '"a,b","say ""hi""","two\nlines","old\rmac","dos\r\nbox",,, é \r\n',
  );
});

test.each([
  '=1+1',
  '+1',
  '-1',
  '@sum',
  '\tx',
  '\r=1',
  '＝1',
  '=cmd|"/c calc"!A0',
])('a text that a spreadsheet would run is disarmed: %j', (text) => {
  const line = csvRows([[text]]);
  expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
});

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x; \t@sum', "x; \t'@sum"],
  ['x\t-1', "x\t'-1"],
  ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ['a;b; c', 'a;b; c'],
  ['Mozilla/5.0 (X11; Linux x86_64) +x', 'Mozilla/5.0 (X11; Linux x86_64) +x'],
])('so is one that begins where another spreadsheet separates: %j', (text, told) => {
  expect(csvRows([['first', text]])).toBe(`first,${told}\r\n`);
});

test('the head carries the mark of UTF-8', () => {
  expect(csvHead(['Time', 'Who'])).toBe('\uFEFFTime,Who\r\n');
});
