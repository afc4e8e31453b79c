import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { getSettings } from '../../contract/settings.ts';
import { listUsers } from '../../contract/users.ts';
import { loadConfig } from '../config/config.ts';
import { migrationNames } from '../kernel/database/migrate.ts';
import type { Logger } from '../platform/database/database-log.ts';
import { emptyDatabase } from '../testing/databases/empty-database.ts';
import { record } from '../testing/databases/recorded-statements.ts';
import { startWorld } from '../testing/worlds/world.ts';
import { openDatabase } from './open-database.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'canopy-test-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

function collectedLog() {
  const lines: string[] = [];
  const add = (_details: object, message: string) => void lines.push(message);
  const log: Logger = { error: add, info: add, warn: add };
  return { lines, log };
}

test('servers that start at the same moment on an empty database migrate it once', async () => {
  const { url } = await emptyDatabase();
  const { lines, log } = collectedLog();
  const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: url });
  const executed = await record(async () => {
    const open = await Promise.all([1, 2, 3, 4].map(() => openDatabase(config, log)));
    await Promise.all(open.map((database) => database.close()));
  });
  expect(lines).toEqual([`Applied ${(await migrationNames()).length} migrations`]);
  expect(executed.filter(({ sql: text }) => text.includes('advisory'))).toEqual([]);
});

test('a transaction that the database undoes for a conflict runs again', async () => {
  const { url } = await emptyDatabase();
  const database = await openDatabase(
    loadConfig({ DATA_DIR: dataDir, DATABASE_URL: url }),
    collectedLog().log,
  );
  onTestFinished(() => database.close());
  for (const code of ['40001', '40P01']) {
    let attempts = 0;
    await database.write(async (tx) => {
      attempts += 1;
      await tx
        .insertInto('settings')
        .values({ key: `try ${code}`, value: '' })
        .execute();
      if (attempts < 3) await sql.raw(`do $$ begin raise sqlstate '${code}'; end $$`).execute(tx);
    });
    expect(attempts).toBe(3);
  }
  const saved = await database.read
    .selectFrom('settings')
    .select('key')
    .where('key', 'like', 'try %')
    .execute();
  expect(saved).toHaveLength(2);
});

test('a server works without the extension pg_trgm, says so, and makes the indexes when it is allowed', async () => {
  const { url, name, owner } = await emptyDatabase();
  const role = name.replace('test', 'tenant');
  await owner.query(`create role ${role} login; grant usage, create on schema public to ${role}`);
  onTestFinished(async () => void (await owner.query(`drop owned by ${role} cascade; drop role ${role}`)));
  const tenant = new URL(url);
  tenant.username = role;
  const config = loadConfig({ DATA_DIR: dataDir, DATABASE_URL: tenant.href });
  const open = async () => {
    const { lines, log } = collectedLog();
    await (await openDatabase(config, log)).close();
    return lines;
  };
  const [applied, warning] = await open();
  expect(applied).toMatch(/^Applied/);
  expect(warning).toMatch(/^The database does not allow the extension pg_trgm: searches read all rows\./);
  expect(await open()).toEqual([warning]);

  const world = await startWorld({ reuse: { dataDir, databaseUrl: tenant.href } });
  onTestFinished(() => world.close());
  const found = (await world.ada.call(listUsers, { query: { q: 'ada own' } })).ok();
  expect(found.users.map(({ email }) => email)).toEqual([world.ada.email]);
  const stateOfSearch = async () =>
    (await world.ada.call(getSettings, {})).ok().settings.find((one) => one.name === 'Search')?.value;
  expect(await stateOfSearch()).toBe('Without an index. Each search reads all rows.');

  await owner.query('create extension pg_trgm');
  expect(await open()).toEqual([]);
  expect(await stateOfSearch()).toBeUndefined();
  const { rows } = await owner.query(
    "select indexname from pg_indexes where indexname like '%_search' order by 1",
  );
  expect(rows.map(({ indexname }) => indexname)).toEqual(['locations_search', 'users_search']);
});
