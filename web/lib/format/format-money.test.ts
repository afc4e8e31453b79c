import { expect, test } from 'vitest';
import {
  formatCount,
  formatDollars,
  formatGallons,
  formatMoney,
  formatQuantity,
  formatTick,
  formatVolume,
} from './format-money.ts';

test.each([
  [0, '$0.00'],
  [5, '$0.05'],
  [3299, '$32.99'],
  [-50, '−$0.50'],
  [123456789, '$1,234,567.89'],
  [null, '—'],
])('formatMoney writes %j cents as %s', (cents, text) => {
  expect(formatMoney(cents)).toBe(text);
});

test('figures are written from integers, and what is unknown is no 0', () => {
  expect([10_000, 1, -1_234_567, null].map(formatVolume)).toEqual(['10.000', '0.001', '−1,234.567', '—']);
  expect([2000, 1500, 0, 10_000, null].map(formatQuantity)).toEqual(['2', '1.5', '0', '10', '—']);
  expect([123456, 149, 150, -200, null].map(formatDollars)).toEqual(['$1,235', '$1', '$2', '−$2', '—']);
  expect([1_234_567, 499, -1500, null].map(formatGallons)).toEqual(['1,235', '0', '−2', '—']);
  expect([0, 0.05, 250, 7500, 1_250_000, -250_000].map((value) => formatTick(value, '$'))).toEqual([
    ...['$0', '$0.05', '$250', '$7.5k', '$1.25M', '−$250k'],
  ]);
  expect([1234, 0, null].map(formatCount)).toEqual(['1,234', '0', '—']);
});
