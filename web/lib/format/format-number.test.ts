import { expect, test } from 'vitest';
import { formatNumber } from './format-number.ts';

test('formatNumber puts a comma before every three digits', () => {
  expect([0, 7, 999, 1000, 98_765, 1_234_567].map(formatNumber)).toEqual([
    '0',
    '7',
    '999',
    '1,000',
    '98,765',
    '1,234,567',
  ]);
});
