import type { Answer } from '../../../../contract/http/endpoint.ts';
import type { listSalesDates, SalesDate } from '../../../../contract/registers.ts';
import { addDays, countDays } from './days.ts';
import type { SalesPart } from './sales-figures.ts';

export type SalesDates = Answer<typeof listSalesDates>;

/** A column of the chart. */
export interface SalesColumn {
  from: string;
  /** Of one day the same as `from`. */
  to: string;
  now: Pick<SalesDate, 'locations' | SalesPart> | null;
  /** The same weekday of the week before. Null for more than one day. */
  before: SalesDate | null;
}

const columnsAtMost = 100;
const daysOfColumn = [1, 7, 28, 364];

/**
 * A column for each day, or for as many days as a chart of at most 100 columns needs: a range may be centuries long. A
 * long one begins with the first day that has figures.
 */
export function columnsOf({ from: chosen, to, dates }: SalesDates): SalesColumn[] {
  if (chosen === null || to === null) return [];
  const first = dates.reduce((least, { trading_date }) => (trading_date < least ? trading_date : least), to);
  const from = countDays(chosen, to) > columnsAtMost && first > chosen ? first : chosen;
  const days = Math.max(0, countDays(from, to));
  const length = daysOfColumn.find((span) => days <= span * columnsAtMost) ?? Math.ceil(days / columnsAtMost);
  const columns = Array.from({ length: Math.ceil(days / length) }, (_, index): SalesColumn => {
    const begins = addDays(from, index * length);
    const ends = addDays(begins, length - 1);
    return { from: begins, to: ends < to ? ends : to, now: null, before: null };
  });
  for (const date of dates) {
    const column = columns[Math.floor((countDays(from, date.trading_date) - 1) / length)];
    if (column) column.now = column.now ? added(column.now, date) : date;
  }
  if (length > 1) return columns;
  const byDay = new Map(dates.map((date) => [date.trading_date, date]));
  for (const column of columns) column.before = byDay.get(addDays(column.from, -7)) ?? null;
  return columns;
}

function added(one: NonNullable<SalesColumn['now']>, other: SalesDate): NonNullable<SalesColumn['now']> {
  return {
    locations: Math.max(one.locations, other.locations),
    revenue: plus(one.revenue, other.revenue),
    fuel: plus(one.fuel, other.fuel),
    merchandise: plus(one.merchandise, other.merchandise),
    fuel_volume: plus(one.fuel_volume, other.fuel_volume),
    tax: plus(one.tax, other.tax),
    sales: plus(one.sales, other.sales),
  };
}

/** What nobody knows is no 0. */
export function plus(one: number | null, other: number | null): number | null {
  return one === null ? other : one + (other ?? 0);
}

/**
 * Only of the days that are known in both weeks and at as many locations, so that a location that did not report yet is
 * no loss, and neither is a morning against a whole day. Null without any.
 */
export function sumsOf({ from, dates }: SalesDates, part: SalesPart): { now: number; before: number } | null {
  const byDay = new Map(dates.map((date) => [date.trading_date, date]));
  const both = dates.flatMap((now) => {
    const before = byDay.get(addDays(now.trading_date, -7));
    const [one, other] = [now[part], before?.[part] ?? null];
    if (from === null || now.trading_date < from || !before || one === null || other === null) return [];
    const isLess = now.locations < before.locations || now.closed < before.closed;
    return isLess ? [] : [{ now: one, before: other }];
  });
  if (both.length === 0) return null;
  return both.reduce((sum, one) => ({ now: sum.now + one.now, before: sum.before + one.before }));
}
