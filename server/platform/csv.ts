import { stringify } from 'csv-stringify/sync';

type Cell = string | null;

/**
 * Rows as RFC 4180 has them, with CRLF. A text that a spreadsheet would take for a formula gets an apostrophe
 * in front: an export opened in one must not run what somebody typed into a name.
 */
export function csvRows(rows: readonly (readonly Cell[])[]): string {
  return stringify(rows as Cell[][], {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    escape_formulas: true,
  });
}

/** The first row, after the mark by which spreadsheets recognise UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvRows([columns])}`;
}
