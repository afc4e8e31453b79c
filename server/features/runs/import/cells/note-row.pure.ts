import { fold } from '../../../../../contract/lists/search-key.ts';

/** A row that has data has more cells. */
const cellsMax = 3;
const noteMaxLength = 200;

const totals =
  /^((grand |sub ?)?totals?|sum|count|(record|row|employee|user|location|store|site) count|number of \w+)\b|^\d+ (records?|rows?|employees?|users?|people|locations?|stores?|sites?)\b/;
const notes =
  /^(end of (report|file|list|export)|(report |file )?(generated|printed|exported|created|run) (on|by|at|from|date)|report (date|run)|page \d+|confidential)\b/;

/** Reports put a total and a note below the list. Null for a line of the list. */
export function describeNote(cells: readonly string[]): string | null {
  const filled = cells.filter((cell) => cell.trim() !== '');
  const [first = ''] = filled;
  if (filled.length === 0 || filled.length > cellsMax || filled.some(hasData)) return null;
  const text = fold(first.slice(0, noteMaxLength)).trim();
  if (totals.test(text)) return 'This is the total below the list, so it is left out.';
  return notes.test(text) ? 'This is a note about the list, so it is left out.' : null;
}

function hasData(cell: string): boolean {
  return cell.includes('@') || cell.length > noteMaxLength;
}
