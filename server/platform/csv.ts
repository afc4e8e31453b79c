import { stringify } from 'csv-stringify/sync';

type Cell = string | null;

/**
 * RFC 4180, CRLF. A cell that a spreadsheet would run as a formula gets an apostrophe in front, so that no name runs as
 * one. `withoutGuard` removes it again.
 */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  const guarded = rows.map((row) => row.map((cell) => cell && withGuard(cell)));
  return stringify(guarded, { record_delimiter: '\r\n', quote_record_delimiter: true });
}

/** A negative amount runs as nothing, and a sum leaves out what is text. */
const plainNumber = /^-\d+(\.\d+)?$/;

function withGuard(cell: string): string {
  if (plainNumber.test(cell)) return cell;
  return cell.replace(cellStart, guard).replace(/^'*[\t\r]/, "'$&");
}

/** Gives back the cell that `csvRows` got. */
export function withoutGuard(cell: string): string {
  return cell.replace(/^'(?='*[\t\r])/, '').replace(cellStart, unguard);
}

/**
 * A sign that starts a formula. Semicolons and quotes inside a cell count too: Excel in German ends the cell there. A
 * run is matched as a whole, so the time stays linear. Existing apostrophes get one more for `withoutGuard`.
 */
const cellStart = /([\s;"]+|^)('*)([=+\-@＝＋－＠]?)/g;

function guard(found: string, before: string, apostrophes: string, sign: string, at: number): string {
  return sign && startsCell(before, at) ? `${before}'${apostrophes}${sign}` : found;
}

function unguard(found: string, before: string, apostrophes: string, sign: string, at: number): string {
  return sign && startsCell(before, at) ? `${before}${apostrophes.slice(1)}${sign}` : found;
}

function startsCell(before: string, at: number): boolean {
  return at === 0 || /[;\t\r\n]/.test(before);
}

/** Spreadsheets recognize UTF-8 by the byte order mark. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvRows([columns])}`;
}
