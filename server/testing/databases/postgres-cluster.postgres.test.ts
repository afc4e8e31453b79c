import { Client } from 'pg';
import { expect, test } from 'vitest';
import { createTestDatabase } from './postgres-cluster.ts';

test('each test gets a database of its own, and it is gone after drop', async () => {
  const [one, other] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  const client = new Client({ connectionString: one.url });
  await client.connect();
  await client.query('create table t (a text)');
  await client.end();

  const second = new Client({ connectionString: other.url });
  await second.connect();
  const tables = await second.query("select to_regclass('t') as t");
  const accents = await second.query("select lower('ÉCOLE') as word");
  await second.end();
  expect(tables.rows).toEqual([{ t: null }]);
  expect(accents.rows).toEqual([{ word: 'école' }]);

  await Promise.all([one.drop(), other.drop()]);
  await expect(new Client({ connectionString: one.url }).connect()).rejects.toThrow(/does not exist/);
});
