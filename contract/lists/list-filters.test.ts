import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  filterMaxValues,
  filterText,
  isKnownFilter,
  type ListFilters,
  type LocationFilterField,
  type LocationSortField,
  listFilterParameters,
  locationList,
  parseFilter,
  parseSort,
  readListFilters,
  sortText,
  type UserFilterField,
  type UserSortField,
  userList,
} from './list-filters.ts';

const roleId = '0b5f0f3e-6b6b-4d5c-9a7e-2f1f0c9f3a11';

test.each([
  ['active', { isNot: false, values: ['active'] }],
  ['not:a,b', { isNot: true, values: ['a', 'b'] }],
  [' a ,,a, b ', { isNot: false, values: ['a', 'b'] }],
  ['not:', { isNot: true, values: [] }],
  ['', { isNot: false, values: [] }],
])('parseFilter reads %s', (text, filter) => {
  expect(parseFilter(text)).toEqual(filter);
});

test('filterText writes what parseFilter reads', () => {
  const value = fc.string({ unit: fc.constantFrom('a', 'b', '1', '-'), minLength: 1 });
  const filter = fc.record({ isNot: fc.boolean(), values: fc.uniqueArray(value, { minLength: 1 }) });
  fc.assert(
    fc.property(filter, (filter) => {
      expect(parseFilter(filterText(filter))).toEqual(filter);
    }),
  );
});

test.each(
  userList.sortFields.flatMap((field) => [field, `-${field}`]),
)('parseSort reads %s, and sortText writes it', (text) => {
  const sort = parseSort(text, userList.sortFields);
  expect(sort && sortText(sort)).toBe(text);
  expect(sort?.isDescending).toBe(text.startsWith('-'));
});

test.each(['phone', '--name', '-', 'Name'])('parseSort knows no field %s', (text) => {
  expect(parseSort(text, userList.sortFields)).toBeNull();
});

test.each([
  ['status', 'active,inactive', true],
  ['status', 'active,gone', false],
  ['status', '', false],
  ['role', `${roleId},none`, true],
  ['role', 'manager', false],
  ['invitation', 'invited,none', true],
  ['last_sign_in', '90', true],
  ['last_sign_in', '31', false],
  ['last_sign_in', '30,90', false],
] as const)('a filter of users by %s takes %s: %s', (field, text, expected) => {
  expect(isKnownFilter(parseFilter(text), userList.values[field])).toBe(expected);
});

test.each([
  ['state', 'NY,VT', true],
  ['state', 'ny', false],
  ['state', 'NYC', false],
  ['staff', 'no_manager,nobody', true],
  ['status', 'open', true],
  ['status', 'active', false],
] as const)('a filter of locations by %s takes %s: %s', (field, text, expected) => {
  expect(isKnownFilter(parseFilter(text), locationList.values[field])).toBe(expected);
});

test('a filter takes no more values than its limit', () => {
  const values = Array.from({ length: filterMaxValues + 1 }, (_, index) => `A${index % 10}`);
  expect(isKnownFilter({ isNot: false, values }, locationList.values.state)).toBe(false);
});

test('readListFilters reads what it knows and names the rest', () => {
  const read = readListFilters(userList, {
    status: 'not:inactive',
    role: `${roleId},cashier`,
    invitation: 'lost',
    last_sign_in: '90',
    sort: '-email',
    q: 'ana',
  });
  expect(read).toEqual({
    filters: {
      status: { isNot: true, values: ['inactive'] },
      role: { isNot: false, values: [roleId] },
      last_sign_in: { isNot: false, values: ['90'] },
    },
    sort: { field: 'email', isDescending: true },
    ignored: ['role', 'invitation'],
  });
  expect(readListFilters(locationList, { sort: 'zip' })).toEqual({
    filters: {},
    sort: null,
    ignored: ['sort'],
  });
});

test('listFilterParameters writes what readListFilters reads', () => {
  const users: ListFilters<UserFilterField, UserSortField> = {
    filters: { status: parseFilter('active'), role: parseFilter(`not:${roleId},none`) },
    sort: { field: 'name', isDescending: true },
  };
  const search = { status: 'active', role: `not:${roleId},none`, sort: '-name' };
  expect(listFilterParameters(users)).toEqual(search);
  expect(readListFilters(userList, search)).toEqual({ ...users, ignored: [] });
  const locations: ListFilters<LocationFilterField, LocationSortField> = {
    filters: { staff: parseFilter('nobody') },
    sort: null,
  };
  expect(listFilterParameters(locations)).toEqual({ staff: 'nobody' });
});
