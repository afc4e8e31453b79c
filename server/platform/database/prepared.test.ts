import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/test-app.ts';
import type { Queryable } from './database.ts';
import { prepared } from './prepared.ts';
import { idList, isInList } from './query.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp();
  await testApp.app.database.write((tx) =>
    tx
      .insertInto('settings')
      .values(['a', 'b', 'c'].map((key) => ({ key, value: `value of ${key}` })))
      .execute(),
  );
});
afterAll(() => testApp.close());

let built = 0;
const find = prepared((db: Queryable, wanted: { key: string | null; isNot?: boolean }, limit: number) => {
  built++;
  return db
    .selectFrom('settings')
    .select('key')
    .where('key', 'in', ['a', 'b', 'c'])
    .$if(wanted.key !== null, (query) => query.where('key', wanted.isNot ? '!=' : '=', wanted.key))
    .orderBy('key')
    .limit(limit);
});

test('the query is built once and bound anew each time, in and outside of transactions', async () => {
  const { database } = testApp.app;
  built = 0;
  expect(await find(database.read, { key: 'a' }, 5)).toEqual([{ key: 'a' }]);
  expect(await find(database.read, { key: 'b' }, 5)).toEqual([{ key: 'b' }]);
  expect(await database.write((tx) => find(tx, { key: 'c' }, 5))).toEqual([{ key: 'c' }]);
  expect(built).toBe(1);
});

test('what is null, missing or of another truth makes another query', async () => {
  const { read } = testApp.app.database;
  expect(await find(read, { key: null }, 2)).toEqual([{ key: 'a' }, { key: 'b' }]);
  expect(await find(read, { key: 'a', isNot: true }, 5)).toEqual([{ key: 'b' }, { key: 'c' }]);
  expect(await find(read, { key: 'a', isNot: false }, 5)).toEqual([{ key: 'a' }]);
  expect(await find(read, { key: 'a' }, 5)).toEqual([{ key: 'a' }]);
});

test('text that looks like anything is bound as it is', async () => {
  const { read } = testApp.app.database;
  for (const key of ["'; drop table settings; --", '\u00010\u0001', '$1', '?']) {
    expect(await find(read, { key }, 5)).toEqual([]);
  }
});

test('many ids are one text; a list as an argument is refused', async () => {
  const { read } = testApp.app.database;
  const roles = prepared((db: Queryable, ids: string) =>
    db
      .selectFrom('roles')
      .select(['id', 'is_builtin'])
      .where((eb) => isInList(db, eb.ref('id'), ids)),
  );
  const all = await read.selectFrom('roles').select(['id', 'is_builtin']).execute();
  const ids = all.map((role) => role.id);
  expect(await roles(read, idList(read, []))).toEqual([]);
  expect(await roles(read, idList(read, ids.slice(0, 1)))).toEqual(all.slice(0, 1));
  expect((await roles(read, idList(read, ids))).length).toBe(all.length);
  const byList = prepared((db: Queryable, keys: string[]) =>
    db.selectFrom('settings').select('key').where('key', 'in', keys),
  );
  await expect(byList(read, ['a', 'b'])).rejects.toThrow(/idList/);
});
