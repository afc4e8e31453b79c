import {
  type ImportColumn,
  importColumns,
  isClearable,
  isMarkColumn,
  labelOf,
  nameParts,
} from '../../../../contract/files/import-columns.ts';
import type { ImportOptions, RunSubject } from '../../../../contract/runs.ts';
import { invalid } from '../../../platform/http/errors.ts';

/** @throws ApiError 400 with one sentence for what does not fit the file. */
export function checkOptions(
  about: RunSubject,
  headers: readonly string[],
  { mapping, blank_clears, replace, deactivate_missing, meanings, zeros = [], invite_new }: ImportOptions,
): void {
  const problem =
    mappingProblem(about, headers, mapping, [...meanings.map(({ column }) => column), ...zeros]) ??
    keyProblem(about, mapping) ??
    nameProblem(mapping) ??
    clearingProblem(about, blank_clears) ??
    (about !== 'users' && (replace.length > 0 || deactivate_missing || invite_new)
      ? 'Replacing names, deactivating those who are missing and inviting is for users only.'
      : null);
  if (problem) throw invalid({ path: 'mapping', message: problem });
}

function mappingProblem(
  about: RunSubject,
  headers: readonly string[],
  mapping: ImportOptions['mapping'],
  others: readonly ImportColumn[],
): string | null {
  if (mapping.length !== headers.length) {
    return `The file has ${headers.length} columns, but ${mapping.length} were chosen.`;
  }
  const columns = mapping.filter((column) => column !== null);
  const foreign = [...columns, ...others].find((column) => !(column in importColumns[about]));
  if (foreign) return `There is no column ${foreign} of ${about}.`;
  const twice = columns.find((column, index) => !isMarkColumn(column) && columns.indexOf(column) !== index);
  if (!twice) return null;
  const both = headers.filter((_, index) => mapping[index] === twice).map((header) => `'${header}'`);
  return `${both.join(' and ')} are both read as ${labelOf(about, twice)}. Choose one of them.`;
}

/** Without one of these sets of columns, no line finds its row. */
const keys: Record<RunSubject, { sets: ImportColumn[][]; problem: string }> = {
  users: {
    sets: [['id'], ['employee_number'], ['email']],
    problem:
      'Choose a column with the id, the employee number or the email, which identifies the user of a line.',
  },
  locations: {
    sets: [['id'], ['number'], ['name', 'zip']],
    problem:
      'Choose a column with the id or the number, or columns with the name and the ZIP code, which identify the location of a line.',
  },
  stock: {
    sets: [['locations', 'code']],
    problem: 'Choose columns with the location and the code, which identify the product of a line.',
  },
};

function keyProblem(about: RunSubject, mapping: ImportOptions['mapping']): string | null {
  const { sets, problem } = keys[about];
  return sets.some((columns) => columns.every((column) => mapping.includes(column))) ? null : problem;
}

function nameProblem(mapping: ImportOptions['mapping']): string | null {
  const parts = nameParts.filter((part) => mapping.includes(part));
  if (parts.length === 0) return null;
  if (mapping.includes('full_name'))
    return 'Choose the full name, or the first and the last name, but not both.';
  const [part] = parts;
  return part && parts.length < nameParts.length
    ? `${labelOf('users', part)} alone is no name. Choose the first and the last name, or read it as the full name.`
    : null;
}

function clearingProblem(about: RunSubject, blank_clears: readonly ImportColumn[]): string | null {
  const required = blank_clears.find((column) => !isClearable(about, column));
  return required ? `A blank cell cannot clear ${labelOf(about, required)}.` : null;
}
