import { type closeColumns, namedColumns } from '../../../../contract/files/sales-columns.ts';
import { fold } from '../../../../contract/lists/search-key.ts';
import type { ColumnMeaning, SalesColumn, SalesImportOptions } from '../../../../contract/sales-imports.ts';
import { closeNameMaxLength } from '../../../../contract/sales-imports.ts';
import type { CloseDay } from '../../registers/close/close-day.pure.ts';
import { figureMax } from '../../registers/read/limits.pure.ts';
import { type Cell, quote, readDate, readNumber } from './cells.pure.ts';
import { addAmount, addTender } from './close-sums.pure.ts';

export interface Row {
  line: number;
  cells: readonly string[];
}

export interface LeftOut {
  line: number;
  text: string;
}

export type LocationOf = (cell: string) => { id: string } | { fault: string };

export interface ReadDay {
  location_id: string;
  business_date: string;
  close: CloseDay;
  /** Sentences that name cells: the day is refused. */
  faults: string[];
  /** Of the file. */
  lines: number[];
  /** Columns that are blank in some of its rows, and how many those are. */
  blanks: Map<string, number>;
  is_shift: boolean;
}

const faultsMax = 3;
/** Departments, grades and payments of a day. */
const partsMax = 1000;
const places: { [K in SalesColumn]?: number } = { gallons: 3, gallons_of_grade: 3, sales: 0 };
const totalNames = /^((grand|sub|report|store|site|day|month|week)[ -]?)?(totals?|sum)\b/;

/** A row that adds up others says so where they have a name. */
export function totalIn(cells: readonly (string | undefined)[]): string | undefined {
  return cells.find((cell) => cell !== undefined && totalNames.test(fold(cell.trim().slice(0, 60))));
}

type Column = ColumnMeaning & { index: number };

/** Rows to days: all of a location and date are added up. A blank cell is unknown and adds nothing. */
export function createCloseReader(
  headers: readonly string[],
  options: SalesImportOptions,
  locationOf: LocationOf,
  gradeOf: (text: string) => string,
) {
  const gradeIn = ({ is, name = '' }: ColumnMeaning) =>
    is === 'of_grade' || is === 'gallons_of_grade' ? { name: gradeOf(name) } : {};
  const columns = options.mapping.flatMap((meaning, index): Column[] =>
    meaning && meaning.is !== 'total' ? [{ ...meaning, ...gradeIn(meaning), index }] : [],
  );
  const indexOf = (is: keyof typeof closeColumns) => columns.find((column) => column.is === is)?.index ?? -1;
  const at = {
    date: indexOf('date'),
    location: indexOf('location'),
    department: indexOf('department'),
    grade: indexOf('grade'),
    tender: indexOf('tender'),
  };
  const sign = options.over_short === 'short' ? -1 : 1;
  const amounts = columns.filter(({ index }) => !Object.values(at).includes(index));
  const days = new Map<string, ReadDay>();
  const left_out: LeftOut[] = [];

  /** Why a row is left out; null for one that is read. */
  function read({ line, cells }: Row): string | null {
    const { date, location, department, grade } = at;
    const total = totalIn([cells[0], cells[date], cells[location], cells[department], cells[grade]]);
    if (total !== undefined) return `A total of other rows: ${quote(total)}.`;
    const day = readDate(cells[date] ?? '');
    if ('fault' in day) return `${headers[date]}: ${day.fault}`;
    if (day.value === null) return `${headers[date]}: The cell is blank.`;
    const found =
      location === -1 ? { id: options.location_id ?? '' } : locationOf((cells[location] ?? '').trim());
    if ('fault' in found) return found.fault;
    addTo(dayOf(found.id, day.value), { line, cells });
    return null;
  }

  function dayOf(location_id: string, business_date: string): ReadDay {
    const key = `${location_id} ${business_date}`;
    const known = days.get(key);
    if (known) return known;
    const made: ReadDay = {
      ...{ location_id, business_date, lines: [], faults: [], blanks: new Map() },
      close: { fuel: [], departments: [], tax: null, sales: null, tenders: [], values: [] },
      is_shift: options.row === 'shift',
    };
    days.set(key, made);
    return made;
  }

  function addTo(day: ReadDay, { line, cells }: Row): void {
    const fault = (text: string) => {
      if (day.faults.length < faultsMax) day.faults.push(`Line ${line}${text}`);
    };
    if (options.row === 'day' && day.lines.length > 0)
      fault(` is of the same location and date as line ${day.lines[0]}. Are the rows shifts?`);
    day.lines.push(line);
    const { departments, fuel, tenders } = day.close;
    if (departments.length + fuel.length + tenders.length > partsMax) {
      fault(' is of a day with too many departments, grades and payments.');
      return;
    }
    const nameOf = (index: number) => {
      const name = (cells[index] ?? '').trim().replace(/\s+/g, ' ');
      if (name.length > closeNameMaxLength)
        fault(`, ${headers[index]}: ${quote(name)} is too long for a name.`);
      return name.slice(0, closeNameMaxLength);
    };
    const names = { grade: gradeOf(nameOf(at.grade)), department: nameOf(at.department) };
    let paid = 0;
    for (const column of amounts) {
      const cell: Cell<number> = readNumber(cells[column.index] ?? '', places[column.is] ?? 2, figureMax);
      const header = headers[column.index] ?? '';
      if ('fault' in cell) fault(`, ${header}: ${cell.fault}`);
      else if (cell.value === null) day.blanks.set(header, (day.blanks.get(header) ?? 0) + 1);
      else {
        addAmount(day.close, column, cell.value, { ...names, sign });
        if (column.is === 'fuel' || column.is === 'merchandise') paid += cell.value;
      }
    }
    const tender = nameOf(at.tender);
    if (tender !== '') addTender(day.close, tender, paid, 1);
  }

  return {
    add(row: Row): void {
      const why = read(row);
      if (why !== null) left_out.push({ line: row.line, text: why });
    },
    /** How many there are so far. */
    size: () => days.size,
    result(): { items: ReadDay[]; left_out: LeftOut[] } {
      for (const { close, faults, lines } of days.values())
        if (faults.length === 0 && saysNothing(close)) faults.push(`Line ${lines[0]} has no amount.`);
      return { items: [...days.values()], left_out };
    },
  };
}

/** Rows that are prepared for days to come close none. */
function saysNothing({ fuel, departments, tenders, values, tax, sales }: CloseDay): boolean {
  const lists = [fuel, departments, tenders, values];
  return lists.every((list) => list.length === 0) && tax === null && sales === null;
}

/** What a choice of columns lacks, as a sentence; null when the file can be read so. */
export function whyNotReadable(options: SalesImportOptions, headers: readonly string[]): string | null {
  const { mapping, row, location_id, over_short } = options;
  if (mapping.length !== headers.length)
    return `The file has ${headers.length} columns, but ${mapping.length} were chosen.`;
  const used = mapping.filter((one) => one !== null);
  const count = (is: SalesColumn) => used.filter((one) => one.is === is).length;
  const once = (['date', 'location', 'department', 'grade', 'tender'] as const).find((is) => count(is) > 1);
  if (once) return `Two columns are read as the ${once}. Leave one of them out.`;
  if (row === undefined) return 'Say what a row of the file is.';
  if (count('date') === 0) return 'Choose the column with the date.';
  if (count('location') === 0 && location_id === undefined)
    return 'Choose the column with the location, or the location of the whole file.';
  const unnamed = mapping.findIndex(
    (one) => one && one.is in namedColumns && one.is !== 'total' && !one.name,
  );
  if (unnamed !== -1) return `Give a name to what ${quote(headers[unnamed] ?? '')} is about.`;
  if (row === 'department' && count('department') === 0) return 'Choose the column with the department.';
  if (row === 'grade' && count('grade') === 0) return 'Choose the column with the grade.';
  const labels = ['date', 'location', 'department', 'grade', 'tender', 'total'];
  if (used.every(({ is }) => labels.includes(is))) return 'Choose at least one column with an amount.';
  if (count('over_short') > 0 && over_short === undefined)
    return 'Say what a positive over/short means in this file.';
  return null;
}
