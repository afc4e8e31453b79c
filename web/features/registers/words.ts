import type { DepartmentBasis, DepartmentKind } from '../../../contract/departments.ts';
import type { FileOutcome, PartSource } from '../../../contract/registers.ts';
import type { DayState } from '../../../contract/sales-selection.ts';

export const kindNames: Record<DepartmentKind, string> = {
  merchandise: 'Merchandise',
  fuel: 'Fuel',
  excluded: 'Excluded',
};

/** A daily close may say all merchandise in one sum, which then has the code of `close-sums`. */
export function departmentName(code: string, name: string | null): string {
  return name ?? (code === 'Merchandise' ? 'No department' : `Code ${code}`);
}

export const basisNames: Record<DepartmentBasis, string> = {
  decided: 'Decided',
  proposed: 'Proposed',
  undecided: 'Undecided',
};

export const outcomeNames: Record<FileOutcome, string> = {
  accepted: 'Accepted',
  duplicate: 'Duplicate',
  replaced: 'Replaced',
  waiting: 'Waiting',
  not_understood: 'Not understood',
  refused: 'Refused',
  withdrawn: 'Withdrawn',
};

export const outcomeLooks: Record<FileOutcome, string> = {
  accepted: 'text-good',
  duplicate: 'text-ink-soft',
  replaced: 'text-ink-soft',
  waiting: 'text-amber-ink',
  not_understood: 'text-amber-ink',
  refused: 'text-bad',
  withdrawn: 'text-ink-soft',
};

const documentNames: Record<string, string> = {
  PJR: 'Journal',
  FGM: 'Fuel by grade',
  MCM: 'Departments',
  MSM: 'Summary',
  TLM: 'Tax',
  ISM: 'Items sold',
  ITT: 'Price book',
};

/** Documents that are not read keep the name of their root. */
export function documentName(document: string | null): string {
  return document === null ? 'Unknown' : (documentNames[document] ?? document);
}

export const stateNames: Record<DayState, string> = {
  closed: 'Closed',
  open: 'Open',
  not_closed: 'Not closed',
};

export const sourceNames: Record<PartSource, string> = {
  day_report: 'day report',
  journal: 'journal',
  shift_reports: 'shift reports',
  feed: 'feed',
  close: 'imported file',
};
