import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { filesOfOther, onBoth } from './shared-files.ts';

const all = globSync('server/**/*.test.ts').filter(
  (path) => !/\.(sqlite|postgres|pure)\.test\.ts$/.test(path),
);

test('each file runs on one of the databases in a whole run, and those of the list on both', () => {
  const [notOnSqlite, notOnPostgres] = [filesOfOther('sqlite'), filesOfOther('postgres')];
  expect([...notOnSqlite, ...notOnPostgres, ...onBoth].sort()).toEqual(all.sort());
  expect(Math.min(notOnSqlite.length, notOnPostgres.length)).toBeGreaterThan(15);
});

test('a file whose expectations depend on the database is tried on both', () => {
  const asks = /\bdialect === |\bisPostgres\b|runIf\(process\.env\.TEST_DIALECT/;
  const asking = all.filter((path) => asks.test(readFileSync(path, 'utf8')));
  expect(asking.length).toBeGreaterThan(5);
  expect(asking.filter((path) => !onBoth.includes(path))).toEqual([]);
});
