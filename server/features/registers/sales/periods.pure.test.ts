import { expect, test } from 'vitest';
import {
  baseDatesOf,
  columnOf,
  defaultComparison,
  holidayOf,
  rangeOfPeriod,
  spanFor,
} from './periods.pure.ts';

test.each([
  ['yesterday', '2028-02-29', '2028-02-29'],
  ['today', '2028-03-01', '2028-03-01'],
  // A Wednesday.
  ['this_week', '2028-02-28', '2028-03-01'],
  ['last_week', '2028-02-21', '2028-02-27'],
  ['month_to_date', '2028-03-01', '2028-03-01'],
  ['last_month', '2028-02-01', '2028-02-29'],
  ['year_to_date', '2028-01-01', '2028-03-01'],
  ['last_7', '2028-02-24', '2028-03-01'],
  ['last_28', '2028-02-03', '2028-03-01'],
  ['last_90', '2027-12-03', '2028-03-01'],
] as const)('on the day after a leap day %s is from %s to %s', (period, from, to) => {
  expect(rangeOfPeriod(period, '2028-03-01', 'monday')).toEqual({ from, to });
});

test.each([
  ['sunday', '2026-11-22', '2026-11-15'],
  ['saturday', '2026-11-21', '2026-11-14'],
  ['monday', '2026-11-23', '2026-11-16'],
] as const)('a week that starts on %s', (weekStart, thisWeek, lastWeek) => {
  expect(rangeOfPeriod('this_week', '2026-11-27', weekStart).from).toBe(thisWeek);
  expect(rangeOfPeriod('last_week', '2026-11-27', weekStart).from).toBe(lastWeek);
  // On its first day the week has one day.
  expect(rangeOfPeriod('this_week', thisWeek, weekStart)).toEqual({ from: thisWeek, to: thisWeek });
  expect(columnOf('2026-11-27', 'week', weekStart)).toBe(thisWeek);
});

test.each([
  ['a day', '2026-11-26', '2026-11-26', 'week'],
  ['a week', '2026-11-20', '2026-11-26', 'week'],
  ['8 days', '2026-11-19', '2026-11-26', 'before'],
  ['a month', '2026-10-01', '2026-10-31', 'month'],
  ['a month to date', '2026-11-01', '2026-11-27', 'month'],
  ['a part of a month', '2026-10-01', '2026-10-20', 'before'],
  ['two months', '2026-09-01', '2026-10-31', 'before'],
])('%s is compared with %s by itself', (_, from, to, against) => {
  expect(defaultComparison({ from, to }, '2026-11-27')).toBe(against);
});

test('a date is compared with the same weekday, the same day of the month or the day so many days before', () => {
  expect(baseDatesOf('2026-11-26', 'week', 1)).toEqual(['2026-11-19']);
  expect(baseDatesOf('2026-11-26', 'year', 1)).toEqual(['2025-11-27']);
  expect(baseDatesOf('2026-11-26', 'before', 30)).toEqual(['2026-10-27']);
  const weeks = ['2026-11-19', '2026-11-12', '2026-11-05', '2026-10-29'];
  expect(baseDatesOf('2026-11-26', 'average', 1)).toEqual(weeks);
  expect(baseDatesOf('2026-12-31', 'month', 31)).toEqual([]);
  expect(baseDatesOf('2026-12-30', 'month', 31)).toEqual(['2026-11-30']);
  expect(baseDatesOf('2026-01-15', 'month', 31)).toEqual(['2025-12-15']);
  expect(baseDatesOf('2028-03-29', 'month', 31)).toEqual(['2028-02-29']);
  expect(baseDatesOf('2027-03-29', 'month', 31)).toEqual([]);
});

test('long ranges have wider columns', () => {
  expect(spanFor({ from: '2026-10-01', to: '2026-11-27' })).toBe('day');
  expect(spanFor({ from: '2026-08-29', to: '2026-11-26' })).toBe('week');
  expect(spanFor({ from: '2026-01-01', to: '2026-11-26' })).toBe('month');
});

test('Thanksgiving is the fourth Thursday of November', () => {
  const dates = ['2026-11-26', '2026-11-19', '2025-11-27', '2024-11-28', '2029-11-22', '2029-11-29'];
  expect(dates.map(holidayOf)).toEqual([
    ...['Thanksgiving', null, 'Thanksgiving', 'Thanksgiving', 'Thanksgiving', null],
  ]);
  expect(holidayOf('2027-07-04')).toBe('Independence Day');
});
