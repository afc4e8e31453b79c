import { expect, test } from 'vitest';
import { shownLocations, shownRoles } from './fit-badges.ts';

test.each([
  [['admin'], 1, 1],
  // One beside the other, also in a row of one line.
  [['clerk', 'viewer'], 2, 2],
  [['employee', 'manager'], 2, 2],
  // Below each other.
  [['employee', 'shift manager'], 2, 1],
  [['employee', 'manager', 'viewer'], 2, 1],
  [['employee', 'regional manager', 'viewer'], 2, 1],
  // The count does not fit beside the second one.
  [['clerk', ...Array.from({ length: 27 }, () => 'regional merchandiser')], 1, 1],
  // Nor beside the first one: below it, and a compact row has no such line.
  [['Car Wash Attendant II', ...Array.from({ length: 11 }, () => 'Car Wash Attendant II')], 1, 0],
] as const)('the badges %j that are whole: %i in a row of two lines, %i in a compact one', (names, two, one) => {
  expect(shownRoles(names, false)).toBe(two);
  expect(shownRoles(names, true)).toBe(one);
});

test('a compact row names two locations or districts only if both are whole beside the count', () => {
  const named = (...names: string[]) => names.map((name) => ({ name }));
  expect(shownLocations(named('Depot', 'Mill'), 2)).toBe(2);
  expect(shownLocations(named('Depot', 'Mill'), 40)).toBe(1);
  expect(shownLocations(named('Harbor Point 394', 'Mill'), 2)).toBe(1);
  expect(shownLocations(named('Depot'), 1)).toBe(1);
  // The icon of a district takes space.
  expect(shownLocations(named('Lower Easts', 'Mill'), 2)).toBe(2);
  expect(shownLocations([{ name: 'Lower Easts', isDistrict: true }, { name: 'Mill' }], 2)).toBe(1);
});
