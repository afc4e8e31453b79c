import { expect, test } from 'vitest';
import { makeDate, makeDates } from '../../../testing/fake-registers.ts';
import { columnsOf, sumsOf } from './compare.ts';
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
  const compared = { ...makeDates(dates), to: '2026-03-17' };
  expect(
    columnsOf(compared).map(({ from, to, now, before }) => [from, to, now?.revenue, before?.revenue]),
  ).toEqual([
    ['2026-03-14', '2026-03-14', 1100, 1000],
    ['2026-03-15', '2026-03-15', 3000, 5000],
    ['2026-03-16', '2026-03-16', null, 7000],
    ['2026-03-17', '2026-03-17', 200, 900],
  ]);
  expect(sumsOf(compared, 'revenue')).toEqual({ now: 1100, before: 1000 });
  expect(sumsOf({ ...compared, from: '2026-03-15' }, 'revenue')).toBeNull();
});

test('a long range has columns of several days, and the longest one not more than 100 of them', () => {
  const year = columnsOf({
    ...{ from: '2026-01-01', to: '2026-12-31' },
    dates: [
      makeDate({ trading_date: '2025-12-31', revenue: 5 }),
      makeDate({ trading_date: '2026-01-07', revenue: 100, fuel: null, locations: 2 }),
      makeDate({ trading_date: '2026-01-01', revenue: 20, fuel: null }),
      makeDate({ trading_date: '2026-01-08', revenue: null, fuel: 3 }),
      makeDate({ trading_date: '2026-12-31', revenue: 7 }),
    ],
  });
  expect(year).toHaveLength(53);
  expect(year[0]).toMatchObject({
    ...{ from: '2026-01-01', to: '2026-01-07', before: null },
    now: { revenue: 120, fuel: null, locations: 2 },
  });
  expect(year[1]).toMatchObject({ from: '2026-01-08', now: { revenue: null, fuel: 3 } });
  expect(year[2]?.now).toBeNull();
  expect(year[52]).toMatchObject({ from: '2026-12-31', to: '2026-12-31', now: { revenue: 7 } });
  const ends = [makeDate({ trading_date: '0001-01-01' }), makeDate({ trading_date: '2026-01-01' })];
  const columns = (from: string, to: string) => columnsOf({ from, to, dates: ends }).length;
  expect(columns('2026-01-01', '2026-04-10')).toBe(100);
  expect(columns('2026-01-01', '2026-04-11')).toBe(15);
  expect(columns('0001-01-01', '9999-12-31')).toBe(100);
  expect(columns('2026-01-02', '2026-01-01')).toBe(0);
  const late = columnsOf({ from: '2000-01-01', to: '2026-03-15', dates: [makeDate()] });
  expect(late.map(({ from }) => from)).toEqual(['2026-03-14', '2026-03-15']);
});

test.each([
  [1100, 1000, '▲ 10.0 %'],
  [967, 1000, '▼ 3.3 %'],
  [1000, 1000, '0.0 %'],
  [1000, 0, null],
  [1000, -5, null],
  [null, 1000, null],
  [0, 1000, '▼ 100.0 %'],
])('%j after %j is a change of %j', (now, before, text) => {
  expect(changeOf(now, before)).toBe(text);
});
