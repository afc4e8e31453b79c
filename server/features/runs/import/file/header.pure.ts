import { fileColumnsMax, headerMaxLength } from '../../../../../contract/fields/limits.ts';
import { headerKey } from '../../../../../contract/files/import-columns.ts';
import { runSubjects } from '../../../../../contract/runs.ts';
import { unreadable } from './detect.pure.ts';
import { mapHeaders } from './map-headers.pure.ts';
import type { FileRecord } from './records.pure.ts';

const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const figure = /^[\s()+./-]*\d[\d\s()+./-]*$/;

/** Without blank names at the end. @throws ApiError 400 for a line of data, a long name, and two equal names. */
export function readHeader({ line, cells }: FileRecord): string[] {
  const names = cells.map((cell) => cell.trim());
  while (names.at(-1) === '') names.pop();
  if (names.length > fileColumnsMax) {
    const found = names.length.toLocaleString('en-US');
    throw unreadable(`The file has ${found} columns. At most ${fileColumnsMax} can be read.`);
  }
  const long = names.findIndex((name) => name.length > headerMaxLength);
  if (long !== -1) {
    throw unreadable(
      `The name of column ${long + 1} is longer than ${headerMaxLength} characters. Line ${line} may not name the columns.`,
    );
  }
  if (names.length === 0 || isData(names)) {
    throw unreadable(
      `Line ${line} does not name the columns. Add a first line such as "Email,Full name,Roles" above the others.`,
    );
  }
  refuseDuplicates(names);
  return names;
}

/** Columns may have numbers as names, next to known names. */
function isData(names: readonly string[]): boolean {
  if (names.some((name) => email.test(name) || uuid.test(name))) return true;
  const isKnown = runSubjects.some((about) => mapHeaders(about, names).some((column) => column !== null));
  return !isKnown && names.some((name) => figure.test(name));
}

function refuseDuplicates(names: readonly string[]): void {
  const columns = new Map<string, number>();
  for (const [index, name] of names.entries()) {
    if (name === '') continue;
    const key = headerKey(name) || name;
    const first = columns.get(key);
    if (first !== undefined) {
      throw unreadable(
        `Columns ${first + 1} and ${index + 1} are both called '${name}'. Give each column a name of its own.`,
      );
    }
    columns.set(key, index);
  }
}
