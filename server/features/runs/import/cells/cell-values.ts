import * as z from 'zod/mini';
import { day } from '../../../../../contract/fields/fields.ts';
import { fold } from '../../../../../contract/lists/search-key.ts';

/** The value of a cell, or a sentence about its fault without the name of its column. */
export type CellValue<T> = { value: T } | { problems: string[] };

/** Checks the cell by the rules of the forms, with their sentences. */
export function readBySchema<S extends z.ZodMiniType>(schema: S, cell: string): CellValue<z.output<S>> {
  const result = z.safeParse(schema, cell);
  if (result.success) return { value: result.data };
  return { problems: [...new Set(result.error.issues.map((issue) => issue.message))] };
}

const statusWords = {
  active: true,
  yes: true,
  y: true,
  true: true,
  enabled: true,
  '1': true,
  inactive: false,
  no: false,
  n: false,
  false: false,
  disabled: false,
  '0': false,
} as const;

const statuses: ReadonlyMap<string, boolean> = new Map(Object.entries(statusWords));

export function readStatus(cell: string): CellValue<boolean> {
  const value = cell.length > quotedMaxLength ? undefined : statuses.get(fold(cell));
  return value === undefined
    ? { problems: [`${quote(cell)} is not known. Write active or inactive.`] }
    : { value };
}

const quotedMaxLength = 60;

/** The text of a cell in a sentence about it, cut when it is long. */
export function quote(cell: string): string {
  return cell.length > quotedMaxLength ? `'${cell.slice(0, quotedMaxLength)}…'` : `'${cell}'`;
}

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Reads a day in any unambiguous form: 03/04/2026 is March in one country and April in another. */
export function readDay(cell: string): CellValue<string> {
  const ways = [...new Set(daysOf(cell))];
  const [first, second] = ways;
  if (first === undefined) return { problems: [`${quote(cell)} is not a day. Write it as 2026-01-31.`] };
  if (second !== undefined)
    return { problems: [`${quote(cell)} can be two days. Write ${first} or ${second}.`] };
  const { success, data } = z.safeParse(day, first);
  return success ? { value: data } : { problems: [`There is no such day as ${quote(cell)}.`] };
}

function daysOf(cell: string): string[] {
  if (cell.length > quotedMaxLength) return [];
  const text = cell.replace(/[T ]\d\d?:\d\d(:\d\d(\.\d+)?)?(Z| ?[ap]m)?$/i, '');
  const ordered = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)$/.exec(text);
  if (ordered) return [isoDay(ordered[1], ordered[3], ordered[4])];
  const figures = /^(\d\d?)([-/.])(\d\d?)\2(\d{4})$/.exec(text);
  if (figures) {
    const [, first, , second, year] = figures;
    const ways = [isoDay(year, first, second), isoDay(year, second, first)];
    const isPossible = (way: string) => Number(way.slice(5, 7)) <= 12;
    return ways.some(isPossible) ? ways.filter(isPossible) : ways.slice(0, 1);
  }
  const named = /^(\d\d?)\.?[ -]([a-z]{3,9})\.?,?[ -](\d{4})$/i.exec(text);
  if (named) return withMonth(named[3], named[2], named[1]);
  const american = /^([a-z]{3,9})\.? (\d\d?),? (\d{4})$/i.exec(text);
  return american ? withMonth(american[3], american[1], american[2]) : [];
}

function withMonth(year = '', name = '', dayOfMonth = ''): string[] {
  const month = months.indexOf(name.slice(0, 3).toLowerCase());
  return month === -1 ? [] : [isoDay(year, String(month + 1), dayOfMonth)];
}

function isoDay(year = '', month = '', dayOfMonth = ''): string {
  return `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
}
