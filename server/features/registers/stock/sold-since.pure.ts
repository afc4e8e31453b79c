import { msOf } from '../figures/days.pure.ts';
import { figureMax } from '../read/limits.pure.ts';

/** Thousandths of a unit. */
export interface Sold {
  code: string;
  quantity: number;
}

export interface DaySold {
  trading_date: string;
  began: string | null;
  ended: string | null;
  products: readonly Sold[];
  /** Sales of the journal with their local times; none where the journal is not known. */
  sales: readonly (Sold & { at: string })[];
}

export interface Counted {
  id: string;
  code: string;
  /** A local day or time. */
  counted_at: string;
}

/**
 * Units that were sold after each count. Of the business day in which it was counted only the journal says when; without
 * one the day is after the count when most of it is.
 */
export function soldSince(counted: readonly Counted[], days: readonly DaySold[]): Map<string, number> {
  const sold = new Map<string, number>();
  for (const [counted_at, items] of Map.groupBy(counted, (item) => item.counted_at)) {
    const units = unitsAfter(counted_at, days);
    for (const { id, code } of items) sold.set(id, units.get(code) ?? 0);
  }
  return sold;
}

function unitsAfter(counted_at: string, days: readonly DaySold[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const day of days) {
    for (const { code, quantity } of soldAfter(counted_at, day)) {
      // From before files were bounded. A sum of such is no exact number, and SQLite could not read it again.
      if (Math.abs(quantity) > figureMax) continue;
      units.set(code, (units.get(code) ?? 0) + quantity);
    }
  }
  return units;
}

function soldAfter(counted_at: string, day: DaySold): readonly Sold[] {
  const { trading_date, began, ended, products, sales } = day;
  // A day without a time is over when the business day is that trades on it.
  if (counted_at.length === 10) return trading_date > counted_at ? products : [];
  if (began === null || ended === null) return trading_date > counted_at.slice(0, 10) ? products : [];
  if (began >= counted_at) return products;
  if (ended < counted_at) return [];
  if (sales.length > 0) return sales.filter(({ at }) => at >= counted_at);
  return (msOf(began) + msOf(ended)) / 2 > msOf(counted_at) ? products : [];
}
