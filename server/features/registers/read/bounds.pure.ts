import {
  datesMaxCount,
  departmentsMaxCount,
  eventsMaxCount,
  gradesMaxCount,
  reportsMaxCount,
  tillsMaxCount,
} from './limits.pure.ts';
import { RefusedFile, type RegisterDocument } from './register-file.pure.ts';

export type FileBounds = ReturnType<typeof createFileBounds>;

/** Counts what one file names. All of it throws RefusedFile for one too many. */
export function createFileBounds() {
  /** All that the file names, with their first names. */
  const departments: RegisterDocument['departments'] = new Map();
  return {
    departments,
    department(code: string | null, name: string | null, is_fuel_line: boolean, line: number) {
      if (code === null) return;
      const known = departments.get(code) ?? { name: null, is_fuel_line: false };
      departments.set(code, known);
      if (departments.size > departmentsMaxCount) refuse(line, departmentsMaxCount, 'departments');
      known.name ??= name;
      known.is_fuel_line ||= is_fuel_line;
    },
    date: distinct(datesMaxCount, 'business dates'),
    till: distinct(tillsMaxCount, 'tills'),
    grade: distinct(gradesMaxCount, 'grades'),
    report: counted(reportsMaxCount, 'reports'),
    event: counted(eventsMaxCount, 'events'),
  };
}

function distinct(max: number, what: string) {
  const seen = new Set<string>();
  return (value: string, line: number) => {
    seen.add(value);
    if (seen.size > max) refuse(line, max, what);
  };
}

function counted(max: number, what: string) {
  let count = 0;
  return (line: number) => {
    count += 1;
    if (count > max) refuse(line, max, what);
  };
}

function refuse(line: number, max: number, what: string): never {
  throw new RefusedFile(`Line ${line}: the file has more than ${max.toLocaleString('en-US')} ${what}.`);
}
