import { expect, test } from 'vitest';
import type { SalesImportOptions } from '../../../../contract/sales-imports.ts';
import { readDate, readNumber } from './cells.pure.ts';
import { createCloseReader, whyNotReadable } from './close-rows.pure.ts';
import { proposeMapping, proposeRow } from './propose.pure.ts';
import { createTotalFinder } from './totals.pure.ts';

const most = 4_000_000_000;

test.each([
  ['$1,234.50', 123_450],
  ['(12.40)', -1240],
  ['12.40-', -1240],
  ['-$12.4', -1240],
  ['($1,234.50)', -123_450],
  ['\u221212.40', -1240],
  ['0', 0],
  ['-0.00', 0],
  ['$ -', 0],
  ['.5', 50],
  ['12.300000000000001', 1230],
  ['12.2999999', 1230],
  ['', null],
  ['  ', null],
])('reads %j as %j cents', (cell, value) => {
  expect(readNumber(cell, 2, most)).toEqual({ value });
});

test.each([
  '-',
  'n/a',
  '1.234,50',
  '12,34',
  '1.2.3',
  '-5-',
  '1e5',
  '12.345',
  '40000000.01',
  '9'.repeat(400),
])('refuses %j as an amount', (cell) => {
  expect(readNumber(cell, 2, most)).toEqual({ fault: expect.stringContaining(cell.slice(0, 20)) });
});

test('thousandths of a gallon are rounded, and a count has no decimals', () => {
  expect(readNumber('10.0055', 3, most)).toEqual({ value: 10_006 });
  expect(readNumber('12.5', 0, most)).toEqual({ fault: "'12.5' has more than no decimals." });
});

test.each([
  ['11/25/26', '2026-11-25'],
  ['11/25/2026', '2026-11-25'],
  ['2026-11-25', '2026-11-25'],
  ['2026-11-25T06:12:09Z', '2026-11-25'],
  ['11/25/2026 6:12 PM', '2026-11-25'],
  ['20261125', '2026-11-25'],
  ['46351', '2026-11-25'],
  ['46351.75', '2026-11-25'],
  ['Nov 25, 2026', '2026-11-25'],
  ['Wed, Nov 25, 2026', '2026-11-25'],
  ['25-Nov-26', '2026-11-25'],
  ['2/29/2028', '2028-02-29'],
  [' ', null],
])('reads %j as the date %j', (cell, value) => {
  expect(readDate(cell)).toEqual({ value });
});

test.each([
  '25/11/2026',
  '2/29/2026',
  'yesterday',
  '11/25',
  '0',
  'Smarch 3, 2026',
])('refuses %j as a date', (cell) => {
  expect(readDate(cell)).toEqual({ fault: expect.stringContaining(cell) });
});

function totalsOf(...rows: string[][]) {
  const finder = createTotalFinder([...(rows[0] ?? []).keys()]);
  for (const row of rows) finder.add(row);
  return finder.found();
}

test('a total is the sum of columns beside it in all rows', () => {
  expect(totalsOf(['1', '2', '3', '9'], ['4', '', '4', '9'])).toEqual([{ column: 2, of: [0, 1] }]);
  // Before its parts, and with the total of some of them between.
  expect(totalsOf(['6', '1', '2', '3', '3'], ['15', '4', '5', '9', '6'])).toEqual([
    { column: 0, of: [1, 2, 4] },
    { column: 3, of: [1, 2] },
  ]);
  expect(totalsOf(['1', '2', '3'], ['1', '2', '4'])).toEqual([]);
  expect(totalsOf(['1', '2', '3'], ['1', 'two', '1'])).toEqual([]);
  expect(totalsOf(['0', '0', '0'])).toEqual([]);
  // One column that equals another is no sum.
  expect(totalsOf(['5', '5'], ['7', '7'])).toEqual([]);
  expect(
    totalsOf(...Array.from({ length: 600 }, (_, n) => [`${n}`, '1', n === 599 ? '0' : `${n + 1}`])),
  ).toEqual([]);
});

test('columns and rows are proposed by the names of the header', () => {
  const headers = ['Store #', 'Business Date', 'Dept', 'Net Sales'];
  const mapping = proposeMapping('closes', headers);
  expect(mapping.map((one) => one?.is)).toEqual(['location', 'date', 'department', 'merchandise']);
  expect(proposeRow(headers, mapping)).toBe('department');
  expect(proposeMapping('closes', ['Date', 'Grade', 'Gal', 'Amount']).map((one) => one?.is)).toEqual([
    'date',
    'grade',
    'gallons',
    'fuel',
  ]);
  expect(
    proposeMapping('costs', ['Effective Date', 'Grade', 'Rack Price', 'Note']).map((one) => one?.is),
  ).toEqual(['from_date', 'grade', 'cost', undefined]);
});

const headers = ['Date', 'Dept', 'Amount', 'Over'];
const options: SalesImportOptions = {
  mapping: [{ is: 'date' }, { is: 'department' }, { is: 'merchandise' }, { is: 'over_short' }],
  row: 'department',
  location_id: 'mill',
  over_short: 'short',
};

function read(rows: string[][], changes: Partial<SalesImportOptions> = {}) {
  const reader = createCloseReader(
    headers,
    { ...options, ...changes },
    () => ({ id: 'mill' }),
    (grade) => grade,
  );
  for (const [index, cells] of rows.entries()) reader.add({ line: index + 2, cells });
  return reader.result();
}

test('rows of a day are added up; totals, and rows without a date, are left out by name', () => {
  const { items: days, left_out } = read([
    ['11/24/26', 'Tobacco', '10.00', '1.00'],
    ['11/24/26', 'Lottery', '5.00', ''],
    ['11/24/26', 'Tobacco', '(2.50)', ''],
    ['11/24/26', 'Total', '12.50', ''],
    ['', 'Grand Total', '12.50', ''],
    ['soon', 'Tobacco', '1.00', ''],
  ]);
  expect(days).toMatchObject([
    {
      business_date: '2026-11-24',
      faults: [],
      close: {
        departments: [
          { code: 'Tobacco', amount: 750 },
          { code: 'Lottery', amount: 500 },
        ],
        // A positive amount of this file is short.
        values: [{ code: 'over_short', amount: -100 }],
        tax: null,
        fuel: [],
      },
    },
  ]);
  expect(left_out.map(({ line, text }) => `${line} ${text}`)).toEqual([
    "5 A total of other rows: 'Total'.",
    "6 A total of other rows: 'Grand Total'.",
    "7 Date: 'soon' is not a date. Write it as 11/25/2026.",
  ]);
});

test('a blank is unknown, 0 is 0, and a fault refuses its day with the name of the cell', () => {
  const { items: days } = read([
    ['11/24/26', 'Tobacco', '', ''],
    ['11/25/26', 'Tobacco', '0', '0'],
    ['11/26/26', 'Tobacco', 'ten', ''],
  ]);
  expect(days.map(({ close }) => close.departments)).toEqual([
    [],
    [{ code: 'Tobacco', name: 'Tobacco', amount: 0, is_merchandise: false }],
    [],
  ]);
  expect(days.map(({ close }) => close.values)).toEqual([[], [{ code: 'over_short', amount: 0 }], []]);
  expect(days.map(({ faults }) => faults)).toEqual([
    ['Line 2 has no amount.'],
    [],
    ["Line 4, Amount: 'ten' is not a number."],
  ]);
});

test('two rows of one day are refused where a row is a day', () => {
  const rows = [
    ['11/24/26', 'Tobacco', '1', ''],
    ['11/24/26', 'Tobacco', '2', ''],
  ];
  expect(read(rows, { row: 'day' }).items[0]?.faults).toEqual([
    'Line 3 is of the same location and date as line 2. Are the rows shifts?',
  ]);
  expect(read(rows, { row: 'shift' }).items[0]?.faults).toEqual([]);
});

test.each<[Partial<SalesImportOptions>, string]>([
  [{ mapping: [] }, 'The file has 4 columns, but 0 were chosen.'],
  [{ row: undefined }, 'Say what a row of the file is.'],
  [{ location_id: undefined }, 'Choose the column with the location, or the location of the whole file.'],
  [{ over_short: undefined }, 'Say what a positive over/short means in this file.'],
  [{ row: 'grade' }, 'Choose the column with the grade.'],
  [
    { mapping: [{ is: 'date' }, { is: 'department' }, null, null] },
    'Choose at least one column with an amount.',
  ],
  [
    { mapping: [{ is: 'date' }, { is: 'date' }, null, null] },
    'Two columns are read as the date. Leave one of them out.',
  ],
  [
    { row: 'day', mapping: [{ is: 'date' }, { is: 'of_tender' }, { is: 'fuel' }, null] },
    "Give a name to what 'Dept' is about.",
  ],
])('%j is not enough: %s', (changes, sentence) => {
  expect(whyNotReadable({ ...options, ...changes }, headers)).toBe(sentence);
  expect(whyNotReadable(options, headers)).toBeNull();
});
