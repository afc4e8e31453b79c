import { expect, test } from 'vitest';
import { daysBefore } from '../../../platform/clock.ts';
import {
  type DayRow,
  type GradeRow,
  linesOfDay,
  linesOfGrades,
  linesOfValue,
  type ValueRow,
} from './exceptions.pure.ts';

const date = '2026-03-20';
const at = (back: number) => ({
  ...{ location_id: 'mill', business_date: daysBefore(date, back), trading_date: daysBefore(date, back) },
});
const value = (code: string, changes: Partial<ValueRow> = {}, back = 0): ValueRow => ({
  ...{ ...at(back), code, amount: null, count: null, basis: '', revenue: 100_000 },
  ...{ sales: 300, at_pump: 100, tills: null },
  ...changes,
});
const limits = { over_short_dollars: 10, large_refund_dollars: 50, paid_outs_dollars: 300, unusual_times: 3 };
const said = (row: ValueRow, history: ValueRow[] = [], changes: Partial<typeof limits> = {}) =>
  linesOfValue(row, history, { ...limits, ...changes }).map(({ kind, what, usual }) => [kind, what, usual]);

test('what is over or short is said as far as its sign is decided, and a till that nobody counted has no amount', () => {
  const off = (amount: number | null, basis = 'decided', count = 0) =>
    value('over_short', { amount, basis, count, tills: 3 });
  const history = [off(-1240), off(300), off(null)];
  expect(said(off(-1001), history)).toEqual([
    ['over_short', '$10.01 short', '1 day beyond $10.00 in 28 days, $9.40 short in all'],
  ]);
  expect(said(off(1001, 'undecided'), [off(-2000, 'undecided')])).toEqual([
    ['over_short', 'Off by $10.01', '1 day beyond $10.00 in 28 days'],
  ]);
  expect(said(off(1000))).toEqual([]);
  expect(said(off(null, 'undecided', 3))).toEqual([['not_counted', '3 of 3 tills not counted', null]]);
  expect(said(off(5000, 'decided', 1)).map(([kind]) => kind)).toEqual(['not_counted', 'over_short']);
});

test.each([
  ['largest_refund', { amount: 4999 }, []],
  ['largest_refund', { amount: 5000 }, [['large_refund', 'A refund of $50.00', null]]],
  ['largest_void', { amount: 6100 }, [['large_void', 'A void of $61.00', null]]],
  ['paid_outs', { amount: 29_999, count: 9 }, []],
  ['paid_outs', { amount: 30_000 }, [['paid_outs', '$300.00 paid out', null]]],
  ['drive_offs', { amount: 3105, count: 1 }, [['drive_offs', '1 drive-off, $31.05', null]]],
  ['drive_offs', { amount: null, count: 2 }, [['drive_offs', '2 drive-offs', null]]],
  ['drive_offs', { amount: 0, count: 0 }, []],
  ['id_checks_skipped', { count: 2 }, [['id_checks_skipped', '2 ID checks skipped', null]]],
  ['journal_difference', { amount: -100 }, []],
  // 0.1 % of $1,000.00
  [
    'journal_difference',
    { amount: 101 },
    [['journal_difference', 'Journal $1.01 more than the day report', null]],
  ],
  ['journal_difference', { amount: -150, revenue: 160_000 }, []],
  [
    'journal_difference',
    { amount: -150, revenue: null },
    [['journal_difference', 'Journal $1.50 less than the day report', null]],
  ],
])('%s with %o', (code, changes, expected) => {
  expect(said(value(code, changes))).toEqual(expected);
});

test('voids are many when they are above 3 times the usual share of inside transactions', () => {
  // 200 transactions inside: 2 voids are 1 per 100.
  const history = Array.from({ length: 8 }, (_, back) =>
    value('voids', { count: back === 0 ? 40 : 4 }, back + 1),
  );
  expect(said(value('voids', { count: 13 }), history)).toEqual([
    ['voids', '13 voids, 6.5 per 100 transactions', '2 per 100 transactions (median of 28 days)'],
  ]);
  expect(said(value('voids', { count: 12 }), history)).toEqual([]);
  expect(said(value('voids', { count: 13 }), history, { unusual_times: 4 })).toEqual([]);
  // Below 5 per 100, whatever is usual.
  const rare = history.map((row) => ({ ...row, count: 0 }));
  expect(said(value('voids', { count: 9 }), rare)).toEqual([]);
  expect(said(value('voids', { count: 10 }), rare)).toHaveLength(1);
  // Few days, or days without transactions, say nothing.
  expect(said(value('voids', { count: 50 }), rare.slice(2))).toEqual([]);
  expect(said(value('voids', { count: 50, sales: null }), rare)).toEqual([]);
});

test('the limits of the organization decide', () => {
  expect(said(value('largest_refund', { amount: 7499 }), [], { large_refund_dollars: 75 })).toEqual([]);
  expect(said(value('largest_void', { amount: 2500 }), [], { large_refund_dollars: 25 })).toHaveLength(1);
  expect(said(value('paid_outs', { amount: 30_000 }), [], { paid_outs_dollars: 301 })).toEqual([]);
  expect(said(value('over_short', { amount: 1500, count: 0 }), [], { over_short_dollars: 15 })).toEqual([]);
});

const grade = (back: number, changes: Partial<GradeRow> = {}): GradeRow => ({
  ...{ ...at(back), code: '001', amount: 30_490, quantity: 100_000 },
  ...changes,
});
const day = (back: number, changes: Partial<DayRow> = {}): DayRow => ({
  ...{ ...at(back), state: 'closed', fuel: 1, marks: [] },
  ...{ merchandise: 1, excluded: 0, tax: 1 },
  ...changes,
});
const week = [7, 6, 5, 4, 3, 2, 1].map((back) => grade(back));
const ofGrades = (rows: GradeRow[], days = [day(0)]) =>
  linesOfGrades(date, days, rows).map(({ kind, about, what, usual, trading_date }) => [
    `${kind} ${about}`,
    what,
    usual,
    trading_date,
  ]);

test('a price is compared with the last day of its grade', () => {
  const priced = (amount: number, quantity = 100_000) => ofGrades([...week, grade(0, { amount, quantity })]);
  expect(priced(30_490)).toEqual([]);
  expect(priced(36_588)).toEqual([]);
  expect(priced(36_600)).toEqual([['price 001', '$3.660 a gallon', '$3.049 on Thu, Mar 19', date]]);
  expect(priced(24_000)).toEqual([['price 001', '$2.400 a gallon', '$3.049 on Thu, Mar 19', date]]);
  expect(ofGrades([grade(0, { amount: 9990 })])).toEqual([['price 001', '$0.999 a gallon', null, date]]);
  // Half a gallon says nothing, nor does a day before the range.
  expect(priced(1, 500)).toEqual([]);
  expect(ofGrades([grade(9, { amount: 60_000 }), grade(8), ...week, grade(0)])).toEqual([]);
  // Two closes on one date.
  const half = grade(0, { amount: 15_245, quantity: 50_000 });
  expect(ofGrades([...week, half, half])).toEqual([]);
});

test('a grade that sold every day is out on the first day without any, where that day knows its fuel', () => {
  const out = ['grade_out 001', '0 gal', '100 gal a day in the 7 days before', date];
  expect(ofGrades(week)).toEqual([out]);
  expect(ofGrades([...week, grade(0, { amount: 0, quantity: 0 })])).toEqual([out]);
  expect(ofGrades(week.slice(1))).toEqual([]);
  expect(ofGrades([...week.slice(0, 3), grade(4, { quantity: 0 }), ...week.slice(4)])).toEqual([]);
  expect(ofGrades(week, [day(0, { state: 'open' })])).toEqual([]);
  expect(ofGrades(week, [day(0, { fuel: null })])).toEqual([]);
  expect(ofGrades(week, [])).toEqual([]);
});

test('days that are not closed, or cover 2 dates, are exceptions', () => {
  const kinds = (row: DayRow) => linesOfDay(row).map(({ kind }) => kind);
  expect(kinds(day(0))).toEqual([]);
  expect(kinds(day(0, { state: 'open' }))).toEqual([]);
  expect(kinds(day(0, { state: 'not_closed', marks: ['Covers 2 dates'] }))).toEqual([
    'not_closed',
    'two_dates',
  ]);
});
