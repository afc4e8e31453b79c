import { expect, test } from 'vitest';
import { sortKey } from './sort-key.ts';

test.each([
  ['Ángel', 'angela'],
  ['MÜLLER', 'Muller b'],
  ['Harbor 9', 'harbor 10'],
  ['Harbor 007', 'Harbor 8'],
])('sortKey puts %s before %s', (first, second) => {
  expect(sortKey(first) ?? '').toMatch(/./);
  expect((sortKey(first) ?? '') < (sortKey(second) ?? '')).toBe(true);
});

test('sortKey is null without text, and never too long for an index', () => {
  expect(sortKey(null)).toBeNull();
  expect(sortKey('')).toBeNull();
  expect([...(sortKey('1a'.repeat(100)) ?? '')]).toHaveLength(200);
  expect([...(sortKey('😀'.repeat(250)) ?? '')]).toHaveLength(200);
});
