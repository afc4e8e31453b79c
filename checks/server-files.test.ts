import { describe, expect, test } from 'vitest';
import {
  findForeignTables,
  findHiddenServices,
  findRoleFaults,
  findSeenServices,
  findStrayJson,
} from './support/server-files.ts';
import { isSource, listFiles, readSource, readText } from './support/tree.ts';

describe('the server', () => {
  const files = listFiles('server')
    .filter(isSource)
    .map((path) => readSource(path, readText(path)));

  test('has features whose files do what their names say', () => {
    expect(findRoleFaults(files)).toEqual([]);
  });

  test('has features that read their own tables, and some others for reports', () => {
    expect(findForeignTables(files)).toEqual([]);
  });

  test('leaves service accounts out where it starts from all users', () => {
    expect(findSeenServices(files)).toEqual([]);
  });

  test('reads the JSON of the database in repositories only', () => {
    expect(findStrayJson(files)).toEqual([]);
  });

  test('has all services of the process in App', () => {
    expect(findHiddenServices(files)).toEqual([]);
  });

  test('has at most 18 files at the top of runs', () => {
    const top = files.filter(({ path }) => /^server\/features\/runs\/[^/]+$/.test(path));
    expect(top.length).toBeLessThanOrEqual(18);
  });
});

test.each([
  ['x.ts', '', 'has no role'],
  ['x-helpers.ts', '', 'has no role'],
  ['x.util.ts', '', 'has no role'],
  [
    'x.service.ts',
    "import { scopeOf } from '../../kernel/access.ts'; export const x = 1;",
    'sends no statement',
  ],
  ['x.service.ts', 'export async function work() { /* for the app */ }', 'sends no statement'],
  ['x.rules.ts', "import { sql } from '../../kernel/database/query.ts';", 'it is pure'],
  ['x.rules.ts', "import { findX } from './x.repository.ts';", 'it is pure'],
  ['x.rules.ts', 'export async function whyNot() {}', 'is asynchronous'],
  ['x.pure.ts', "import { type X, getX } from './x.service.ts';", 'it is pure'],
  ['x.pure.ts', "import { readFileSync } from 'node:fs';", 'it is pure'],
])('findRoleFaults refuses %s with %s', (name, text, fault) => {
  const found = findRoleFaults([readSource(`server/features/x/${name}`, text)]);
  expect(found).toEqual([expect.stringContaining(fault)]);
});

test.each([
  ['x.service.ts', "import { findX } from './x.repository.ts'; export const x = findX;"],
  ['x.service.ts', 'export const x = ({ app }: Context) => app.limits.read();'],
  ['x.rules.ts', "import type { X } from './x.repository.ts'; // nothing is async here"],
  ['x.pure.ts', "import { type X } from './x.service.ts'; export async function work() {}"],
])('findRoleFaults allows %s with %s', (name, text) => {
  expect(findRoleFaults([readSource(`server/features/x/${name}`, text)])).toEqual([]);
});

test.each([
  ["db.selectFrom('users')", 'reads users: call a service of a'],
  ['sql`select 1 from users`', 'reads users: call a service of a'],
  ["tx.deleteFrom('users')", 'changes users: call a service of a'],
])('findForeignTables refuses %s in another feature than that of the table', (text, fault) => {
  const owner = readSource(
    'server/features/a/a.repository.ts',
    "tx.insertInto('users'); db.selectFrom('users');",
  );
  const other = readSource('server/features/b/b.repository.ts', text);
  expect(findForeignTables([owner, other])).toEqual([expect.stringContaining(fault)]);
});

test.each([
  ['export const count = (db) => sql`select count(*) from users where is_active`;', 1],
  ["export function all(db) {\n  return db.selectFrom('users').select('id').execute();\n}", 1],
  ['export const count = (db) => sql`select 1 from users`.where(isNoService);', 0],
  ['export const find = (db, id) => sql`select email from users where users.id = link.user_id`;', 0],
])('findSeenServices judges %s', (text, faults) => {
  expect(findSeenServices([readSource('server/features/x/x.repository.ts', text)])).toHaveLength(faults);
});

test('findStrayJson and findHiddenServices find a planted line', () => {
  const planted = readSource(
    'server/features/x/x.service.ts',
    'const x = new WeakMap<App, X>(); JSON.parse(y);',
  );
  expect(findStrayJson([planted])).toHaveLength(1);
  expect(findHiddenServices([planted])).toHaveLength(1);
});
