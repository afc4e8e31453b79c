import { stringify } from 'csv-stringify/sync';

type Cell = string | null;

/**
 * Rows as RFC 4180 has them, with CRLF. A text that a spreadsheet would take for a formula gets an apostrophe
 * in front, wherever a spreadsheet may begin a cell: an export opened in one must not run what somebody typed
 * into a name. It holds for spreadsheets that separate by comma, semicolon or tab.
 */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  const guarded = rows.map((row) => row.map((cell) => cell?.replace(cellStart, guard) ?? null));
  return stringify(guarded, {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}

/**
 * Everything that may stand before the first sign of a cell, and that sign if it begins a formula. Quotes are part of
 * it: to a spreadsheet that separates by semicolons (Excel in German) a cell of ours that holds one ends there, and
 * the quotes behind it open a cell instead of standing in one. A run is matched whole, so the time stays linear.
 */
const cellStart = /([\s;"]+|^)([=+\-@＝＋－＠]?)/g;

function guard(found: string, before: string, sign: string, at: number): string {
  const startsCell = at === 0 || /[;\t\r\n]/.test(before);
  return sign && startsCell ? `${before}'${sign}` : found;
}

/** The first row, after the mark by which spreadsheets recognise UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvRows([columns])}`;
}
