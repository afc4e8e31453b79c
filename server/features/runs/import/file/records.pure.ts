import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import {
  blankLinesMax,
  cellMaxLength,
  cellsMaxCount,
  recordMaxLength,
} from '../../../../../contract/fields/limits.ts';
import type { FileEncoding, FileSeparator } from '../../../../../contract/runs.ts';
import type { ApiError } from '../../../../kernel/errors.ts';
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
export async function* readRecords(
  bytes: Buffer,
  { encoding, separator }: Format,
): AsyncGenerator<FileRecord> {
  let line = 1;
  /** All characters that the parser got, and those of complete lines. */
  const fed = { all: 0, inLines: 0 };
  const parser = parse({
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // Counted here, because an error comes before the records that were read ahead.
    on_record: (cells) => {
      const first = String(line);
      fed.inLines = fed.all;
      if (cells.length > cellsMaxCount) throw tooManyCells(line);
      if (line > blankLinesMax) throw tooManyLines();
      line += 1 + cells.reduce((breaks, cell) => breaks + (cell.match(/\r\n|\r|\n/g)?.length ?? 0), 0);
      return [first, ...cells];
    },
  });
  function* text(): Generator<string> {
    for (const piece of pieces(bytes, encoding)) {
      if (fed.all - fed.inLines > recordMaxLength) throw tooLong(line);
      fed.all += piece.length;
      yield piece;
    }
  }
  // One piece at a time: with more of them ahead of the parser, a long line would be noticed late.
  const records = pipeline(Readable.from(text(), { highWaterMark: 1 }), parser, () => {});
  try {
    for await (const [first, ...cells] of records as AsyncIterable<string[]>) {
      if (cells.every((cell) => cell.trim() === '')) continue;
      const record = { line: Number(first), cells };
      refuseCells(record);
      yield record;
    }
  } catch (error) {
    throw error instanceof CsvError ? unreadable(sentenceOf(error, line)) : error;
  }
}

function* pieces(bytes: Buffer, encoding: FileEncoding): Generator<string> {
  // The decoder removes a byte order mark.
  const decoder = new TextDecoder(encoding);
  for (let at = 0; at < bytes.length; at += pieceBytes) {
    yield decoder.decode(bytes.subarray(at, at + pieceBytes), { stream: true });
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

function refuseCells({ line, cells }: FileRecord): void {
  for (const [index, cell] of cells.entries()) {
    const place = `Line ${line}, column ${index + 1}`;
    if (cell.length > cellMaxLength) {
      const found = cell.length.toLocaleString('en-US');
      const most = cellMaxLength.toLocaleString('en-US');
      throw unreadable(`${place} has ${found} characters. A cell can have ${most}.`);
    }
    if (cell.includes('\0')) {
      throw unreadable(`${place} contains a NUL character. This may not be a CSV file.`);
    }
  }
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
