import { fileColumnsMax, headerMaxLength } from '../../../../../contract/fields/limits.ts';
import type { RunSubject } from '../../../../../contract/runs.ts';
import { mapHeaders } from './map-headers.pure.ts';
import type { FileRecord } from './records.pure.ts';

/** A report has a title, a date and a filter or two above the header. */
const headerMaxLines = 20;
/** Fewer known names may be an accident. */
const knownMin = 2;
/** A title, or a date next to its label. */
const titleCells = 2;

/**
 * The first line, unless a later one has names that imports know, or the first ones have fewer cells than the others.
 */
export async function findHeader(about: RunSubject, records: AsyncIterable<FileRecord>): Promise<number> {
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

function countKnown(about: RunSubject, cells: readonly string[]): number {
  const names = cells.slice(0, fileColumnsMax).map((cell) => (cell.length > headerMaxLength ? '' : cell));
  return mapHeaders(about, names).filter((column) => column !== null).length;
}
