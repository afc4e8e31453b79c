import { expect, test } from 'vitest';
import { inMemory } from '../../../../platform/spool.ts';
import { checkFile, readLines } from './read-file.pure.ts';
import type { FileRecord } from './records.pure.ts';

const bytes = (text: string, encoding: BufferEncoding = 'utf8') => Buffer.from(text, encoding);
const plain = 'Email,Full name\nana@x.example,Ana\n';

async function linesOf(file: Buffer) {
  const lines: FileRecord[] = [];
  for await (const line of readLines(inMemory(file), await checkFile(inMemory(file), {}, 'users')))
    lines.push(line);
  return lines;
}

async function refusal(file: Buffer, asked = {}): Promise<string> {
  const error = await checkFile(inMemory(file), asked, 'users').then(
    () => expect.fail('the file was read'),
    (error: unknown) => error,
  );
  return error instanceof Error ? error.message : expect.fail('no sentence');
}

test.each<[string, Buffer, object]>([
  ['UTF-8', bytes(plain), { encoding: 'utf-8', separator: ',', headers: ['Email', 'Full name'], total: 1 }],
  ['UTF-8 with a byte order mark', bytes(`\uFEFF${plain}`), { headers: ['Email', 'Full name'] }],
  [
    'Windows-1252',
    bytes('Email;Full name\na@x.example;Jos\xe9 \x80\n', 'latin1'),
    { encoding: 'windows-1252', separator: ';', samples: [['a@x.example', 'José €']] },
  ],
  [
    'Unicode text from Excel',
    bytes('\uFEFFEmail\tFull name\r\na@x.example\tJosé 😀\r\n', 'utf16le'),
    { encoding: 'utf-16le', separator: '\t', samples: [['a@x.example', 'José 😀']], total: 1 },
  ],
  ['semicolons', bytes('Email;Roles\na@x.example;"Manager;Cashier"'), { separator: ';' }],
  ['commas around semicolons', bytes('Email,Roles\na@x.example,Manager;Cashier;Owner'), { separator: ',' }],
  ['tabs', bytes('Email\tFull name\na@x.example\tAna, B.'), { separator: '\t' }],
  ['columns that are named by numbers', bytes('Name,2026,-\nAna,1,2'), { headers: ['Name', '2026', '-'] }],
  ['one column', bytes('Email\na@x.example'), { separator: ',', headers: ['Email'] }],
  ['separators in quotes', bytes('Name;Address\n"a,b,c";"d,e"\n"f,g,h";"i,j"'), { separator: ';' }],
  [
    'blank columns and lines at the end',
    bytes(`Email,Full name,,\na@x.example,Ana,,\n,,,\n\n`),
    { total: 1 },
  ],
])('checkFile reads %s', async (_, file, facts) => {
  expect(await checkFile(inMemory(file), {}, 'users')).toMatchObject(facts);
});

test('readLines reads UTF-16 in pieces, also where a piece ends within a character', async () => {
  const rows = Array.from({ length: 9000 }, (_, n) => `user${n}@x.example\t${'x'.repeat(n % 3)}😀 ${n}`);
  const lines = await linesOf(bytes(`\uFEFF${['Email\tFull name', ...rows].join('\r\n')}`, 'utf16le'));
  expect(lines.map(({ cells }) => cells.join('\t'))).toEqual(rows);
});

test('checkFile refuses to read another file as UTF-16', async () => {
  expect(await refusal(bytes(plain), { encoding: 'utf-16le' })).toMatch(/^The file is not in UTF-16/);
});

test.each<[string, Buffer, string | RegExp]>([
  ['nothing', bytes(''), 'The file is empty.'],
  ['blank lines', bytes('\n\n , \n'), 'The file is empty.'],
  ['a header alone', bytes('Email,Full name\n'), /no lines below the names of its columns/],
  [
    'a spreadsheet',
    bytes('PK\x03\x04\x14\0\x06\0\x08\0 [Content_Types].xml', 'latin1'),
    'This is a spreadsheet, not a CSV file. Save each sheet as CSV. In Excel choose File → Save as → CSV UTF-8.',
  ],
  [
    'an old spreadsheet',
    bytes('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 Workbook', 'latin1'),
    /^This is a spreadsheet/,
  ],
  ['an archive', bytes('PK\x03\x04 users.csv', 'latin1'), /^This is an archive/],
  ['a PDF', bytes('%PDF-1.7'), /^This is a PDF/],
  ['a web page', bytes('\uFEFF  <!DOCTYPE html><table>'), /^This is a web page/],
  ['UTF-16 without a byte order mark', bytes(plain, 'utf16le'), /a kind of UTF-16 that cannot be read/],
  ['UTF-16 in the rare order', bytes(`\uFEFF${plain}`, 'utf16le').swap16(), /a kind of UTF-16/],
  ['NUL', bytes('Email,Full name\na@x.example,A\0na\n'), /^Line 2, column 2 contains a NUL character/],
  ['no header', bytes('ana@x.example,Ana\n'), /^Line 1 does not name the columns/],
  ['no header above locations', bytes('101,Harbor,1 Pier,Albany\n'), /^Line 1 does not name the columns/],
  [
    'duplicate headers',
    bytes('Email,Phone,E-mail,PHONE\na,b,c,d'),
    "Columns 1 and 3 are both called 'E-mail'. Give each column a name of its own.",
  ],
  [
    '1,000 columns',
    bytes(`${Array.from({ length: 1000 }, (_, n) => `c${n}`).join()}\n1`),
    'The file has 1,000 columns. At most 200 can be read.',
  ],
  [
    'a cell of 10,001 characters',
    bytes(`Email,Full name\n\na@x.example,${'x'.repeat(10_001)}`),
    'Line 3, column 2 has 10,001 characters. A cell can have 10,000.',
  ],
  [
    'a line of commas alone',
    Buffer.alloc(19_000_000, ','),
    'Line 1 does not end within 200,000 characters. A quote that is never closed may be the cause.',
  ],
  [
    'a line that continues in thousands of quotes',
    bytes(`Email,Full name\n${`${','.repeat(60_000)}"\n"`.repeat(150)}`),
    /^Line 2 does not end within 200,000 characters/,
  ],
  [
    'a quote that swallows a long file',
    bytes(`Email,Full name\na,"${'b,c\n'.repeat(1_000_000)}`),
    /^Line 2 does not end within 200,000 characters/,
  ],
  [
    'thousands of blank cells',
    bytes(`Email,Full name\n${','.repeat(20_000)}\n`),
    'Line 2 has more than 16,384 cells.',
  ],
  ['millions of blank lines', Buffer.alloc(2_000_000, '\n'), 'The file has more than 1,048,576 lines.'],
  [
    'a header of 201 characters',
    bytes(`Email,${'x'.repeat(201)}\na,b`),
    'The name of column 2 is longer than 200 characters. Line 1 may not name the columns.',
  ],
  [
    'quotes that never close',
    bytes('Email,Full name\n"two\nlines",B\na@x.example,"Ana\nb@x.example,Ben\n'),
    'The quote that opens in line 4, column 2 is never closed.',
  ],
  [
    'quotes that close in the middle of a cell',
    bytes('Email,Full name\na@x.example,"An"a\n'),
    /^The quote that opens in line 2, column 2 does not close/,
  ],
  [
    'a quote in the middle of a cell',
    bytes('Email,Full name\na@x.example,Ana "A" B\n'),
    /^Line 2, column 2 has a quote inside/,
  ],
  [
    'a line with too many cells',
    bytes('Email,Full name\r\na@x.example,Ana\r\nb@x.example,Ben,Boss\r\n'),
    'Line 3 has 3 cells, but the header has 2.',
  ],
  [
    'more than 50,000 lines',
    bytes(`Email\n${'a@x.example\n'.repeat(50_001)}`),
    'The file has more than 50,000 lines, and an import can have 50,000.',
  ],
])('checkFile refuses %s with a sentence', async (_, file, sentence) => {
  expect(await refusal(file)).toMatch(
    typeof sentence === 'string'
      ? new RegExp(`^${sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`)
      : sentence,
  );
});

test('checkFile reads the file as asked, and says which line is not UTF-8', async () => {
  const file = bytes('Email,Full name\na@x.example,Ana\nb@x.example,Jos\xe9', 'latin1');
  expect(
    await checkFile(inMemory(file), { encoding: 'windows-1252', separator: ';' }, 'users'),
  ).toMatchObject({
    separator: ';',
    headers: ['Email,Full name'],
  });
  expect(await refusal(file, { encoding: 'utf-8' })).toBe('Line 3 is not valid UTF-8. Choose Windows-1252.');
});

test('readLines counts the lines of the file, of cells with line breaks too, and fills up missing cells', async () => {
  const file = bytes('Email,Full name\r\n"a\r\nb",Ana\r\n\r\n,\r\nc\r\nd,Dan');
  const lines = await linesOf(file);
  expect(lines).toEqual([
    { line: 2, cells: ['a\r\nb', 'Ana'] },
    { line: 6, cells: ['c', ''] },
    { line: 7, cells: ['d', 'Dan'] },
  ]);
});

test('readLines reads letters of several bytes wherever the file is cut into pieces', async () => {
  const names = Array.from({ length: 20_000 }, (_, n) => `${'x'.repeat(n % 7)}é😀${n}`);
  const file = bytes(`Name\n${names.join('\n')}`);
  const lines = await linesOf(file);
  expect(lines.map(({ cells }) => cells[0])).toEqual(names);
});

test.each([
  ['3/4/26\n13/4/26', 'day_first'],
  ['3/4/2026\n03/04/2026', 'month_first'],
  ['03/04/2026\n04/13/2026 ', null],
  ['03/04/2026\n04/13/2026', 'month_first'],
  ['13/04/2026\n04/13/2026', null],
  ['2026-01-31\n03/04/2026', null],
])('checkFile says what the days %j prove', async (days, date_order) => {
  const file = inMemory(bytes(`Name,Closed\n${days.replaceAll(/^/gm, 'Pier,')}\n`));
  expect(await checkFile(file, {}, 'locations')).toMatchObject({ date_order });
});

test('checkFile counts the cells with an X of columns that have nothing else', async () => {
  const file = inMemory(bytes('Name,101,102,103,104\nAna,X,,no,\nBen,✓,x,x,maybe\n'));
  expect(await checkFile(file, {}, 'users')).toMatchObject({ marks: [null, 2, 1, 1, null] });
});
