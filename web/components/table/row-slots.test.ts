import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { noSlots, takeSlots, useRowSlots } from './row-slots.ts';

const slotsOf = (slots: ReturnType<typeof takeSlots>) => Object.fromEntries(slots.byRow);

test('while the list only scrolls, a row that stays in sight keeps its slot', () => {
  const before = takeSlots(noSlots, ['ana', 'bo', 'cy'], false);
  expect(slotsOf(takeSlots(before, ['cy', 'ana'], false))).toEqual({ cy: 2, ana: 0 });
});

test('for another search, the rows take the slots from the first on, so that no element moves', () => {
  const before = takeSlots(noSlots, ['ana', 'bo', 'cy'], true);
  const after = takeSlots(before, ['cy', 'di', 'ed', 'flo'], true);
  expect(slotsOf(after)).toEqual({ cy: 0, di: 1, ed: 2, flo: 3 });
  expect(slotsOf(takeSlots(after, ['flo'], true))).toEqual({ flo: 0 });
});

test('at any other time a row that comes has a slot of its own', () => {
  const before = takeSlots(noSlots, ['ana', 'bo'], false);
  const after = takeSlots(before, ['bo', 'di'], false);
  expect(slotsOf(after)).toEqual({ bo: 1, di: 2 });
  expect(slotsOf(takeSlots(after, ['ana'], false))).toEqual({ ana: 3 });
});

test('another search lends the elements of the rows, but not while one of them has the focus', () => {
  const row = document.body.appendChild(document.createElement('button'));
  row.dataset.row = 'ana';
  const props = { rows: ['ana', 'bo'], order: '' };
  const { result, rerender } = renderHook(({ rows, order }) => useRowSlots(rows, order), {
    initialProps: props,
  });
  const slots = () => Object.fromEntries(result.current);
  expect(slots()).toEqual({ ana: 0, bo: 1 });
  row.focus();
  rerender({ rows: ['cy', 'di'], order: 'search' });
  expect(slots()).toEqual({ cy: 2, di: 3 });
  row.blur();
  rerender({ rows: ['ed', 'di'], order: 'search' });
  expect(slots()).toEqual({ ed: 4, di: 3 });
  rerender({ rows: ['di', 'flo'], order: 'another search' });
  expect(slots()).toEqual({ di: 4, flo: 3 });
  row.remove();
});
