import type { SalesDate } from '../../../../contract/registers.ts';
import { addDays, daysBetween } from './days.ts';

export interface ComparedDate {
  day: string;
  now: SalesDate | null;
  /** The same weekday of the week before. */
  before: SalesDate | null;
}

/** `dates` begin a week before `from`. */
export function compareDates(dates: readonly SalesDate[], from: string, to: string): ComparedDate[] {
  const byDay = new Map(dates.map((date) => [date.trading_date, date]));
  return daysBetween(from, to).map((day) => ({
    day,
    now: byDay.get(day) ?? null,
    before: byDay.get(addDays(day, -7)) ?? null,
  }));
}

type Part = 'revenue' | 'fuel' | 'fuel_volume' | 'merchandise' | 'tax' | 'sales';

/**
 * Only of the days that are known in both weeks and at as many locations, so that a location that did not report yet is
 * no loss, and neither is a morning against a whole day. Null without any.
 */
export function sumsOf(
  compared: readonly ComparedDate[],
  part: Part,
): { now: number; before: number } | null {
  const both = compared.flatMap(({ now, before }) => {
    const [one, other] = [now?.[part] ?? null, before?.[part] ?? null];
    if (one === null || other === null) return [];
    const isLess = (of: 'locations' | 'closed') => (now?.[of] ?? 0) < (before?.[of] ?? 0);
    return isLess('locations') || isLess('closed') ? [] : [{ now: one, before: other }];
  });
  if (both.length === 0) return null;
  return both.reduce((sum, one) => ({ now: sum.now + one.now, before: sum.before + one.before }));
}
