/** Those of spreadsheets, and of other programs. */
const breaks = /[\n\r\v\f\u0085\u2028\u2029]+/;

/** Blanks for the line breaks that a spreadsheet has in its cells. */
export function onOneLine(cell: string): string {
  if (!breaks.test(cell)) return cell;
  return cell
    .split(breaks)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ');
}

const longestNothing = 10;
const nothingSigns = /^(?:[-–—.?]{1,4}|#?n\/a|n\.\s?a\.?|#null!?)$/i;
const nothingWords = /^\(?(?:none|null|nil|blank|empty|ninguno|ninguna|keine|keiner|aucun|aucune)\)?$/i;

/** 'N/A', '-'. Words may be a name: somebody is called Null. */
export function isNothing(cell: string, isName = false): boolean {
  if (cell.length > longestNothing) return false;
  return nothingSigns.test(cell) || (!isName && nothingWords.test(cell));
}

const longestNumber = 40;

/** '6.03556E+09', of which the last digits are lost. */
export function isShortened(cell: string): boolean {
  return cell.length <= longestNumber && /^[+-]?\d(?:[.,]\d+)?E\+\d{2,3}$/i.test(cell);
}

/** Whether an X is in a cell that has nothing else. Null for another word. */
export function readMark(cell: string): boolean | null {
  const key = cell.trim().toLowerCase();
  if (key.length > longestNothing) return null;
  if (marked.has(key)) return true;
  return key === '' || unmarked.has(key) || isNothing(key) ? false : null;
}

const marked = new Set([
  'x',
  '✓',
  '✔',
  '☑',
  '✅',
  '•',
  '●',
  '*',
  'y',
  'yes',
  '1',
  'true',
  'ja',
  'j',
  'sí',
  'si',
  'oui',
]);
const unmarked = new Set(['n', 'no', '0', 'false', 'nein', 'non', '☐', '○']);
