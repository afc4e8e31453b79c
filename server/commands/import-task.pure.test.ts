import { expect, test } from 'vitest';
import { readImportTask } from './import-task.ts';

const nothing = {
  'dry-run': false,
  apply: false,
  'deactivate-missing': false,
  replace: '',
  'blank-clears': '',
  create: false,
};

/** Choices that only the page has. */
const none = { meanings: [], invite_new: false };

test('readImportTask takes locations first, and gives each file the options that are about it', () => {
  const task = readImportTask({
    ...nothing,
    users: 'people.csv',
    locations: 'places.csv',
    apply: true,
    'deactivate-missing': true,
    replace: 'roles, locations',
    'blank-clears': 'phone,closed_on,employee_number',
    confirm: '12',
    result: 'out/result.csv',
  });
  expect(task).toEqual({
    files: [
      {
        about: 'locations',
        path: 'places.csv',
        options: { blank_clears: ['phone', 'closed_on'], replace: [], deactivate_missing: false, ...none },
        result: 'out/result-locations.csv',
      },
      {
        about: 'users',
        path: 'people.csv',
        options: {
          blank_clears: ['phone', 'employee_number'],
          replace: ['roles', 'locations'],
          deactivate_missing: true,
          ...none,
        },
        result: 'out/result-users.csv',
      },
    ],
    isDryRun: false,
    confirm: 12,
  });
});

test('readImportTask keeps the name of the result of a single file', () => {
  const task = readImportTask({ ...nothing, users: 'people.csv', 'dry-run': true, result: 'result.csv' });
  expect(task).toMatchObject({ files: [{ result: 'result.csv' }], isDryRun: true, confirm: null });
});

test.each([
  [{ apply: true }, /^Name a file with --users or --locations\.\n/],
  [{ users: 'a.csv' }, /^Say either --dry-run or --apply\.\n/],
  [{ users: 'a.csv', apply: true, 'dry-run': true }, /^Say either --dry-run or --apply\.\n/],
  [
    { users: 'a.csv', apply: true, replace: 'email' },
    /^--replace knows roles, locations, but not 'email'\.\n/,
  ],
  [
    { users: 'a.csv', apply: true, 'blank-clears': 'email' },
    /^--blank-clears knows phone, .* but not 'email'\.\n/,
  ],
  [{ locations: 'a.csv', apply: true, 'deactivate-missing': true }, /are about --users\.\n/],
  [{ users: 'a.csv', apply: true, confirm: 'many' }, /^--confirm must be a number, not 'many'\.\n/],
])('readImportTask refuses %j with the usage', (given, message) => {
  expect(() => readImportTask({ ...nothing, ...given })).toThrow(message);
});
