import { emailKey } from '../../../../contract/fields/email-key.ts';
import { recordMaxLength } from '../../../../contract/fields/limits.ts';
import {
  type ImportColumn,
  isMarkColumn,
  labelOf,
  type UserColumn,
} from '../../../../contract/files/import-columns.ts';
import { numberKey, phoneDigits, wordKey } from '../../../../contract/lists/search-key.ts';
import { withoutGuard } from '../../../platform/csv.ts';
import { nameSeparator, namesIn } from './cells/catalog.pure.ts';
import { quote, statusOf } from './cells/cell-values.pure.ts';
import type { Reading } from './cells/cells.pure.ts';
import { readEmail } from './cells/email-cell.pure.ts';
import { isNothing, onOneLine, readMark } from './cells/plain-cell.pure.ts';

export interface LineOfUser {
  line: number;
  cells: readonly string[];
}

type Join = Pick<Reading, 'headers' | 'meanings'> & { options: Pick<Reading['options'], 'mapping'> };

/** 'Phone is '555-0100' in line 2 and '555-0199' in line 3', for each column that may have one value only. */
export function differencesOf(lines: readonly LineOfUser[], reading: Join): string[] {
  return reading.options.mapping.flatMap((column, index) => {
    if (column === null || isAdded(column)) return [];
    const filled = lines.flatMap(({ line, cells }) => {
      const text = plain(cells[index]);
      return text === '' ? [] : { line, text, key: keyOf(column as UserColumn, index, text, reading) };
    });
    const [first] = filled;
    const other = filled.find(({ key }) => key !== first?.key);
    if (!first || !other) return [];
    const label = labelOf('users', column);
    return `${label} is ${quote(first.text)} in line ${first.line} and ${quote(other.text)} in line ${other.line}`;
  });
}

/** What all lines say together: locations and districts are added up. Null when that is too long. */
export function joinCells(
  lines: readonly LineOfUser[],
  { options: { mapping } }: Pick<Join, 'options'>,
): string[] | null {
  const [first] = lines;
  const joined = (first?.cells ?? []).map((cell, index) => {
    const column = mapping[index] ?? null;
    const all = lines.map(({ cells }) => cells[index] ?? '');
    if (column === null) return cell;
    if (isMarkColumn(column)) return all.find((one) => readMark(withoutGuard(one)) !== false) ?? '';
    if (!isAdded(column)) return all.find((one) => plain(one) !== '') ?? cell;
    const names = all.flatMap((one) => (plain(one) === '' ? [] : namesIn(withoutGuard(one))));
    return [...new Set(names)].join(`${nameSeparator} `);
  });
  return joined.reduce((length, cell) => length + cell.length, 0) > recordMaxLength ? null : joined;
}

/** Columns in which lines of one user add to each other. */
function isAdded(column: ImportColumn): boolean {
  return column === 'locations' || column === 'districts' || isMarkColumn(column);
}

function plain(cell = ''): string {
  const text = onOneLine(withoutGuard(cell).trim());
  return isNothing(text, true) ? '' : text;
}

/** Two spellings of one value are equal. */
function keyOf(column: UserColumn, index: number, text: string, { headers, meanings }: Join): string {
  const meant = meanings(column, text) ?? text;
  switch (column) {
    case 'email': {
      const read = readEmail(meant);
      return 'value' in read ? emailKey(read.value) : wordKey(meant);
    }
    case 'phone':
      return phoneDigits(meant) ?? wordKey(meant);
    case 'employee_number':
      return numberKey(meant) ?? '';
    case 'status':
      return String(statusOf(meant, headers[index] ?? '') ?? wordKey(meant));
    default:
      return wordKey(meant);
  }
}
