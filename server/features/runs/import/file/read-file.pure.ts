import { createHash } from 'node:crypto';
import { runLinesMax } from '../../../../../contract/fields/limits.ts';
import type { DateOrder, FileEncoding, FileSeparator } from '../../../../../contract/runs.ts';
import { piecesOf, type Spool } from '../../../../platform/spool.ts';
import { charactersStoredAtOnce, storedAtOnce } from '../../pace.pure.ts';
import { likelyOrder, provenOrder } from '../cells/day-cell.pure.ts';
import { readMark } from '../cells/plain-cell.pure.ts';
import {
  detectEncoding,
  detectSeparator,
  namedSeparator,
  refuseOtherFiles,
  unreadable,
} from './detect.pure.ts';
import { type FileSubject, findHeader, readHeader } from './header.pure.ts';
import { type FileRecord, type Format, readRecords } from './records.pure.ts';

export interface FileFacts extends Format {
  header_line: number;
  headers: string[];
  /** Of the first lines, shortened. */
  samples: string[][];
  date_order: DateOrder | null;
  /** How many cells of a column have an X; null for a column with other cells. */
  marks: (number | null)[];
  total: number;
}

/** What is left out is detected. */
export interface FormatSettings {
  encoding?: FileEncoding | undefined;
  separator?: FileSeparator | undefined;
  header_line?: number | undefined;
}

const samplesMaxCount = 3;
const sampleMaxLength = 80;
const headBytes = 65_536;

/** Stores nothing, so that a fault in the last line leaves nothing behind. @throws ApiError 400 */
export async function checkFile(
  file: Spool,
  settings: FormatSettings,
  about: FileSubject,
): Promise<FileFacts> {
  const first = await file.read(0, headBytes);
  refuseOtherFiles(first);
  const encoding = await detectEncoding(file, first, settings.encoding);
  const head = new TextDecoder(encoding).decode(first);
  const separator = settings.separator ?? namedSeparator(head) ?? detectSeparator(head);
  const format = { encoding, separator };
  let header_line = settings.header_line ?? (await findHeader(about, readRecords(file, format)));
  let headers: string[] | null = null;
  const samples: string[][] = [];
  const orders = { proven: new Set<DateOrder>(), likely: new Set<DateOrder>() };
  let marks: (number | null)[] = [];
  let total = 0;
  for await (const record of readRecords(file, format)) {
    if (record.line < header_line) continue;
    if (headers === null) {
      headers = readHeader(record);
      marks = headers.map(() => 0);
      // A blank line was chosen.
      header_line = record.line;
      continue;
    }
    const cells = cellsOf(record, headers);
    if (++total > runLinesMax) {
      const most = runLinesMax.toLocaleString('en-US');
      throw unreadable(`The file has more than ${most} lines, and an import can have ${most}.`);
    }
    noteOrders(cells, orders);
    marks = marks.map((count, index) => countMark(count, cells[index] ?? ''));
    if (samples.length < samplesMaxCount) samples.push(cells.map((cell) => cell.slice(0, sampleMaxLength)));
  }
  if (headers === null) {
    throw unreadable(
      settings.header_line ? `The file has no line ${settings.header_line}.` : 'The file is empty.',
    );
  }
  if (total === 0) throw unreadable('The file has no lines below the names of its columns.');
  const [date_order = null, contradiction] = orders.proven.size > 0 ? orders.proven : orders.likely;
  return {
    ...format,
    header_line,
    headers,
    samples,
    marks,
    total,
    date_order: contradiction ? null : date_order,
  };
}

function noteOrders(
  cells: readonly string[],
  { proven, likely }: Record<'proven' | 'likely', Set<DateOrder>>,
) {
  for (const cell of cells) {
    if (!cell.includes('/')) continue;
    const [sure, perhaps] = [provenOrder(cell), likelyOrder(cell)];
    if (sure) proven.add(sure);
    if (perhaps) likely.add(perhaps);
  }
}

function countMark(count: number | null, cell: string): number | null {
  const isMarked = count === null ? null : readMark(cell);
  return count === null || isMarked === null ? null : count + Number(isMarked);
}

/** With as many cells as the header. */
export async function* readLines(
  file: Spool,
  { headers, header_line, ...format }: FileFacts,
): AsyncGenerator<FileRecord> {
  let isBelow = false;
  for await (const record of readRecords(file, format)) {
    if (isBelow) yield { line: record.line, cells: cellsOf(record, headers) };
    isBelow ||= record.line >= header_line;
  }
}

/** Spreadsheets write too few or too many blank cells at the end of a line. */
function cellsOf({ line, cells }: FileRecord, headers: readonly string[]): string[] {
  if (cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
    throw unreadable(`Line ${line} has ${cells.length} cells, but the header has ${headers.length}.`);
  }
  return headers.map((_, index) => cells[index] ?? '');
}

export interface CsvOptions {
  about: FileSubject;
  settings: FormatSettings;
}

/** The first says what the whole file is, so that a file with a fault stores nothing. */
export type CsvPortion = { facts: FileFacts; sha256: string } | { lines: FileRecord[] };

/** The reader of imports, in a thread. @throws ApiError 400 with the line and the column of a fault */
export async function* readCsv(file: Spool, { about, settings }: CsvOptions): AsyncGenerator<CsvPortion> {
  const facts = await checkFile(file, settings, about);
  const hash = createHash('sha256');
  for await (const piece of piecesOf(file)) hash.update(piece);
  yield { facts, sha256: hash.digest('hex') };
  for await (const lines of portionsOf(readLines(file, facts))) yield { lines };
}

/** Each is stored in one transaction. */
async function* portionsOf(records: AsyncIterable<FileRecord>): AsyncGenerator<FileRecord[]> {
  let portion: FileRecord[] = [];
  let characters = 0;
  for await (const record of records) {
    const length = record.cells.reduce((sum, cell) => sum + cell.length, 0);
    if (portion.length === storedAtOnce || characters + length > charactersStoredAtOnce) {
      yield portion;
      portion = [];
      characters = 0;
    }
    portion.push(record);
    characters += length;
  }
  yield portion;
}
