import { expect, test } from 'vitest';
import { formatDate } from './format-date.ts';

test('short month, numeric day and year, two-digit hour and minute', () => {
  const local = new Date(2026, 10, 5, 16, 5).toISOString();
  // Newer ICU data put a narrow space before PM.
  expect(formatDate(local).replace(/\s/gu, ' ')).toBe('Nov 5, 2026, 04:05 PM');
});
