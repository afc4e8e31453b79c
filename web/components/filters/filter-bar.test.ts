import { expect, test } from 'vitest';
import { countFitting } from './filter-bar.tsx';

test('chips that all fit need no space for a count, and others leave it', () => {
  const three = [100, 100, 100];
  const buttons = 80;
  const count = 52;
  expect(countFitting(three, 3 * 108 - 8 + buttons)).toBe(3);
  expect(countFitting(three, 3 * 108 - 9 + buttons)).toBe(2);
  expect(countFitting(three, 2 * 108 + buttons + count)).toBe(2);
  expect(countFitting(three, 2 * 108 - 1 + buttons + count)).toBe(1);
  expect(countFitting([100, 100], 1000)).toBe(2);
  expect(countFitting([100], 100)).toBe(0);
});
