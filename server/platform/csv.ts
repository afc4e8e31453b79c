import { stringify } from 'csv-stringify/sync';

type Cell = string | null;

/**
 * Rows as RFC 4180 has them, with CRLF. A text that a spreadsheet would take for a formula gets an apostrophe
 * in front: an export opened in one must not run what somebody typed into a name.
 */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  const disarmed = rows.map((row) => row.map((cell) => cell?.replace(innerFormula, "$1'") ?? null));
  return stringify(disarmed, {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}

/**
 * Where a spreadsheet may begin a cell in the middle of ours: many, from Excel in German to a paste, separate by
 * semicolons or tabs, and then quotes that do not begin a row mean nothing to them.
 */
const innerFormula = /([;\t\r\n]\s*)(?=[=+\-@＝＋－＠])/g;

/** The first row, after the mark by which spreadsheets recognise UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvRows([columns])}`;
}
