import { describe, expect, test } from 'vitest';
import type { LocationKeys, Match, UserKeys } from '../line-request.pure.ts';
import { locationMatcher, userMatcher } from './choose-match.pure.ts';

describe('userMatcher', () => {
  const match = userMatcher([
    { id: 'ana', name: 'Ana', email_key: 'ana@x.example', employee_number_key: '007' },
    { id: 'ben', name: 'Ben', email_key: 'ben@x.example', employee_number_key: null },
  ]);

  test.each<[string, UserKeys, Match]>([
    ['the id', { id: 'ana' }, { id: 'ana' }],
    ['the employee number in any spelling', { employee_number: '0 07' }, { id: 'ana' }],
    ['the email in any case', { email: 'BEN@x.example' }, { id: 'ben' }],
    [
      'an email beside a new employee number',
      { employee_number: '9', email: 'ana@x.example' },
      { id: 'ana' },
    ],
    ['keys that agree', { id: 'ana', employee_number: '007', email: 'ana@x.example' }, { id: 'ana' }],
    ['nobody by unknown keys', { employee_number: '8', email: 'new@x.example' }, { id: null }],
    ['the user whose email is corrected', { employee_number: '007', email: 'new@x.example' }, { id: 'ana' }],
    [
      'the user whose name is given in other letters',
      { employee_number: '007', email: 'new@x.example', full_name: 'ANA' },
      { id: 'ana' },
    ],
    ['nobody by a number that is meant as it is', { employee_number: '7', is_exact: true }, { id: null }],
  ])('finds %s', (_, keys, found) => {
    expect(match(keys)).toEqual(found);
  });

  test.each<[UserKeys, string]>([
    [{}, 'The line has no id, no employee number and no email.'],
    [
      { employee_number: '007', email: 'new@x.example', full_name: 'Somebody Else' },
      'The employee number belongs to Ana, but name and email differ. If it is the same user, add a column with the id.',
    ],
    [{ id: 'unknown', email: 'ana@x.example' }, 'No user has this id.'],
    [{ id: 'ben', employee_number: '007' }, 'The id belongs to Ben, the employee number to Ana.'],
    [{ id: 'ana', email: 'ben@x.example' }, 'The id belongs to Ana, the email to Ben.'],
    [
      { employee_number: '007', email: 'ben@x.example' },
      'The employee number belongs to Ana, the email to Ben.',
    ],
  ])('rejects %j', (keys, rejected) => {
    expect(match(keys)).toEqual({ rejected: { text: rejected, repairs: [] } });
  });
});

describe('locationMatcher', () => {
  const match = locationMatcher([
    { id: 'mill', name: 'Mill Road', number: '007', zip: '12401' },
    { id: 'pier', name: 'Café Pier', number: null, zip: '05990' },
    { id: 'fuel-1', name: 'Fuel', number: '11', zip: '10001' },
    { id: 'fuel-2', name: 'Fuel', number: null, zip: '10001' },
  ]);

  test.each<[string, LocationKeys, Match]>([
    ['the id', { id: 'mill', name: 'Renamed', zip: '1' }, { id: 'mill' }],
    ['the number', { number: '007' }, { id: 'mill' }],
    ['name and ZIP code in any spelling', { name: 'cafe  PIER', zip: '05990' }, { id: 'pier' }],
    ['nothing by the name in another ZIP code', { name: 'Mill Road', zip: '99999' }, { id: null }],
    ['nothing by a number that is like none', { number: '70' }, { id: null }],
    [
      'the one without a number, which the line brings',
      { number: '5', name: 'Fuel', zip: '10001' },
      { id: 'fuel-2' },
    ],
    ['no location with another number', { number: '8', name: 'Mill Road', zip: '12401' }, { id: null }],
  ])('finds %s', (_, keys, found) => {
    expect(match(keys)).toEqual(found);
  });

  test.each<[LocationKeys, string]>([
    [{ name: 'Mill Road' }, 'The line has no id, no number, and not both a name and a ZIP code.'],
    [{ id: 'unknown' }, 'No location has this id.'],
    [
      { id: 'pier', number: '007' },
      'The id belongs to Café Pier (id pier), the number to Mill Road (number 007).',
    ],
    [
      { name: 'fuel', zip: '10001' },
      'Fuel (number 11) and Fuel (id fuel-2) have this name and ZIP code. Use the number or the id.',
    ],
  ])('rejects %j', (keys, rejected) => {
    expect(match(keys)).toEqual({ rejected: { text: rejected, repairs: [] } });
  });
});

test('a number without its zeros is rejected, and both readings are offered', () => {
  const match = locationMatcher([{ id: 'mill', name: 'Mill Road', number: '001', zip: '12401' }]);
  const rejected = {
    text: 'No location has the number 1. Did you mean 001?',
    repairs: [
      { column: 'number', value: '1', means: '001', label: 'Use 001' },
      { column: 'number', value: '1', means: '1', label: 'Keep 1' },
    ],
  };
  expect(match({ number: '1', name: 'Other', zip: '12401' })).toEqual({ rejected });
  // A spreadsheet took the zeros of an export, whose lines have ids.
  expect(match({ id: 'mill', number: '1' })).toEqual({ rejected });
  expect(match({ number: '1', is_exact: true })).toEqual({ id: null });
});
