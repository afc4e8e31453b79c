import { expect, test } from 'vitest';
import { countFitting } from './filter-bar.tsx';

test('chips fit into a bar beside the buttons for the others', () => {
  expect(countFitting([100, 100, 100], 128 + 2 * 108)).toBe(2);
  expect(countFitting([100, 100, 100], 128 + 2 * 108 - 1)).toBe(1);
  expect(countFitting([100, 100], 1000)).toBe(2);
  expect(countFitting([100], 100)).toBe(0);
});
