import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparable, compareSorted } from './sort-model.ts';

/** Negative when `a` comes first by code point. */
function byCodePoint(a: string, b: string): number {
  const [left, right] = [[...a], [...b]];
  const index = left.findIndex((character, index) => character !== right[index]);
  if (index < 0) return left.length - right.length;
  return (left[index]?.codePointAt(0) ?? -1) - (right[index]?.codePointAt(0) ?? -1);
}

test('comparable texts are in the order of their code points', () => {
  const unit = fc.constantFrom('a', 'Z', 'é', '\ud7ff', '\ue000', '\uff5e', '\uffff', '😀', '𐐷');
  const text = fc.string({ unit });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(comparable(a) < comparable(b)).toBe(byCodePoint(a, b) < 0);
    }),
  );
});

test('rows without a value come last in both directions, and ids break ties', () => {
  const rows = [
    { value: null, id: 'a' },
    { value: 'x', id: 'b' },
    { value: null, id: 'c' },
    { value: 'x', id: 'd' },
    { value: 'w', id: 'e' },
  ];
  const sorted = (isDescending: boolean) =>
    rows
      .toSorted((a, b) => compareSorted(a, b, isDescending))
      .map((row) => row.id)
      .join('');
  expect(sorted(false)).toBe('ebdac');
  expect(sorted(true)).toBe('dbeca');
});
