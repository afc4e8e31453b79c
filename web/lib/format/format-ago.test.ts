import { expect, test } from 'vitest';
import { formatAgo } from './format-date.ts';

const now = Date.parse('2026-11-20T21:05:00.000Z');

test.each([
  [20, 'just now'],
  [90, '1 min ago'],
  [3 * 3600, '3 h ago'],
  [30 * 3600, '1 day ago'],
  [12 * 86_400, '12 days ago'],
])('formatAgo of %i seconds is %s', (seconds, text) => {
  expect(formatAgo(new Date(now - seconds * 1000).toISOString(), now)).toBe(text);
});

test('formatAgo of more than a month is the day', () => {
  expect(formatAgo('2026-09-01T12:00:00.000Z', now)).toBe('Sep 1, 2026');
});
