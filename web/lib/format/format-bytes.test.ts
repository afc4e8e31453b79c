import { expect, test } from 'vitest';
import { formatBytes } from './format-number.ts';

test.each([
  [812, '812 bytes'],
  [4210, '4.2 kB'],
  [48_000, '48 kB'],
  [20_000_000, '20 MB'],
])('formatBytes of %i is %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
