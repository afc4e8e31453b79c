import {
  cellMaxLength,
  cellsMaxCount,
  fileColumnsMax,
  fileMaxBytes,
  headerMaxLength,
  recordMaxLength,
  runLinesMax,
} from '../../../contract/fields/limits.ts';
import type { RunSubject } from '../../../contract/runs.ts';
import { type Bytes, type Hostile, repeated, sendable, type Times, x } from './hostile-inputs.ts';

const csvHeaders: Record<RunSubject, { header: string[]; row: (index: number, times: Times) => string[] }> = {
  users: {
    header: ['Email', 'Full name', 'Phone', 'Employee number', 'Roles', 'Locations'],
    row: (index, times) => [
      `${10_000 + index}${'e'.repeat(times * 50)}@${`${'d'.repeat(60)}.`.repeat(3)}example`,
      `User ${index} ${'n'.repeat(times * 180)}`,
      '5'.repeat(times * 40),
      `${10_000 + index}`.padEnd(times * 40, '7'),
      'employee',
      'Mill Road',
    ],
  },
  locations: {
    header: ['Number', 'Name', 'Address', 'City', 'State', 'ZIP', 'Phone'],
    row: (index, times) => [
      `${10_000 + index}`.padEnd(times * 40, '7'),
      `Store ${index} ${'n'.repeat(times * 180)}`,
      'a'.repeat(times * 300),
      'c'.repeat(times * 100),
      times === 1 ? 'NY' : 'New York and more',
      '12207'.padEnd(times * 10, '1'),
      '5'.repeat(times * 40),
    ],
  },
  stock: {
    header: ['Location', 'Product', 'On hand', 'Reorder point'],
    row: (index, times) => [
      'Mill Road',
      `${10_000 + index}`.padEnd(times * 40, '7'),
      `${times * 99_999_999}`,
      '3',
    ],
  },
};

function* csvOf(header: string[], count: number, row: (index: number) => string[]): Generator<string> {
  yield `${header.join()}\n`;
  for (let index = 0; index < count; index++) yield `${row(index).join()}\n`;
}

/** Files of imports. `isPlanned` is one that is read, and has lines to plan. */
export function hostileCsvs(
  about: RunSubject,
  times: Times,
  maxBytes = fileMaxBytes,
): (Hostile<Bytes> & { isPlanned: boolean })[] {
  const { header, row } = csvHeaders[about];
  const file = (name: string, texts: () => Iterable<string>, isPlanned = false) => ({
    ...{ name, isPlanned },
    make: () => sendable(texts(), maxBytes),
  });
  const own = (index: number) => row(index, 1);
  const wide = Array.from({ length: times * fileColumnsMax }, (_, index) => `Column ${index}`);
  const note = (count: number, cells: string[] = own(0)) =>
    csvOf([...header, 'Note'], 1, () => [...cells, x(count)]);
  return [
    file(
      'lines',
      () => csvOf(header, times * runLinesMax, (index) => own(index).map((cell) => cell.slice(0, 30))),
      true,
    ),
    file('texts', () => csvOf(header, 2000, (index) => row(index, times)), true),
    file('columns', () => csvOf(wide, 1, () => wide)),
    file('lines × columns', () => csvOf(wide, times * runLinesMax, () => wide.map(() => 'a'))),
    file('header', () => csvOf([...header, x(times * headerMaxLength)], 1, own)),
    file('blank cells', () =>
      csvOf(header, 1, (index) => [...own(index), ...Array<string>(times * cellsMaxCount - 10).fill('')]),
    ),
    file('lines of blank cells', () =>
      csvOf(header, 1000, () => Array<string>(times * cellsMaxCount).fill('')),
    ),
    file('a cell', () => note(times * cellMaxLength)),
    file(
      'cells',
      () => csvOf([...header, 'Note'], 2000, (index) => [...own(index), x(times * cellMaxLength)]),
      true,
    ),
    file('a line', () =>
      csvOf([...header, ...wide.slice(0, 20)], 1, () => [
        ...own(0),
        ...Array<string>(20).fill(x((times * recordMaxLength) / 21)),
      ]),
    ),
    file(
      'names in a cell',
      () => csvOf(header, 200, (index) => own(index).with(-1, 'No Such;'.repeat(times * 1200))),
      true,
    ),
    file('the same key', () => csvOf(header, 20_000, () => own(0)), true),
  ];
}

const users = csvHeaders.users;
const usersHeader = `${users.header.join()}\n`;

/** Files that break the format of CSV. */
export function csvTricks(maxBytes = fileMaxBytes): Hostile<Bytes>[] {
  const tricks: [name: string, texts: () => Iterable<string>][] = [
    ['nothing', () => ['']],
    ['a quote that never closes', () => repeated(`${usersHeader}"`, 'x', '', maxBytes)],
    ['doubled quotes', () => repeated(`${usersHeader}"`, '""', '"', maxBytes)],
    ['a quote inside a cell', () => repeated(usersHeader, 'a"b,c\n', '', maxBytes)],
    ['line breaks', () => repeated(usersHeader, '\n', 'a@x.example', maxBytes)],
    ['line breaks in a cell', () => repeated(`${usersHeader}"`, '\r\n', '"', maxBytes)],
    ['separators', () => repeated(usersHeader, ',', '', maxBytes)],
    ['lines of separators', () => repeated(usersHeader, `${','.repeat(16_000)}\n`, '', maxBytes)],
    ['bytes of zero', () => repeated(usersHeader, '\0', '', maxBytes)],
    ['one line', () => repeated('', 'x', '', maxBytes)],
    ['an archive', () => ['PK\x03\x04']],
  ];
  return tricks
    .map(([name, texts]): Hostile<Bytes> => ({ name, make: () => sendable(texts(), maxBytes) }))
    .concat(
      {
        name: 'UTF-16',
        make: () => {
          const text = [...csvOf(users.header, 20_000, (index) => users.row(index, 1))].join('');
          return Uint8Array.from(Buffer.from(`\uFEFF${text}`, 'utf16le').subarray(0, maxBytes));
        },
      },
      {
        name: 'UTF-16 in the rare order',
        make: () => Uint8Array.from(Buffer.from(`\uFEFF${usersHeader.repeat(50_000)}`, 'utf16le').swap16()),
      },
      {
        name: 'half of a character',
        make: () => Uint8Array.from(Buffer.concat([Buffer.from(usersHeader), Buffer.alloc(1_000_000, 0xc3)])),
      },
    );
}
