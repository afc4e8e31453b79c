import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countedOf, type FuelDay, isFuelAmount, isProven, kindByName } from './departments.pure.ts';

test.each([
  ['Unleaded', 'fuel'],
  ['DIESEL #2', 'fuel'],
  ['GAS', 'fuel'],
  ['Fuel (pump)', 'fuel'],
  ['Lottery online', 'excluded'],
  ['LOTTO PAYOUT', 'excluded'],
  ['Scratch-offs', 'excluded'],
  ['Money Orders', 'excluded'],
  ['Gas gift card', 'excluded'],
  ['Bottle deposit', 'excluded'],
  ['PAID OUT', 'excluded'],
  ['Pay outs', 'excluded'],
  ['Fuel additives', null],
  ['Diesel exhaust fluid', null],
  ['Gas cans', null],
  ['Propane gas', null],
  ['Gaskets', null],
  ['Depositories', null],
  ['Snacks', null],
  ['', null],
  [null, null],
])('the name %s proposes %s', (name, kind) => {
  expect(kindByName(name)).toBe(kind);
});

test('what the connection decided goes before the chain, which goes before a fuel line, a name and an amount', () => {
  const row = { code: '30', name: 'LOTTERY', kind: null, is_fuel_line: false, is_fuel_amount: true };
  const none = new Map();
  const chain = new Map([['30 lottery', 'merchandise'] as const]);
  expect(countedOf(row, none)).toEqual({ name: 'lottery', counts_as: 'excluded', basis: 'proposed' });
  expect(countedOf({ ...row, name: null }, none)).toMatchObject({ counts_as: 'fuel', basis: 'proposed' });
  expect(countedOf({ ...row, is_fuel_line: true }, none)).toMatchObject({
    counts_as: 'fuel',
    basis: 'proposed',
  });
  expect(countedOf(row, chain)).toMatchObject({ counts_as: 'merchandise', basis: 'decided' });
  expect(countedOf({ ...row, code: '31' }, chain)).toMatchObject({
    counts_as: 'excluded',
    basis: 'proposed',
  });
  expect(countedOf({ ...row, kind: 'fuel' }, chain)).toMatchObject({ counts_as: 'fuel', basis: 'decided' });
});

describe('the amount of a department', () => {
  const department = (code: string, amount: number | null, name = '', gross: number | null = amount) => ({
    ...{ code, name, gross, amount },
  });
  const day = (
    departments: FuelDay['departments'],
    fuel = 1000,
    fuel_gross: number | null = fuel,
  ): FuelDay => ({
    ...{ fuel, fuel_gross, departments },
  });

  test('is that of the fuel report alone, or with all that are named as fuel, before or after discounts', () => {
    const diesel = department('1', 300, 'diesel');
    const unleaded = department('2', 200, 'unleaded');
    expect(isFuelAmount(day([department('9', 1000), diesel]), '9 ')).toBe(true);
    expect(isFuelAmount(day([department('9', 500), diesel, unleaded]), '9 ')).toBe(true);
    // With one of the two.
    expect(isFuelAmount(day([department('9', 700), diesel, unleaded]), '9 ')).toBe(false);
    expect(isFuelAmount(day([department('9', 990, '', 1000)], 950, 1000), '9 ')).toBe(true);
    expect(isFuelAmount(day([department('9', 999)]), '9 ')).toBe(false);
    expect(isFuelAmount(day([]), '9 ')).toBe(false);
    expect(isFuelAmount(day([department('9', null, '', null)]), '9 ')).toBe(false);
  });

  test('is no fuel when it is nothing beside departments that are all of the fuel', () => {
    expect(isFuelAmount(day([department('9', 0), department('1', 1000, 'diesel')]), '9 ')).toBe(false);
  });

  test('needs three days of three', () => {
    const fits = day([department('9', 1000)]);
    const other = day([department('9', 1)]);
    expect(isProven([fits, fits], '9 ')).toBe(false);
    expect(isProven([fits, fits, other, fits, fits], '9 ')).toBe(false);
    expect(isProven([other, fits, fits, fits, other], '9 ')).toBe(true);
  });

  test('is never found as a part of some of the others', () => {
    const cents = fc.integer({ min: 1, max: 500 });
    const input = fc.record({
      amounts: fc.array(cents, { minLength: 2, maxLength: 8 }),
      named: fc.array(cents, { maxLength: 3 }),
      chosen: fc.array(fc.nat(7), { minLength: 1, maxLength: 8 }),
    });
    fc.assert(
      fc.property(input, ({ amounts, named, chosen }) => {
        const departments = [
          ...amounts.map((amount, at) => department(`${at}`, amount)),
          ...named.map((amount, at) => department(`n${at}`, amount, 'fuel')),
        ];
        // The fuel is the sum of some of them.
        const fuel = [...new Set(chosen)].reduce((sum, at) => sum + (amounts[at] ?? 0), 0);
        fc.pre(fuel > 0);
        const allNamed = named.reduce((sum, amount) => sum + amount, 0);
        for (const [at, amount] of amounts.entries())
          expect(isFuelAmount(day(departments, fuel), `${at} `)).toBe(
            amount === fuel || amount + allNamed === fuel,
          );
      }),
    );
  });
});
