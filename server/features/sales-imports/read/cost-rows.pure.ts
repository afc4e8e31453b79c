import {
  closeNameMaxLength,
  type SalesColumn,
  type SalesImportOptions,
} from '../../../../contract/sales-imports.ts';
import { readDate, readNumber } from './cells.pure.ts';
import { type LeftOut, type LocationOf, type Row, totalIn } from './close-rows.pure.ts';

export interface CostRow {
  /** Null for all locations. */
  location_id: string | null;
  grade: string;
  from_date: string;
  /** Ten-thousandths of a dollar. */
  cost: number;
  /** Of the file. */
  lines: number[];
}

/** A hundred dollars. */
const costMax = 1_000_000;

/** A row that cannot be read is left out, with a sentence that names its cell. */
export function createCostReader(
  headers: readonly string[],
  { mapping }: SalesImportOptions,
  locationOf: LocationOf,
  gradeOf: (text: string) => string,
) {
  const indexOf = (is: SalesColumn) => mapping.findIndex((one) => one?.is === is);
  const at = {
    location: indexOf('location'),
    grade: indexOf('grade'),
    from: indexOf('from_date'),
    cost: indexOf('cost'),
  };
  const rows = new Map<string, CostRow>();
  const left_out: LeftOut[] = [];

  /** Why a row is left out; null for one that is read. */
  function read({ line, cells }: Row): string | null {
    const textOf = (index: number) => (cells[index] ?? '').trim().replace(/\s+/g, ' ');
    const [place, grade] = [textOf(at.location), gradeOf(textOf(at.grade))];
    if (totalIn([cells[0], grade]) !== undefined) return 'A total of other rows.';
    const found = /^(all( locations| stores| sites)?|\*|)$/i.test(place) ? { id: null } : locationOf(place);
    if ('fault' in found) return found.fault;
    const from = readDate(textOf(at.from));
    const cost = readNumber(textOf(at.cost), 4, costMax);
    if ('fault' in from) return `${headers[at.from]}: ${from.fault}`;
    if ('fault' in cost) return `${headers[at.cost]}: ${cost.fault}`;
    const blank = grade === '' ? at.grade : from.value === null ? at.from : at.cost;
    if (grade === '' || from.value === null || cost.value === null)
      return `${headers[blank]}: The cell is blank.`;
    if (grade.length > closeNameMaxLength) return `${headers[at.grade]}: The name is too long.`;
    const key = JSON.stringify([found.id, grade, from.value]);
    const row: CostRow = { location_id: found.id, grade, from_date: from.value, cost: cost.value, lines: [] };
    const known = rows.get(key) ?? row;
    rows.set(key, known);
    if (known.cost !== row.cost)
      return `Another cost of the same grade and date is in line ${known.lines[0]}.`;
    known.lines.push(line);
    return null;
  }

  function add(row: Row): void {
    const why = read(row);
    if (why !== null) left_out.push({ line: row.line, text: why });
  }

  return { add, size: () => rows.size, result: () => ({ items: [...rows.values()], left_out }) };
}

/** What a choice of columns lacks, as a sentence. */
export function whyNoCosts({ mapping }: SalesImportOptions, headers: readonly string[]): string | null {
  if (mapping.length !== headers.length)
    return `The file has ${headers.length} columns, but ${mapping.length} were chosen.`;
  const count = (is: SalesColumn) => mapping.filter((one) => one?.is === is).length;
  if (count('grade') !== 1) return 'Choose one column with the grade.';
  if (count('from_date') !== 1) return 'Choose one column with the date from which a cost applies.';
  if (count('cost') !== 1) return 'Choose one column with the cost per gallon.';
  return count('location') > 1 ? 'Choose one column with the location.' : null;
}
