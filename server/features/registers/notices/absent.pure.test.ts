import { describe, expect, test } from 'vitest';
import { momentInWords } from '../../../platform/clock.ts';
import { dayInWords } from '../figures/days.pure.ts';
import { findMissingDays, type ReportedDay } from './absent.pure.ts';

const chicago = 'America/Chicago';
const place = (id: string, first_date: string | null = '2026-10-01', time_zone = chicago) => ({
  ...{ id, name: id, time_zone, first_date, last_at: '2026-11-26T12:00:00.000Z' },
});
const day = (location_id: string, trading_date: string, change: Partial<ReportedDay> = {}): ReportedDay => ({
  ...{ location_id, trading_date, is_closed: true },
  began: `${trading_date}T00:10:00`,
  ended: `${trading_date}T23:50:00`,
  ...change,
});
const week = [
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-11-21',
  '2026-11-22',
  '2026-11-23',
  '2026-11-24',
  '2026-11-25',
];
const whole = (id: string, without: readonly string[] = []) =>
  week.filter((date) => !without.includes(date)).map((date) => day(id, date));
/** 10:30 of Thu, Nov 26 in Chicago. */
const morning = new Date('2026-11-26T16:30:00Z');
const found = (
  ...[locations, days, now = morning]: [Parameters<typeof findMissingDays>[0], ReportedDay[], Date?]
) =>
  findMissingDays(locations, days, now).map(
    ({ location, date, isOpen }) => `${location.id} ${date}${isOpen ? ' open' : ''}`,
  );

describe('findMissingDays', () => {
  test('a gap before own later days, also of a location alone', () => {
    expect(found([place('A')], whole('A', ['2026-11-22']))).toEqual(['A 2026-11-22']);
    expect(found([place('A')], whole('A'))).toEqual([]);
    expect(found([place('A')], [])).toEqual([]);
  });

  test('the last day only when half of the others closed it', () => {
    const places = [place('A'), place('B'), place('C'), place('D'), place('E')];
    const late = whole('A', ['2026-11-25']);
    const others = (closed: readonly string[]) =>
      ['B', 'C', 'D', 'E'].flatMap((id) => whole(id, closed.includes(id) ? [] : ['2026-11-25']));
    expect(found(places, [...late, ...others(['B'])])).toEqual([]);
    expect(found(places, [...late, ...others(['B', 'C'])])).toEqual([
      ...['A 2026-11-25', 'D 2026-11-25', 'E 2026-11-25'],
    ]);
  });

  test('not before 10:00 of the next morning, by the clock of the location', () => {
    const days = [...whole('A', ['2026-11-25']), ...whole('B'), day('A', '2026-11-26', { is_closed: false })];
    const before = new Date('2026-11-26T15:59:00Z');
    expect(found([place('A'), place('B')], days, before)).toEqual([]);
    const east = place('A', '2026-10-01', 'America/New_York');
    expect(found([east, place('B')], days, before)).toEqual(['A 2026-11-25']);
  });

  test('a day without a report is open, and one that covers two dates leaves no gap', () => {
    const rest = whole('A', ['2026-11-23', '2026-11-24']);
    expect(found([place('A')], [...rest, day('A', '2026-11-23', { is_closed: false })])).toEqual([
      ...['A 2026-11-24', 'A 2026-11-23 open'],
    ]);
    const long = day('A', '2026-11-24', { began: '2026-11-23T00:10:00' });
    expect(found([place('A')], [...rest, long])).toEqual([]);
    // A night before is no date: it began after the noon.
    const night = day('A', '2026-11-24', { began: '2026-11-23T22:10:00', ended: null });
    expect(found([place('A')], [...rest, night])).toEqual(['A 2026-11-23']);
  });

  test('nothing before the first day, and nothing for one without any', () => {
    expect(found([place('A', '2026-11-23')], whole('A', ['2026-11-20', '2026-11-22']))).toEqual([]);
    expect(found([place('N', null), place('B')], whole('B'))).toEqual([]);
  });
});

test('days and moments in words', () => {
  expect(dayInWords('2026-11-25')).toBe('Wed, Nov 25');
  expect(momentInWords('2026-11-25T22:12:00.000Z', chicago)).toBe('Wed, Nov 25, 4:12 PM');
});
