import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvHead, csvRows, withoutGuard } from './csv.ts';

test('csvRows quotes cells with commas, quotes and line breaks of every kind', () => {
  expect(csvRows([['a,b', 'say "hi"', 'two\nlines', 'old\rmac', 'dos\r\nbox', '', null, ' é ']])).toBe(
    '"a,b","say ""hi""","two\nlines","old\rmac","dos\r\nbox",,, é \r\n',
  );
});

test.each([
  '=1+1',
  '+1',
  '-1+1',
  '-1,5',
  '@sum',
  '\tx',
  '\r=1',
  '＝1',
  '=cmd|"/c calc"!A0',
])('csvRows puts an apostrophe before what a spreadsheet would run: %j', (text) => {
  const line = csvRows([[text]]);
  expect(line.replace(/^"/, '').startsWith("'")).toBe(true);
});

test.each([
  ['x;=1+1', "x;'=1+1"],
  ['x; \t@sum', "x; \t'@sum"],
  ['x\t-1', "x\t'-1"],
  ['x\r\n=1+1', `"x\r\n'=1+1"`],
  ['x;"=1+1;y', `"x;""'=1+1;y"`],
  ['x;"" \t" -1', `"x;"""" \t"" '-1"`],
  [' "=1+1', `" ""'=1+1"`],
  ['a;b; c', 'a;b; c'],
  ['say "-5" to x', '"say ""-5"" to x"'],
  ['Mozilla/5.0 (X11; Linux x86_64) +x', 'Mozilla/5.0 (X11; Linux x86_64) +x'],
])('csvRows does the same where another spreadsheet starts a cell: %j', (text, expected) => {
  expect(csvRows([['first', text]])).toBe(`first,${expected}\r\n`);
});

test('csvRows leaves a negative number one, so that a spreadsheet adds it up, and withoutGuard knows both', () => {
  expect(csvRows([['-1', '-900.00', "'-1"]])).toBe("-1,-900.00,''-1\r\n");
  expect(['-1', "'-900.00", "''-1"].map(withoutGuard)).toEqual(['-1', '-900.00', "'-1"]);
});

test('csvHead starts with the byte order mark of UTF-8', () => {
  expect(csvHead(['Time', 'Who'])).toBe('\uFEFFTime,Who\r\n');
});

const cell = fc.string({
  unit: fc.constantFrom(';', ',', '\t', '"', "'", '=', '+', '-', '@', '＝', ' ', '\r', '\n', 'x'),
  maxLength: 12,
});
const row = fc.array(fc.option(cell), { minLength: 3, maxLength: 3 });
const table = fc.array(row, { minLength: 1, maxLength: 4 });
const runs = { numRuns: 3000 };

test.each([',', ';', '\t'])('csvRows gives no cell that begins a formula when read with %j', (separator) => {
  fc.assert(
    fc.property(table, (rows) => {
      const cells = readCells(csvRows(rows), separator).map((cell) => cell.trimStart());
      expect(cells.filter((cell) => /^[=+\-@＝]/.test(cell))).toEqual([]);
    }),
    runs,
  );
});

test('csvRows changes nothing but apostrophes', () => {
  const bare = (text: string | null) => (text ?? '').replaceAll("'", '');
  fc.assert(
    fc.property(table, (rows) => {
      expect(readCells(csvRows(rows), ',').map(bare)).toEqual(rows.flat().map(bare));
    }),
    runs,
  );
});

test('withoutGuard gives back what csvRows was given', () => {
  fc.assert(
    fc.property(table, (rows) => {
      const cells = readCells(csvRows(rows), ',').map(withoutGuard);
      expect(cells).toEqual(rows.flat().map((text) => text ?? ''));
    }),
    runs,
  );
});

test.each([
  '=1',
  "'=1",
  "''=1",
  "O'Neil",
  "'",
  "'x'",
  'x;=1',
  "x;'=1",
  '+1 555',
])('withoutGuard gives back %j', (text) => {
  expect(readCells(csvRows([[text]]), ',')).not.toEqual([/[=+]/.test(text) ? text : '']);
  expect(readCells(csvRows([[text]]), ',').map(withoutGuard)).toEqual([text]);
});

/** Reads cells like a spreadsheet: quotes count at the start of a cell, and text after the closing quote is added. */
function readCells(text: string, separator: string): string[] {
  const cells: string[] = [];
  let at = 0;
  while (at < text.length) {
    const quoted = /^"((?:[^"]|"")*)(?:"|$)/.exec(text.slice(at));
    at += quoted?.[0].length ?? 0;
    const plain = /^[^,;\t\r\n]*/.exec(text.slice(at).replaceAll(other(separator), 'x'))?.[0].length ?? 0;
    cells.push((quoted?.[1] ?? '').replaceAll('""', '"') + text.slice(at, at + plain));
    at += plain + (text.startsWith('\r\n', at + plain) ? 2 : 1);
  }
  return cells;
}

/** The separators of other spreadsheets. */
function other(separator: string) {
  return new RegExp('[,;\t]'.replace(separator, ''), 'g');
}
