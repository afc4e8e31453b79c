import { runLinesMax } from '../../../../../contract/fields/limits.ts';
import type { FileEncoding, FileSeparator } from '../../../../../contract/runs.ts';
import { detectEncoding, detectSeparator, refuseOtherFiles } from './detect.ts';
import { readHeader } from './header.ts';
import { type FileRecord, type Format, readRecords } from './records.ts';
import { unreadable } from './unreadable.ts';

export interface FileFacts extends Format {
  headers: string[];
  /** Cells of the first lines, shortened. */
  samples: string[][];
  total: number;
}

/** The user's settings for the file; detected when they are left out. */
export interface AskedFormat {
  encoding?: FileEncoding | undefined;
  separator?: FileSeparator | undefined;
}

const samplesMaxCount = 3;
const sampleMaxLength = 80;
const headBytes = 65_536;

/**
 * Reads the whole file and stores nothing, so that a fault in its last line leaves nothing behind.
 * @throws ApiError 400 with a sentence about the fault.
 */
export async function checkFile(bytes: Buffer, asked: AskedFormat): Promise<FileFacts> {
  refuseOtherFiles(bytes);
  const encoding = detectEncoding(bytes, asked.encoding);
  const head = new TextDecoder(encoding).decode(bytes.subarray(0, headBytes));
  const format = { encoding, separator: asked.separator ?? detectSeparator(head) };
  let headers: string[] | null = null;
  const samples: string[][] = [];
  let total = 0;
  for await (const record of readRecords(bytes, format)) {
    if (headers === null) {
      headers = readHeader(record.cells);
      continue;
    }
    const cells = cellsOf(record, headers);
    if (++total > runLinesMax) {
      const most = runLinesMax.toLocaleString('en-US');
      throw unreadable(`The file has more than ${most} lines, and an import can have ${most}.`);
    }
    if (samples.length < samplesMaxCount) samples.push(cells.map((cell) => cell.slice(0, sampleMaxLength)));
  }
  if (headers === null) throw unreadable('The file is empty.');
  if (total === 0) throw unreadable('The file has no lines below the names of its columns.');
  return { ...format, headers, samples, total };
}

/** The lines below the header, with as many cells as the header. */
export async function* readLines(
  bytes: Buffer,
  { headers, ...format }: FileFacts,
): AsyncGenerator<FileRecord> {
  let isHeader = true;
  for await (const record of readRecords(bytes, format)) {
    if (!isHeader) yield { line: record.line, cells: cellsOf(record, headers) };
    isHeader = false;
  }
}

/** Blank cells at the end of a line may be missing or too many, because spreadsheets write both. */
function cellsOf({ line, cells }: FileRecord, headers: readonly string[]): string[] {
  if (cells.slice(headers.length).some((cell) => cell.trim() !== '')) {
    throw unreadable(`Line ${line} has ${cells.length} cells, but the header has ${headers.length}.`);
  }
  return headers.map((_, index) => cells[index] ?? '');
}
