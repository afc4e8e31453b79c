import {
  type ExceptionKind,
  type ExceptionSettings,
  exceptionLimits as limits,
} from '../../../../contract/sales-exceptions.ts';
import type { DayState } from '../../../../contract/sales-selection.ts';
import { daysBefore } from '../../../platform/clock.ts';
import { compare, dayInWords } from '../figures/days.pure.ts';

interface At {
  location_id: string;
  business_date: string;
  trading_date: string;
}

export interface DayRow extends At {
  state: DayState;
  fuel: number | null;
  merchandise: number | null;
  excluded: number | null;
  tax: number | null;
  marks: string[];
}

export interface ValueRow extends At {
  code: string;
  amount: number | null;
  count: number | null;
  basis: string;
  /** Of the day, null when unknown: revenue, transactions, those at the pump, and tills. */
  revenue: number | null;
  sales: number | null;
  at_pump: number | null;
  tills: number | null;
}

export interface GradeRow extends At {
  code: string;
  /** At the posted price, where it is known. */
  amount: number | null;
  quantity: number | null;
}

export interface Line extends At {
  kind: ExceptionKind;
  /** The code of a grade, or the name of a figure; else empty. */
  about: string;
  /** Without the grade. */
  what: string;
  /** Null when a limit alone decides. */
  usual: string | null;
}

/** Made once: each takes longer than all that is written with it. */
const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const shares = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });

export const inDollars = (cents: number) => dollars.format(cents / 100);
const counted = (count: number, one: string) => `${shares.format(count)} ${count === 1 ? one : `${one}s`}`;

const often: Readonly<Record<string, string>> = {
  refunds: 'refund',
  voids: 'void',
  corrections: 'correction',
  no_sales: 'no sale',
};
/** Of these the days before are asked. */
export const comparedCodes = ['over_short', ...Object.keys(often)];

/** `history` are the values with this code at this location before, of 28 days. */
export function linesOfValue(
  row: ValueRow,
  history: readonly ValueRow[],
  settings: ExceptionSettings,
): Line[] {
  const offLimit = settings.over_short_dollars * 100;
  const isLarge = (cents: number, dollars: number) => cents >= dollars * 100;
  const { code, basis, revenue, location_id, business_date, trading_date } = row;
  const [amount, count] = [row.amount ?? 0, row.count ?? 0];
  const line = (kind: ExceptionKind, isOne: boolean, what: string, usual: string | null = null): Line[] =>
    isOne ? [{ location_id, business_date, trading_date, kind, about: '', what, usual }] : [];
  switch (code) {
    case 'over_short':
      return [
        ...line('not_counted', count > 0, `${count} of ${counted(row.tills ?? count, 'till')} not counted`),
        ...(isOff(row, offLimit)
          ? line('over_short', true, differenceOf(amount, basis), usualDifference(history, offLimit))
          : []),
      ];
    case 'largest_refund':
      return line(
        'large_refund',
        isLarge(amount, settings.large_refund_dollars),
        `A refund of ${inDollars(amount)}`,
      );
    case 'largest_void':
      return line(
        'large_void',
        isLarge(amount, settings.large_refund_dollars),
        `A void of ${inDollars(amount)}`,
      );
    case 'paid_outs':
      return line('paid_outs', isLarge(amount, settings.paid_outs_dollars), `${inDollars(amount)} paid out`);
    case 'drive_offs': {
      const what = [count > 0 ? counted(count, 'drive-off') : 'Drive-offs', amount && inDollars(amount)];
      return line('drive_offs', count > 0 || amount > 0, what.filter(Boolean).join(', '));
    }
    case 'id_checks_skipped':
      return line('id_checks_skipped', count > 0, `${counted(count, 'ID check')} skipped`);
    case 'journal_difference': {
      const least = Math.max(limits.journal, (Math.abs(revenue ?? 0) * limits.journal_per_mille) / 1000);
      const what = `Journal ${inDollars(Math.abs(amount))} ${amount < 0 ? 'less' : 'more'} than the day report`;
      return line('journal_difference', Math.abs(amount) > least, what);
    }
    default: {
      const share = rateOf(row);
      if (share === null || share < limits.per_hundred) return [];
      const usual = medianOf(history.flatMap((one) => rateOf(one) ?? []));
      if (usual === null || share <= usual * settings.unusual_times) return [];
      const what = `${counted(count, often[code] ?? code)}, ${perHundred(share)}`;
      return line(code as ExceptionKind, true, what, `${perHundred(usual)} (median of 28 days)`);
    }
  }
}

const isOff = ({ amount }: ValueRow, limit: number) => amount !== null && Math.abs(amount) > limit;

/** Where nobody has decided what the sign means, it says nothing. */
function differenceOf(amount: number, basis: string): string {
  if (basis !== 'decided') return `Off by ${inDollars(Math.abs(amount))}`;
  return `${inDollars(Math.abs(amount))} ${amount < 0 ? 'short' : 'over'}`;
}

function usualDifference(history: readonly ValueRow[], limit: number): string {
  const off = history.filter((row) => isOff(row, limit));
  const days = `${counted(off.length, 'day')} beyond ${inDollars(limit)} in 28 days`;
  if (history.some(({ basis }) => basis !== 'decided')) return days;
  const sum = history.reduce((total, { amount }) => total + (amount ?? 0), 0);
  return `${days}, ${differenceOf(sum, 'decided')} in all`;
}

/** Per 100 transactions inside, as far as it is known how many were at the pump. */
function rateOf({ count, sales, at_pump }: ValueRow): number | null {
  const inside = (sales ?? 0) - (at_pump ?? 0);
  return count === null || inside <= 0 ? null : (count * 100) / inside;
}

const perHundred = (share: number) => `${shares.format(share)} per 100 transactions`;

/** A few days say nothing. */
const medianLeast = 7;

function medianOf(values: readonly number[]): number | null {
  if (values.length < medianLeast) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  const [upper, lower] = [sorted[middle] ?? 0, sorted[middle - 1] ?? 0];
  return sorted.length % 2 === 1 ? upper : (upper + lower) / 2;
}

/** Of a grade, where this much was sold. Of less, cents say nothing of its price. */
const pricedLeast = 1000;

interface Sold {
  amount: number;
  quantity: number;
}

const inPrice = ({ amount, quantity }: Sold) => `$${((amount * 10) / quantity).toFixed(3)}`;

/** Without a quotient, which is never exact. */
function isOtherPrice(last: Sold, now: Sold): boolean {
  const was = last.amount * now.quantity;
  return Math.abs(now.amount * last.quantity - was) * 100 > was * limits.price_percent;
}

/** Prices, and grades that sold no more. `grades` begin some days before `from`. */
export function linesOfGrades(from: string, days: readonly DayRow[], grades: readonly GradeRow[]): Line[] {
  const closed = new Map(
    days.flatMap((day) =>
      day.state === 'closed' && day.fuel !== null ? [[`${day.location_id} ${day.trading_date}`, day]] : [],
    ),
  );
  const lines: Line[] = [];
  for (const [key, rows] of Map.groupBy(grades, ({ location_id, code }) => `${location_id} ${code}`)) {
    const [location_id = ''] = key.split(' ');
    const code = key.slice(location_id.length + 1);
    const sold = byDate(rows);
    let last: { date: string; amount: number; quantity: number } | null = null;
    for (const [date, { at, amount, quantity }] of [...sold].sort(([a], [b]) => compare(a, b))) {
      if (amount === null || quantity < pricedLeast) continue;
      const isOther = last && isOtherPrice(last, { amount, quantity });
      const isLow = amount * 1000 < limits.lowest_price * quantity;
      if (date >= from && (isOther || isLow)) {
        const usual = last && `${inPrice(last)} on ${dayInWords(last.date)}`;
        const what = `${inPrice({ amount, quantity })} a gallon`;
        lines.push({ ...at, kind: 'price', about: code, what, usual });
      }
      last = { date, amount, quantity };
    }
    for (const [date, { at }] of sold) {
      const next = daysBefore(date, -1);
      const day = closed.get(`${location_id} ${next}`);
      if (!day || next < from || (sold.get(next)?.quantity ?? 0) > 0) continue;
      const before = Array.from({ length: limits.selling_days }, (_, back) => daysBefore(date, back));
      const volumes = before.map((one) => sold.get(one)?.quantity ?? 0);
      if (volumes.some((volume) => volume <= 0)) continue;
      const usual = volumes.reduce((sum, volume) => sum + volume, 0) / limits.selling_days / 1000;
      const { business_date, trading_date } = day;
      lines.push({
        ...{ ...at, business_date, trading_date, kind: 'grade_out', about: code, what: '0 gal' },
        usual: `${Math.round(usual).toLocaleString('en-US')} gal a day in the 7 days before`,
      });
    }
  }
  return lines;
}

/** A date may have two closes. */
function byDate(rows: readonly GradeRow[]) {
  const dates = new Map<string, { at: At; amount: number | null; quantity: number }>();
  for (const { code: _, amount, quantity, ...at } of rows) {
    const known = dates.get(at.trading_date);
    const sum = known && (known.amount === null || amount === null ? null : known.amount + amount);
    dates.set(at.trading_date, {
      at,
      amount: known ? (sum ?? null) : amount,
      quantity: (known?.quantity ?? 0) + (quantity ?? 0),
    });
  }
  return dates;
}

export function linesOfDay({ state, marks, ...row }: DayRow): Line[] {
  const { location_id, business_date, trading_date } = row;
  const at = { location_id, business_date, trading_date, about: '', usual: null };
  return [
    ...(state === 'not_closed'
      ? [{ ...at, kind: 'not_closed' as const, what: 'A later day has begun' }]
      : []),
    ...(marks.includes('Covers 2 dates')
      ? [{ ...at, kind: 'two_dates' as const, what: 'More than 30 hours' }]
      : []),
  ];
}
