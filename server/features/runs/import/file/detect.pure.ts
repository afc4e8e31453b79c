import { isUtf8 } from 'node:buffer';
import { type FileEncoding, type FileSeparator, fileSeparators } from '../../../../../contract/runs.ts';
import { type ApiError, invalid } from '../../../../platform/http/errors.ts';
import { piecesOf, type Spool } from '../../../../platform/spool.ts';

const saveAsCsv = 'In Excel choose File → Save as → CSV UTF-8.';

/** By their first bytes. */
const otherFiles: { starts: readonly string[]; holds?: RegExp; message: string }[] = [
  {
    starts: ['PK\x03\x04'],
    holds: /xl\/|\[Content_Types\]\.xml|opendocument\.spreadsheet/,
    message: `This is a spreadsheet, not a CSV file. Save each sheet as CSV. ${saveAsCsv}`,
  },
  {
    starts: ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'],
    message: `This is a spreadsheet, not a CSV file. Save each sheet as CSV. ${saveAsCsv}`,
  },
  { starts: ['%PDF-'], message: 'This is a PDF, not a CSV file. Export the data as CSV.' },
  {
    starts: ['PK\x03\x04', '\x1f\x8b', 'Rar!', "7z\xbc\xaf'\x1c"],
    message: 'This is an archive, not a CSV file. Unpack it, and choose the CSV file in it.',
  },
  {
    // Some programs give a web page the name of a spreadsheet.
    starts: ['<html', '<!doctype', '<table', '<?xml'],
    message: `This is a web page or XML, not a CSV file. If it opens in Excel, choose File → Save as → CSV UTF-8.`,
  },
];

/** Holds the names of the first files in an archive. */
const headBytes = 4096;

/** By how the file begins. @throws ApiError 400 that says how to convert it. */
export function refuseOtherFiles(first: Buffer): void {
  if (first.length === 0) throw unreadable('The file is empty.');
  const head = first.subarray(0, headBytes).toString('latin1');
  const start = head
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
    .toLowerCase();
  for (const { starts, holds, message } of otherFiles) {
    if (!starts.some((text) => start.startsWith(text.toLowerCase()))) continue;
    if (!holds || holds.test(head)) throw unreadable(message);
  }
  if (!hasMark(first) && isUtf16(head)) {
    throw unreadable(`The file is in a kind of UTF-16 that cannot be read. ${saveAsCsv}`);
  }
}

/** As Excel writes it for "Unicode Text". */
function hasMark(bytes: Buffer): boolean {
  return bytes[0] === 0xff && bytes[1] === 0xfe;
}

/** The byte order mark of the rare order, or every other byte of plain letters is zero. */
function isUtf16(head: string): boolean {
  if (head.startsWith('\xfe\xff')) return true;
  const zeros = [...head].filter((byte) => byte === '\0').length;
  return head.length >= 4 && zeros >= head.length * 0.4;
}

/**
 * UTF-8 when the whole file is valid, else Windows-1252, in which every file is valid: its accents are practically
 * never valid UTF-8. @throws ApiError 400 when the setting does not fit the file.
 */
export async function detectEncoding(
  file: Spool,
  first: Buffer,
  setting?: FileEncoding,
): Promise<FileEncoding> {
  if (hasMark(first)) return 'utf-16le';
  if (setting === 'utf-16le') throw unreadable('The file is not in UTF-16. Choose UTF-8 or Windows-1252.');
  if (setting === 'windows-1252') return setting;
  if (await isInUtf8(file)) return 'utf-8';
  if (setting === undefined) return 'windows-1252';
  throw unreadable(
    `Line ${firstInvalidLine(await file.read(0, file.size))} is not valid UTF-8. Choose Windows-1252.`,
  );
}

async function isInUtf8(file: Spool): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of piecesOf(file)) decoder.decode(piece, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

function firstInvalidLine(bytes: Buffer): number {
  let line = 1;
  for (let start = 0; start < bytes.length; line++) {
    const end = bytes.indexOf(0x0a, start);
    const stop = end === -1 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(start, stop))) return line;
    start = stop;
  }
  return line;
}

const sampleCharacters = 65_536;
const sampleRecords = 50;

/** Excel reads the separator from a first line 'sep=;'. */
export function namedSeparator(text: string): FileSeparator | null {
  const [, named] = /^\uFEFF?"?sep=(.)"?[\r\n]/i.exec(text) ?? [];
  return fileSeparators.find((separator) => separator === named) ?? null;
}

/** The separator that gives the most lines as many cells as the header; of two, the one with more cells. */
export function detectSeparator(text: string): FileSeparator {
  let best: { separator: FileSeparator; score: number } = { separator: ',', score: 0 };
  for (const separator of fileSeparators) {
    const counts = cellCounts(text.slice(0, sampleCharacters), separator);
    // Titles above the header have one cell.
    const above = counts.findIndex((cells) => cells > 1);
    const [header = 1, ...others] = counts.slice(Math.max(0, above));
    if (header < 2) continue;
    // A line may lack cells at its end; one with more cells than the header does not fit.
    const fitting = others.filter((cells) => cells === header).length;
    const short = others.filter((cells) => cells < header && cells > 1).length;
    const share = counts.length === 1 ? 1 : (fitting + short / 2) / (counts.length - 1);
    const score = 1 + share * 1000 + Math.min(header, 200) / 1000;
    if (score > best.score) best = { separator, score };
  }
  return best.separator;
}

/** A quote at the start of a cell opens a quoted part, which ends at the next quote that is not doubled. */
function cellCounts(text: string, separator: string): number[] {
  const counts: number[] = [];
  let cells = 1;
  let isQuoted = false;
  let startsCell = true;
  let isBlank = true;
  for (const character of text) {
    if (isQuoted || (startsCell && character === '"')) {
      // A doubled quote closes the quoted part and opens it again.
      if (character === '"') isQuoted = !isQuoted;
      startsCell = character === '"';
      isBlank = false;
    } else if (character === '\n' || character === '\r') {
      if (!isBlank) counts.push(cells);
      if (counts.length === sampleRecords) return counts;
      [cells, startsCell, isBlank] = [1, true, true];
    } else {
      startsCell = character === separator;
      if (startsCell) cells++;
      isBlank = false;
    }
  }
  // The last line of a longer text may be cut off.
  if (!isBlank && (text.length < sampleCharacters || counts.length === 0)) counts.push(cells);
  return counts;
}

/** Nothing is stored. */
export function unreadable(message: string): ApiError {
  return invalid({ path: 'file', message });
}
