import { describe, expect, test } from 'vitest';
import { followUpAt, heldUntil, nextDigest, nextHour } from './email-times.pure.ts';

const chicago = 'America/Chicago';
const times = {
  ...{ email_hour: null, quiet_from: null, quiet_to: null, paused_until: null, digest_sent_at: null },
};

test('nextHour is that hour of the zone, also when the clock changes', () => {
  const next = (now: string, zone: string, hour?: number) =>
    nextHour(new Date(now), zone, hour).toISOString();
  expect(next('2026-11-20T12:00:00.000Z', chicago)).toBe('2026-11-20T13:00:00.000Z');
  expect(next('2026-11-20T13:00:00.000Z', chicago)).toBe('2026-11-21T13:00:00.000Z');
  expect(next('2026-10-31T22:00:00.000Z', chicago)).toBe('2026-11-01T13:00:00.000Z');
  expect(next('2027-03-13T20:00:00.000Z', chicago)).toBe('2027-03-14T12:00:00.000Z');
  expect(next('2026-11-20T12:00:00.000Z', 'Asia/Kolkata')).toBe('2026-11-21T01:30:00.000Z');
  expect(next('2026-11-20T12:00:00.000Z', chicago, 23)).toBe('2026-11-21T05:00:00.000Z');
  expect(next('2026-11-21T05:00:00.000Z', chicago, 23)).toBe('2026-11-22T05:00:00.000Z');
  // The hour that is skipped begins when the clock goes on, and the one that comes twice comes once.
  expect(next('2027-03-14T06:00:00.000Z', chicago, 2)).toBe('2027-03-14T08:00:00.000Z');
  expect(next('2026-11-01T05:00:00.000Z', chicago, 1)).toBe('2026-11-01T06:00:00.000Z');
  expect(next('2026-11-01T06:00:00.000Z', chicago, 1)).toBe('2026-11-02T07:00:00.000Z');
});

test('nextDigest is one a day, whatever its hour becomes, and waits for the end of a pause', () => {
  const next = (now: string, change: Partial<typeof times> | object) =>
    nextDigest(new Date(now), chicago, { ...times, ...change }).toISOString();
  const sent = { digest_sent_at: '2026-11-20T13:00:10.000Z', email_hour: 9 };
  expect(next('2026-11-20T14:00:00.000Z', sent)).toBe('2026-11-21T15:00:00.000Z');
  expect(next('2026-11-21T14:00:00.000Z', sent)).toBe('2026-11-21T15:00:00.000Z');
  expect(next('2026-11-20T12:00:00.000Z', { paused_until: '2026-12-24' })).toBe('2026-12-24T13:00:00.000Z');
  expect(next('2026-11-20T12:00:00.000Z', { paused_until: '2026-11-01' })).toBe('2026-11-20T13:00:00.000Z');
});

describe('heldUntil', () => {
  const until = (now: string, change: object) =>
    heldUntil(new Date(now), chicago, { ...times, ...change })?.toISOString() ?? null;
  const night = { quiet_from: 22, quiet_to: 6 };
  const noon = { quiet_from: 12, quiet_to: 13 };

  test('without quiet hours and pause nothing is held', () => {
    expect(until('2026-11-20T05:00:00.000Z', {})).toBeNull();
    expect(until('2026-11-20T18:30:00.000Z', { quiet_from: 12 })).toBeNull();
  });

  test('in quiet hours until their end, over midnight and over both changes of the clock', () => {
    expect(until('2026-11-21T03:59:00.000Z', night)).toBeNull();
    expect(until('2026-11-21T04:00:00.000Z', night)).toBe('2026-11-21T12:00:00.000Z');
    expect(until('2026-11-21T11:59:00.000Z', night)).toBe('2026-11-21T12:00:00.000Z');
    expect(until('2026-11-21T12:00:00.000Z', night)).toBeNull();
    expect(until('2026-11-01T04:00:00.000Z', night)).toBe('2026-11-01T12:00:00.000Z');
    expect(until('2027-03-14T05:00:00.000Z', night)).toBe('2027-03-14T11:00:00.000Z');
    expect(until('2026-11-20T18:30:00.000Z', noon)).toBe('2026-11-20T19:00:00.000Z');
    expect(until('2026-11-20T19:30:00.000Z', noon)).toBeNull();
  });

  test('in a pause until its first day, and then until the end of the quiet hours of that night', () => {
    expect(until('2026-11-20T18:00:00.000Z', { paused_until: '2026-11-22' })).toBe(
      '2026-11-22T06:00:00.000Z',
    );
    expect(until('2026-11-20T18:00:00.000Z', { ...night, paused_until: '2026-11-22' })).toBe(
      '2026-11-22T12:00:00.000Z',
    );
    expect(until('2026-11-20T18:00:00.000Z', { ...noon, paused_until: '2026-11-22' })).toBe(
      '2026-11-22T06:00:00.000Z',
    );
    expect(until('2026-11-22T18:00:00.000Z', { paused_until: '2026-11-22' })).toBeNull();
  });
});

test('followUpAt is 10:00 of the same day, unless it is over or quiet', () => {
  const at = (now: string, change: object = {}) =>
    followUpAt(new Date(now), chicago, { ...times, ...change })?.toISOString() ?? null;
  expect(at('2026-11-20T13:00:00.000Z')).toBe('2026-11-20T16:00:00.000Z');
  expect(at('2026-11-20T16:00:00.000Z')).toBeNull();
  expect(at('2026-11-20T13:00:00.000Z', { quiet_from: 8, quiet_to: 16 })).toBeNull();
});
