import { describe, expect, test } from 'vitest';
import {
  findChangedMigrations,
  findLivingImports,
  findUndeclaredContractions,
  isMigration,
  landedMigrations,
  linesOfNewMigrations,
} from './support/migrations.ts';
import { listFiles, readSource, readText } from './support/tree.ts';

describe('the migrations', () => {
  const migrations = listFiles()
    .filter(isMigration)
    .map((path) => ({ path, text: readText(path) }));

  test('are unchanged since they landed, as checks/landed-migrations.txt lists', () => {
    expect(migrations.length).toBeGreaterThan(0);
    expect(findChangedMigrations(migrations, readText(landedMigrations))).toEqual([]);
  });

  test('import nothing that can change after they landed', () => {
    expect(findLivingImports(migrations.map(({ path, text }) => readSource(path, text)))).toEqual([]);
  });
});

test('no migration takes away what servers of the release before use', () => {
  const migrations = listFiles()
    .filter(isMigration)
    .map((path) => ({ path, text: readText(path) }));
  expect(findUndeclaredContractions(migrations)).toEqual([]);
});

describe('the check of what migrations take away', () => {
  const folder = 'server/kernel/database/migrations';
  const first = { path: `${folder}/0039_compatible_from.ts`, text: '' };
  const check = (statement: string, declared = '') =>
    findUndeclaredContractions([
      first,
      { path: `${folder}/0041_next.ts`, text: `${declared}\nawait run('${statement}');\n` },
    ]);

  test.each([
    ['drops', 'drop table views'],
    ['drops', 'alter table users drop column phone'],
    ['drops', 'DROP INDEX users_search'],
    ['renames', 'alter table users rename column phone to mobile'],
    ['renames', 'alter table users rename phone to mobile'],
    ['renames', 'alter table users rename to people'],
    ['sets not null', 'alter table users alter column phone set not null'],
    ['changes a type', 'alter table users alter column phone type integer'],
    ['changes a type', 'alter table users alter phone set data type integer'],
    ['adds a constraint', 'alter table users add constraint short check (length(name) < 9)'],
    ['adds a column that earlier servers do not fill', 'alter table users add column size text not null'],
  ])('refuses a new migration that %s: %s', (what, statement) => {
    expect(check(statement)).toEqual([expect.stringContaining(`0041_next.ts ${what},`)]);
    expect(check(statement, "export const contractOf = '0039_compatible_from';")).toEqual([]);
  });

  test.each([
    'create table drops (id text not null, name text unique)',
    'alter table users add column size text',
    'alter table users add column size integer not null default 0',
    'alter table users alter column phone drop not null',
    'create index users_by_phone on users (phone) where phone is not null',
  ])('lets a new migration add: %s', (statement) => {
    expect(check(statement)).toEqual([]);
  });

  test('refuses to name a later migration, an unknown one, or one of servers that do not know the rule', () => {
    for (const name of ['0041_next', '0040_unknown', '0038_active_users'])
      expect(check('drop table views', `export const contractOf = '${name}';`)).toEqual([
        expect.stringContaining(`contractOf '${name}'`),
      ]);
  });

  test('lets migrations that landed before the rule be', () => {
    const path = `${folder}/0026_trusted_devices.ts`;
    expect(findUndeclaredContractions([{ path, text: "await run('drop table views');" }])).toEqual([]);
  });
});

describe('the check of the migrations finds', () => {
  const path = 'server/kernel/database/migrations/0001_first.ts';
  const landed = '5891b5b522d5df086d0ff0b110fbd9d21bb4fc7163af34d08286a2e846f6be03  0001_first.ts\n';

  test('a migration that changed after it landed', () => {
    expect(findChangedMigrations([{ path, text: 'hello\n' }], landed)).toEqual([]);
    expect(findChangedMigrations([{ path, text: 'hello\r\n' }], landed)).toEqual([]);
    expect(findChangedMigrations([{ path, text: 'hello!\n' }], landed)).toEqual([
      expect.stringContaining('add a new migration instead'),
    ]);
  });

  test('a migration that is not listed, until npm run format lists it', () => {
    const migrations = [{ path, text: 'hello\n' }];
    expect(findChangedMigrations(migrations, '')).toEqual([expect.stringContaining('npm run format')]);
    expect(linesOfNewMigrations(migrations, '')).toBe(landed);
    expect(linesOfNewMigrations([{ path, text: 'changed\n' }], landed)).toBe('');
  });

  test('a landed migration that was deleted', () => {
    expect(findChangedMigrations([], landed)).toEqual([expect.stringContaining('Bring it back')]);
  });

  test('a migration that imports current code', () => {
    const source = (text: string) => [readSource(path, text)];
    expect(
      findLivingImports(source("import { builtInRoles } from '../../../../contract/access/permissions.ts';")),
    ).toEqual([expect.stringContaining('write into the migration what it needs')]);
    expect(
      findLivingImports(source("import { randomUUID } from 'node:crypto'; import './columns.ts';")),
    ).toEqual([]);
  });
});
