import { stringify } from 'csv-stringify/sync';

type Cell = string | null;

/**
 * Formats rows as CSV (RFC 4180, CRLF). A cell that a spreadsheet would run as a formula gets an apostrophe in front,
 * so that opening an export cannot run text that somebody typed into a name. This works for spreadsheets that
 * separate cells by comma, semicolon or tab. `withoutGuard` removes it again.
 */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  const guarded = rows.map((row) => row.map((cell) => cell && withGuard(cell)));
  return stringify(guarded, { record_delimiter: '\r\n', quote_record_delimiter: true });
}

function withGuard(cell: string): string {
  return cell.replace(cellStart, guard).replace(/^'*[\t\r]/, "'$&");
}

/** Restores the cell that `csvRows` was given from the cell that it wrote. */
export function withoutGuard(cell: string): string {
  return cell.replace(/^'(?='*[\t\r])/, '').replace(cellStart, unguard);
}

/**
 * Matches the start of a cell with the sign of a formula. Semicolons and quotes inside our cells count too, because a
 * spreadsheet that separates by semicolons (Excel in German) ends the cell there. A run of these characters is
 * matched as a whole, so the time stays linear. Existing apostrophes get one more, so that `withoutGuard` can remove
 * it.
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

/** The header row, after the byte order mark by which spreadsheets recognize UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvRows([columns])}`;
}
