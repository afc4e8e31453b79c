import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { compareSales, LeftOutReason, SalesComparison } from '../../../../contract/sales.ts';
import type { SalesPeriod } from '../../../../contract/sales-selection.ts';
import { countOf, formatNumber } from '../../../lib/format/format-number.ts';
import { addDays, daysBetween, nameOfRange, shortDay } from './days.ts';

export type Compared = Answer<typeof compareSales>;
export type SalesColumn = Compared['columns'][number];

export const periodNames: Record<SalesPeriod, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  this_week: 'This week',
  last_week: 'Last week',
  month_to_date: 'Month to date',
  last_month: 'Last month',
  year_to_date: 'Year to date',
  last_7: 'Last 7 days',
  last_28: 'Last 28 days',
  last_90: 'Last 90 days',
};

export const comparisonNames: Record<SalesComparison, string> = {
  week: 'the week before',
  average: 'the average of 4 weeks',
  month: 'the month before',
  year: 'the year before',
  before: 'the days before',
};

export const spanNames = { day: 'Day', week: 'Week', month: 'Month' } as const;

export const reasonNames: Record<LeftOutReason, string> = {
  missing: 'missing',
  not_closed: 'not closed',
  two_dates: 'covering 2 dates',
  marked_closed: 'marked closed',
  new: 'new',
  gone: 'gone',
  no_day: 'without such a day',
};

/** 'Nov 20–25 with Nov 13–18' */
export function comparedDays({ from, to, base, against, compared }: Compared): string | null {
  if (from === null || to === null || !base || !compared) return null;
  const last = compared.is_without_today ? addDays(to, -1) : to;
  const days = nameOfRange(from, last);
  return against === 'average'
    ? `${days} with the average of the last four same weekdays`
    : `${days} with ${nameOfRange(base.from, base.to)}`;
}

/** '9 not closed, 2 new' */
export function describeLeftOut({ left_out }: NonNullable<Compared['compared']>): string {
  const byReason = new Map<LeftOutReason, number>();
  for (const { reason, days } of left_out) byReason.set(reason, (byReason.get(reason) ?? 0) + days);
  return [...byReason].map(([reason, days]) => `${formatNumber(days)} ${reasonNames[reason]}`).join(', ');
}

/** 'Only in these days: Thanksgiving (Nov 26).' */
export function describeHolidays({ holidays }: NonNullable<Compared['compared']>): string {
  const of = (side: 'now' | 'base', where: string) => {
    const names = holidays
      .filter((holiday) => holiday.side === side)
      .map(({ name, date }) => `${name} (${shortDay(date)})`);
    return names.length > 0 ? [`Only in ${where}: ${names.join(', ')}.`] : [];
  };
  return [...of('now', 'these days'), ...of('base', 'the days before')].join(' ');
}

/** 'Counted differently before Nov 3 at 2 locations: from other files, or net instead of gross.' */
export function describeWays({ before, locations }: { before: string; locations: number }): string {
  const where = countOf(locations, 'location');
  return `Counted differently before ${shortDay(before)} at ${where}: from other files, or net instead of gross.`;
}

/** 'Nov 15', or 'the month before' where each day has its own distance. */
export function nameOfBase({ from, to }: SalesColumn, answer: Compared): string {
  const { against, base } = answer;
  if (against === 'none') return '';
  if (!base || !answer.from || against === 'average' || against === 'month') return comparisonNames[against];
  const days = daysBetween(base.from, answer.from);
  return nameOfRange(addDays(from, -days), addDays(to, -days));
}

/** '1 missing', '9 not closed', 'so far' */
export function noteOf(column: SalesColumn): string | null {
  if (column.is_so_far) return 'so far';
  if (column.missing) return `${formatNumber(column.missing)} missing`;
  return column.not_closed > 0 ? `${formatNumber(column.not_closed)} not closed` : null;
}

export function describeCoverage({ from, to, locations, days }: SalesColumn): string {
  if (days === 0) return 'No figures';
  return from === to
    ? countOf(locations, 'location')
    : `${countOf(days, 'day')} of ${countOf(locations, 'location')}`;
}
