import { expect, test } from 'vitest';
import { formatDate, formatDay } from './format-date.ts';

test('formatDate writes a short month, numeric day and year, two-digit hour and minute', () => {
  expect(formatDate(new Date(2026, 10, 5, 16, 5).toISOString())).toBe('Nov 5, 2026, 04:05 PM');
});

test('formatDate writes midnight and noon as twelve', () => {
  expect(formatDate(new Date(2026, 0, 31, 0, 0).toISOString())).toBe('Jan 31, 2026, 12:00 AM');
  expect(formatDate(new Date(2026, 11, 1, 12, 59).toISOString())).toBe('Dec 1, 2026, 12:59 PM');
});

test('formatDay writes the day without a time', () => {
  expect(formatDay(new Date(2026, 1, 28).toISOString())).toBe('Feb 28, 2026');
});
