import { fileColumnsMax, headerMaxLength } from '../../../../../contract/fields/limits.ts';
import { headerKey, importColumns } from '../../../../../contract/files/import-columns.ts';
import { closeColumns, costColumns } from '../../../../../contract/files/sales-columns.ts';
import { onOneLine } from '../cells/plain-cell.pure.ts';
import { unreadable } from './detect.pure.ts';
import { matchHeaders } from './map-headers.pure.ts';
import type { FileRecord } from './records.pure.ts';

const columnsOf = { ...importColumns, closes: closeColumns, costs: costColumns };
/** What the rows of a CSV file may be about. */
export type FileSubject = keyof typeof columnsOf;

/** A report has a title, a date and a filter or two above the header. */
const headerMaxLines = 20;
/** Fewer known names may be an accident. */
const knownMin = 2;
/** A title, or a date next to its label. */
const titleCells = 2;

/**
 * The first line, unless a later one has names that imports know, or the first ones have fewer cells than the others.
 */
export async function findHeader(about: FileSubject, records: AsyncIterable<FileRecord>): Promise<number> {
  const lines: { line: number; filled: number; known: number }[] = [];
  for await (const { line, cells } of records) {
    if (!isSeparatorLine(cells))
      lines.push({ line, filled: countFilled(cells), known: countKnown(about, cells) });
    if (lines.length === headerMaxLines) break;
  }
  const [first] = lines;
  if (!first) return 1;
  const best = lines.reduce((best, line) => (line.known > best.known ? line : best));
  const isBelowTitles = lines.every(({ line, filled }) => line >= best.line || filled < best.filled);
  if (best.known >= knownMin) return isBelowTitles ? best.line : first.line;
  const most = Math.max(...lines.map(({ filled }) => filled));
  const table = lines.find(({ filled }) => filled === most) ?? first;
  const above = lines.filter(({ line }) => line < table.line);
  const below = lines.filter(({ line }) => line > table.line);
  const areTitles =
    most > titleCells + 1
      ? above.every(({ filled }) => filled <= titleCells)
      : // With few columns, a line with one cell may be a short one, unless all lines below have more.
        above.every(({ filled }) => filled === 1) && below.every(({ filled }) => filled > 1);
  return areTitles && below.length > 0 ? table.line : first.line;
}

/** 'sep=;', which Excel reads and does not show. */
function isSeparatorLine(cells: readonly string[]): boolean {
  return /^sep=.?$/i.test(cells[0] ?? '') && cells.slice(1).every((cell) => cell === '');
}

function countFilled(cells: readonly string[]): number {
  return cells.filter((cell) => cell.trim() !== '').length;
}

function countKnown(about: FileSubject, cells: readonly string[]): number {
  const names = cells.slice(0, fileColumnsMax).map((cell) => (cell.length > headerMaxLength ? '' : cell));
  return matchHeaders(columnsOf[about], names).filter((column) => column !== null).length;
}

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const figure = /^[\s()+./-]*\d[\d\s()+./-]*$/;

/** Without blank names at the end. @throws ApiError 400 for a line of data, a long name, and two equal names. */
export function readHeader({ line, cells }: FileRecord): string[] {
  const names = cells.map((cell) => onOneLine(cell).trim());
  while (names.at(-1) === '') names.pop();
  if (names.length > fileColumnsMax) {
    const found = names.length.toLocaleString('en-US');
    throw unreadable(`The file has ${found} columns. At most ${fileColumnsMax} can be read.`);
  }
  const long = names.findIndex((name) => name.length > headerMaxLength);
  if (long !== -1) {
    throw unreadable(
      `The name of column ${long + 1} is longer than ${headerMaxLength} characters. Line ${line} may not name the columns.`,
    );
  }
  if (names.length === 0 || isData(names)) {
    throw unreadable(
      `Line ${line} does not name the columns. Add a first line such as "Email,Full name,Roles" above the others.`,
    );
  }
  refuseDuplicates(names);
  return names;
}

/** Columns may have numbers as names, next to known names. */
function isData(names: readonly string[]): boolean {
  if (names.some((name) => email.test(name) || uuid.test(name))) return true;
  const isKnown = Object.values(columnsOf).some((columns) => matchHeaders(columns, names).some(Boolean));
  return !isKnown && names.some((name) => figure.test(name));
}

function refuseDuplicates(names: readonly string[]): void {
  const columns = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (name === '') continue;
    const key = headerKey(name) || name;
    const first = columns.get(key);
    if (first !== undefined) {
      throw unreadable(
        `Columns ${first + 1} and ${index + 1} are both called '${name}'. Give each column a name of its own.`,
      );
    }
    columns.set(key, index);
  }
}
