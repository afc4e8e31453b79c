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

test('the head carries the mark of UTF-8', () => {
  expect(csvHead(['Time', 'Who'])).toBe('\uFEFFTime,Who\r\n');
});
