import { stringify } from 'csv-stringify/sync';

type Cell = string | null;

/**
 * Formats rows as CSV (RFC 4180, CRLF). A cell that a spreadsheet would run as a formula gets an apostrophe in front,
 * so that opening an export cannot run what somebody typed into a name. This works for spreadsheets that separate
 * cells by comma, semicolon or tab.
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
 * Matches the start of a cell with the sign of a formula. Semicolons and quotes inside our cells count too, because a
 * spreadsheet that separates by semicolons (Excel in German) ends the cell there. A run of these characters is
 * matched as a whole, so the time stays linear.
 */
const cellStart = /([\s;"]+|^)([=+\-@＝＋－＠]?)/g;

function guard(found: string, before: string, sign: string, at: number): string {
  const startsCell = at === 0 || /[;\t\r\n]/.test(before);
  return sign && startsCell ? `${before}'${sign}` : found;
}

/** The header row, after the byte order mark by which spreadsheets recognize UTF-8. */
export function csvHead(columns: readonly string[]): string {
  return `\uFEFF${csvRows([columns])}`;
}
