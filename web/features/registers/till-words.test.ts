import { expect, test } from 'vitest';
import type { SalesValue, ValueSum } from '../../../contract/registers.ts';
import { describeOverShort, describeValue, nameOfTender } from './till-words.ts';

const value = (
  code: SalesValue,
  amount: number | null,
  count: number | null,
  basis: ValueSum['basis'] = null,
) => ({
  ...{ code, amount, count, basis },
});

test.each([
  ['$12.40 short', [value('over_short', -1240, 0, 'decided'), value('tills', null, 1)]],
  ['$12.40 over', [value('over_short', 1240, 0, 'decided')]],
  ['Off by $12.40', [value('over_short', -1240, 0, 'undecided')]],
  ['$0.00', [value('over_short', 0, 0, 'undecided')]],
  ['Not counted', [value('over_short', null, 1, 'undecided'), value('tills', null, 1)]],
  ['$3.00 over, 2 of 3 tills counted', [value('over_short', 300, 1, 'decided'), value('tills', null, 3)]],
  ['—', []],
])('over and short says %s', (text, values) => {
  expect(describeOverShort(values)).toBe(text);
});

test('a value says what is known of it, and 0 where that is known', () => {
  expect(describeValue(value('voids', 4210, 3), [])).toBe('3 · $42.10');
  expect(describeValue(value('no_sales', null, 0), [])).toBe('0');
  expect(describeValue(value('safe_drops', 0, null), [])).toBe('$0.00');
});

test('a tender has its name however the register writes it, and another one its code', () => {
  expect(['creditCards', 'CREDITCARD', 'foodStamps', 'constructor', '1100'].map(nameOfTender)).toEqual([
    ...['Credit cards', 'Credit cards', 'EBT', 'constructor', '1100'],
  ]);
});
