import { expect, test } from 'vitest';
import { mapHeaders, rememberedMapping } from './map-headers.pure.ts';

test.each([
  ['labels', ['Id', 'Email', 'Full name'], ['id', 'email', 'full_name']],
  [
    'synonyms in any spelling',
    ['E-MAIL', 'Employee No.', 'STÓRE #'],
    ['email', 'employee_number', 'locations'],
  ],
  [
    'each column once, labels first',
    ['Name', 'Full name', 'Mail', 'E-mail'],
    [null, 'full_name', null, 'email'],
  ],
  [
    'nothing for what it does not know',
    ['Shoe size', '', 'Line', 'Result', 'Reason'],
    [null, null, null, null, null],
  ],
  [
    'nothing for what an export has to read only',
    ['Invitation', 'Last sign-in', 'Created'],
    [null, null, null],
  ],
])('mapHeaders finds the columns of users by %s', (_, headers, mapping) => {
  expect(mapHeaders('users', headers)).toEqual(mapping);
});

test('mapHeaders finds the columns of locations', () => {
  const headers = ['Store #', 'Store', 'Street', 'Town', 'ST', 'PLZ', 'Tel.', 'Closed since'];
  expect(mapHeaders('locations', headers)).toEqual([
    'number',
    'name',
    'address',
    'city',
    'state',
    'zip',
    'phone',
    'closed_on',
  ]);
});

test('rememberedMapping proposes what was chosen for the same headers in another order, and nothing for others', () => {
  const earlier = { headers: ['Mail', 'Who', 'Note'], mapping: ['email', 'full_name', null] as const };
  expect(rememberedMapping(['note', 'WHO', 'mail'], earlier)).toEqual([null, 'full_name', 'email']);
  expect(rememberedMapping(['Mail', 'Who'], earlier)).toBeNull();
});
