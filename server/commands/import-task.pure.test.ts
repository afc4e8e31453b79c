import { expect, test } from 'vitest';
import { readImportTask } from './import-task.ts';

const nothing = {
  'dry-run': false,
  apply: false,
  'deactivate-missing': false,
  replace: '',
  'blank-clears': '',
  create: false,
  mean: [],
  invite: false,
};

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
        links: null,
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
        links: null,
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

test('readImportTask reads what words mean, in all columns of words or in one', () => {
  const task = readImportTask({
    ...{ ...nothing, users: 'people.csv', 'dry-run': true, invite: true },
    mean: ['STORE MANAGER=manager', 'roles: Store: East = ', 'locations:HQ=', 'Area: North=viewer'],
  });
  const { meanings, invite_new } = task.files[0]?.options ?? expect.fail('no file');
  expect(invite_new).toBe(true);
  expect(meanings).toEqual([
    { column: 'roles', value: 'STORE MANAGER', means: 'manager' },
    { column: 'locations', value: 'STORE MANAGER', means: 'manager' },
    { column: 'status', value: 'STORE MANAGER', means: 'manager' },
    { column: 'districts', value: 'STORE MANAGER', means: 'manager' },
    { column: 'roles', value: 'Store: East', means: '' },
    { column: 'locations', value: 'HQ', means: '' },
    ...(['roles', 'locations', 'status', 'districts'] as const).map((column) => ({
      ...{ column, value: 'Area: North', means: 'viewer' },
    })),
  ]);
});

test.each([
  [
    { users: 'a.csv', apply: true, mean: ['manager'] },
    /^--mean must look like "word=meaning", not 'manager'/,
  ],
  [{ users: 'a.csv', apply: true, mean: ['=manager'] }, /^--mean must look like/],
  [{ locations: 'a.csv', apply: true, invite: true }, /^--invite is about --users\.$/],
  [{ users: 'a.csv', apply: true, links: 'l.csv' }, /^--links needs --invite and --apply\.$/],
  [{ apply: true }, /^Name a file with --users, --locations or --stock\.$/],
  [{ users: 'a.csv' }, /^Say either --dry-run or --apply\.$/],
  [{ users: 'a.csv', apply: true, 'dry-run': true }, /^Say either --dry-run or --apply\.$/],
  [
    { users: 'a.csv', apply: true, replace: 'email' },
    /^--replace knows roles, locations, districts, but not 'email'\.$/,
  ],
  [
    { users: 'a.csv', apply: true, 'blank-clears': 'email' },
    /^--blank-clears knows phone, .* but not 'email'\.$/,
  ],
  [{ locations: 'a.csv', apply: true, 'deactivate-missing': true }, /are about --users\.$/],
  [{ users: 'a.csv', apply: true, confirm: 'many' }, /^--confirm must be a number, not 'many'\.$/],
])('readImportTask refuses %j', (given, message) => {
  expect(() => readImportTask({ ...nothing, ...given })).toThrow(message);
});
