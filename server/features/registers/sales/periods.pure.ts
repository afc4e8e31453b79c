import type { WeekStart } from '../../../../contract/organization.ts';
import type { ColumnSpan, SalesComparison } from '../../../../contract/sales.ts';
import type { SalesPeriod } from '../../../../contract/sales-selection.ts';
import { daysBefore } from '../../../platform/clock.ts';

/** Dates, both included. */
export interface DateRange {
  from: string;
  to: string;
}

/** Of `Date.getUTCDay`. */
const weekdays: Record<WeekStart, number> = { sunday: 0, monday: 1, saturday: 6 };

function startOfWeek(date: string, weekStart: WeekStart): string {
  return daysBefore(date, (new Date(date).getUTCDay() - weekdays[weekStart] + 7) % 7);
}

const startOfMonth = (date: string) => `${date.slice(0, 8)}01`;

/** `today` is that of the chain. */
export function rangeOfPeriod(period: SalesPeriod, today: string, weekStart: WeekStart): DateRange {
  const yesterday = daysBefore(today, 1);
  const week = startOfWeek(today, weekStart);
  const endOfLastMonth = daysBefore(startOfMonth(today), 1);
  switch (period) {
    case 'yesterday':
      return { from: yesterday, to: yesterday };
    case 'today':
      return { from: today, to: today };
    case 'this_week':
      return { from: week, to: today };
    case 'last_week':
      return { from: daysBefore(week, 7), to: daysBefore(week, 1) };
    case 'month_to_date':
      return { from: startOfMonth(today), to: today };
    case 'last_month':
      return { from: startOfMonth(endOfLastMonth), to: endOfLastMonth };
    case 'year_to_date':
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
    default:
      return { from: daysBefore(today, Number(period.slice('last_'.length)) - 1), to: today };
  }
}

export function countDays({ from, to }: DateRange): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1;
}

export function datesOf(range: DateRange): string[] {
  return Array.from({ length: countDays(range) }, (_, index) => daysBefore(range.from, -index));
}

/** The months of which the range has all days, as '2026-03', and what is before and after them. */
export function monthsIn(range: DateRange): { months: DateRange | null; rest: DateRange[] } {
  const { from, to } = range;
  const startOfNext = (date: string) => startOfMonth(daysBefore(startOfMonth(date), -31));
  const first = (from.endsWith('-01') ? from : startOfNext(from)).slice(0, 7);
  const last = daysBefore(startOfMonth(daysBefore(to, -1)), 1).slice(0, 7);
  if (first > last) return { months: null, rest: [range] };
  const before = { from, to: daysBefore(`${first}-01`, 1) };
  const after = { from: startOfNext(`${last}-01`), to };
  return { months: { from: first, to: last }, rest: [before, after].filter(({ from, to }) => from <= to) };
}

const weekDays = 7;
/** 52 weeks: the same weekdays. */
const yearDays = 364;
const averagedWeeks = 4;

/** A month is one from its first day on: to its last one, or so far. */
export function defaultComparison({ from, to }: DateRange, today: string): SalesComparison {
  if (countDays({ from, to }) <= weekDays) return 'week';
  const isOfMonth = from.endsWith('-01') && from.slice(0, 7) === to.slice(0, 7);
  const isWhole = daysBefore(to, -1).endsWith('-01') || to === today || to === daysBefore(today, 1);
  return isOfMonth && isWhole ? 'month' : 'before';
}

/** The dates that one date is compared with: four for the average, none for a day that the month before does not have. */
export function baseDatesOf(date: string, against: SalesComparison, days: number): string[] {
  switch (against) {
    case 'week':
      return [daysBefore(date, weekDays)];
    case 'year':
      return [daysBefore(date, yearDays)];
    case 'before':
      return [daysBefore(date, days)];
    case 'average':
      return Array.from({ length: averagedWeeks }, (_, index) => daysBefore(date, weekDays * (index + 1)));
    case 'month': {
      const lastMonth = daysBefore(startOfMonth(date), 1);
      const same = `${lastMonth.slice(0, 8)}${date.slice(8)}`;
      return same > lastMonth ? [] : [same];
    }
  }
}

/** More days get wider columns. */
const daysAtMost = 62;
const weeksAtMost = 26;

export function spanFor(range: DateRange): ColumnSpan {
  const days = countDays(range);
  if (days <= daysAtMost) return 'day';
  return days <= weeksAtMost * weekDays ? 'week' : 'month';
}

/** The first date of the column that a date is in. */
export function columnOf(date: string, by: ColumnSpan, weekStart: WeekStart): string {
  if (by === 'day') return date;
  return by === 'week' ? startOfWeek(date, weekStart) : startOfMonth(date);
}

/** U.S. holidays that move a day's sales. */
export function holidayOf(date: string): string | null {
  const fixed = fixedHolidays[date.slice(5)];
  if (fixed) return fixed;
  // The fourth Thursday of November.
  const isThanksgiving =
    date.slice(5, 8) === '11-' &&
    new Date(date).getUTCDay() === 4 &&
    Math.ceil(Number(date.slice(8)) / weekDays) === 4;
  return isThanksgiving ? 'Thanksgiving' : null;
}

const fixedHolidays: Record<string, string> = {
  '01-01': 'New Year’s Day',
  '07-04': 'Independence Day',
  '12-24': 'Christmas Eve',
  '12-25': 'Christmas Day',
  '12-26': 'the day after Christmas',
};
