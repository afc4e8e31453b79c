import { expect, test } from 'vitest';
import { makeDate } from '../../../testing/fake-registers.ts';
import { compareDates, sumsOf } from './compare.ts';
import { changeOf } from './days.ts';

test('a week is compared with the week before only by days that are known in both, at as many locations', () => {
  const dates = [
    makeDate({ trading_date: '2026-03-07', revenue: 1000, locations: 2 }),
    makeDate({ trading_date: '2026-03-08', revenue: 5000, locations: 3 }),
    makeDate({ trading_date: '2026-03-09', revenue: 7000 }),
    makeDate({ trading_date: '2026-03-14', revenue: 1100, locations: 2 }),
    // One of three has not reported yet.
    makeDate({ trading_date: '2026-03-15', revenue: 3000, locations: 2 }),
    makeDate({ trading_date: '2026-03-16', revenue: null }),
    makeDate({ trading_date: '2026-03-10', revenue: 900 }),
    // Its day is still open.
    makeDate({ trading_date: '2026-03-17', revenue: 200, closed: 0 }),
  ];
  const compared = compareDates(dates, '2026-03-14', '2026-03-17');
  expect(compared.map(({ day, now, before }) => [day, now?.revenue, before?.revenue])).toEqual([
    ['2026-03-14', 1100, 1000],
    ['2026-03-15', 3000, 5000],
    ['2026-03-16', null, 7000],
    ['2026-03-17', 200, 900],
  ]);
  expect(sumsOf(compared, 'revenue')).toEqual({ now: 1100, before: 1000 });
  expect(sumsOf(compared.slice(1), 'revenue')).toBeNull();
});

test.each([
  [1100, 1000, '+10.0 %'],
  [967, 1000, '−3.3 %'],
  [1000, 1000, '±0.0 %'],
  [1000, 0, null],
  [1000, -5, null],
  [null, 1000, null],
  [0, 1000, '−100.0 %'],
])('%j after %j is a change of %j', (now, before, text) => {
  expect(changeOf(now, before)).toBe(text);
});
