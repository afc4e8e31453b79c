import { CsvError, parse } from 'csv-parse';
import {
  blankLinesMax,
  cellMaxLength,
  cellsMaxCount,
  recordMaxLength,
} from '../../../../../contract/fields/limits.ts';
import type { FileEncoding, FileSeparator } from '../../../../../contract/runs.ts';
import type { ApiError } from '../../../../platform/http/errors.ts';
import type { Spool } from '../../../../platform/spool.ts';
import { unreadable } from './detect.pure.ts';

/** Not blank. With line breaks inside a cell, `line` is the first. */
export interface FileRecord {
  line: number;
  cells: string[];
}

export interface Format {
  encoding: FileEncoding;
  separator: FileSeparator;
}

/** Small, because the lines of one piece are in memory together. */
const pieceBytes = 16_384;

/**
 * A line that is too long is refused before its end is read and takes memory. @throws ApiError 400 with line and
 * column.
 */
export async function* readRecords(file: Spool, { encoding, separator }: Format): AsyncGenerator<FileRecord> {
  let line = 1;
  /** All characters that the parser got, and those of complete lines. */
  const fed = { all: 0, inLines: 0 };
  const found: FileRecord[] = [];
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // They are taken from here, because the stream would need longer for each of them than the parser.
    on_record: (cells: string[]) => {
      fed.inLines = fed.all;
      if (cells.length > cellsMaxCount) throw tooManyCells(line);
      if (line > blankLinesMax) throw tooManyLines();
      if (cells.some((cell) => cell.trim() !== '')) found.push({ line, cells });
      line += 1 + cells.reduce((breaks, cell) => breaks + countBreaks(cell), 0);
      // For each line with other cells than the first one, the parser would make an error with its stack.
      Object.assign(parser.info, { records: 0 });
      return null;
    },
  });
  // The calls below get it as well.
  parser.on('error', () => {});
  const read = (piece: string | null) =>
    new Promise<FileRecord[]>((resolve, reject) => {
      const done = (error?: Error | null) => (error ? reject(error) : resolve(found.splice(0)));
      if (piece === null) parser.end(done);
      else parser.write(piece, done);
    });
  try {
    for await (const piece of pieces(file, encoding)) {
      if (fed.all - fed.inLines > recordMaxLength) throw tooLong(line);
      fed.all += piece.length;
      for (const record of await read(piece)) yield refuseCells(record);
    }
    for (const record of await read(null)) yield refuseCells(record);
  } catch (error) {
    throw error instanceof CsvError ? unreadable(sentenceOf(error, line)) : error;
  }
}

/** The line breaks in a cell. */
function countBreaks(cell: string): number {
  if (!cell.includes('\n') && !cell.includes('\r')) return 0;
  return cell.match(/\r\n|\r|\n/g)?.length ?? 0;
}

async function* pieces(file: Spool, encoding: FileEncoding): AsyncGenerator<string> {
  // The decoder removes a byte order mark.
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < file.size; at += pieceBytes) {
    yield decoder.decode(await file.read(at, pieceBytes), { stream: true });
  }
  yield decoder.decode();
}

function tooLong(line: number): ApiError {
  const most = recordMaxLength.toLocaleString('en-US');
  return unreadable(
    `Line ${line} does not end within ${most} characters. A quote that is never closed may be the cause.`,
  );
}

function tooManyCells(line: number): ApiError {
  return unreadable(`Line ${line} has more than ${cellsMaxCount.toLocaleString('en-US')} cells.`);
}

function tooManyLines(): ApiError {
  return unreadable(`The file has more than ${blankLinesMax.toLocaleString('en-US')} lines.`);
}

function refuseCells(record: FileRecord): FileRecord {
  const { line, cells } = record;
  const placeOf = (cell: string) => `Line ${line}, column ${cells.indexOf(cell) + 1}`;
  for (const cell of cells) {
    if (cell.length > cellMaxLength) {
      const found = cell.length.toLocaleString('en-US');
      const most = cellMaxLength.toLocaleString('en-US');
      throw unreadable(`${placeOf(cell)} has ${found} characters. A cell can have ${most}.`);
    }
    if (cell.includes('\0')) {
      throw unreadable(`${placeOf(cell)} contains a NUL character. This may not be a CSV file.`);
    }
  }
  return record;
}

/** An unclosed quote swallows all following lines, so `line` is where the record starts. */
function sentenceOf(error: CsvError, line: number): string {
  const column = typeof error.column === 'number' ? error.column + 1 : 1;
  switch (error.code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return `The quote that opens in line ${line}, column ${column} is never closed.`;
    case 'CSV_INVALID_CLOSING_QUOTE':
      return `The quote that opens in line ${line}, column ${column} does not close at the end of its cell. Write a quote inside a cell twice.`;
    case 'INVALID_OPENING_QUOTE':
      return `Line ${line}, column ${column} has a quote inside the cell. Put the whole cell in quotes, and write that quote twice.`;
    default:
      return `Line ${line} cannot be read as CSV.`;
  }
}
