import { describe, expect, test } from 'vitest';
import {
  findChangedMigrations,
  findLivingImports,
  isMigration,
  landedMigrations,
  linesOfNewMigrations,
} from './support/migrations.ts';
import { readSource } from './support/source-file.ts';
import { listFiles, readText } from './support/tree.ts';

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
