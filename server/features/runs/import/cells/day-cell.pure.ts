import * as z from 'zod/mini';
import { day } from '../../../../../contract/fields/fields.ts';
import type { DateOrder } from '../../../../../contract/runs.ts';
import { type CellValue, faulty, quote } from './cell-values.pure.ts';

const longest = 60;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/** 'enero', 'Mai', 'Dezember' by their first letters. */
const otherMonths: Record<string, string> = {
  ...{ ene: 'jan', abr: 'apr', ago: 'aug', dic: 'dec' },
  ...{ mai: 'may', okt: 'oct', dez: 'dec' },
};
/** Two figures mean a year of this century, or one in which somebody is still alive. */
const lastYearOfCentury = 79;

/**
 * 03/04/2026 is March in one country and April in another. `order` is what other days of the file prove; else the day is
 * refused, but where zeros lack, as only Americans write it: 3/4/26.
 */
export function readDay(cell: string, order: DateOrder | null = null): CellValue<string> {
  const ways = [...new Set(daysOf(cell, order))];
  const [first, second] = ways;
  if (first === undefined) return faulty(`${quote(cell)} is not a day. Write it as 2026-01-31.`);
  if (second !== undefined) return faulty(`${quote(cell)} can be two days. Write ${first} or ${second}.`);
  const { success, data } = z.safeParse(day, first);
  return success ? { value: data } : faulty(`There is no such day as ${quote(cell)}.`);
}

function daysOf(cell: string, order: DateOrder | null): string[] {
  if (cell.length > longest) return [];
  const text = cell.replace(/[T ]\d\d?:\d\d(:\d\d(\.\d+)?)?(Z| ?[ap]m)?$/i, '');
  const ordered = /^(\d{4})([-/.])(\d\d?)\2(\d\d?)$/.exec(text);
  if (ordered) return [isoDay(ordered[1], ordered[3], ordered[4])];
  const figures = /^(\d\d?)([-/.])(\d\d?)\2(\d{4}|\d\d)$/.exec(text);
  if (figures) {
    const [, first, separator, second, year] = figures;
    const ways = [isoDay(year, first, second), isoDay(year, second, first)];
    const isPossible = (way: string) => Number(way.slice(5, 7)) <= 12;
    const possible = ways.some(isPossible) ? ways.filter(isPossible) : ways.slice(0, 1);
    const meant = separator === '/' ? (order ?? likelyOrder(text)) : null;
    return possible.length < 2 || meant === null ? possible : [ways[meant === 'month_first' ? 0 : 1] ?? ''];
  }
  const named = /^(\d\d?)\.?(?: de)?[ -]([a-zäé]{3,10})\.?,?(?: de)?[ -](\d{4}|\d\d)$/i.exec(text);
  if (named) return withMonth(named[3], named[2], named[1]);
  const american = /^([a-z]{3,9})\.? (\d\d?),? (\d{4})$/i.exec(text);
  return american ? withMonth(american[3], american[1], american[2]) : [];
}

const withSlashes = /^(\d\d?)\/(\d\d?)\/(?:\d{4}|\d\d)$/;

/** What a cell proves, because no month is above 12. */
export function provenOrder(cell: string): DateOrder | null {
  const [, first, second] = withSlashes.exec(cell) ?? [];
  const [isFirst, isSecond] = [Number(first) > 12, Number(second) > 12];
  if (isFirst === isSecond) return null;
  return isFirst ? 'day_first' : 'month_first';
}

/** Where the day comes first, zeros are written: 03/04/26. */
export function likelyOrder(cell: string): DateOrder | null {
  const [, first = '', second = ''] = withSlashes.exec(cell) ?? [];
  return first !== '' && first.length + second.length < 4 ? 'month_first' : null;
}

function withMonth(year = '', name = '', dayOfMonth = ''): string[] {
  const start = name.slice(0, 3).toLowerCase().replace('ä', 'a');
  const month = months.indexOf(otherMonths[start] ?? start);
  return month === -1 ? [] : [isoDay(year, String(month + 1), dayOfMonth)];
}

function isoDay(year = '', month = '', dayOfMonth = ''): string {
  const century = year.length === 4 ? '' : Number(year) > lastYearOfCentury ? '19' : '20';
  return `${century}${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}`;
}
