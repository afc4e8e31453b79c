import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createDatabase } from '../../platform/database/database.ts';
import { DatabaseLog } from '../../platform/database/database-log.ts';
import { openSqlite } from '../../platform/database/sqlite.ts';
import { asUnavailable } from '../../platform/http/errors.ts';
import { silentLog } from '../../testing/processes/silent-log.ts';
import { trySaving } from './database.ts';
import { migrateToLatest, whyNotReady } from './migrate.ts';
import { jsonColumns, type Tables } from './schema.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-sqlite-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function openDriver() {
  const driver = openSqlite<Tables>(join(folder, 'canopy.db'), jsonColumns);
  await migrateToLatest(driver.writer, driver.dialect);
  return driver;
}

async function opened() {
  return createDatabase(await openDriver(), new DatabaseLog(silentLog, 0), trySaving);
}

/** Another process that holds the write lock for a while, or until it gets a message. */
async function holdWriteLock({
  forMs,
  journal = 'wal',
}: {
  forMs?: number;
  journal?: 'wal' | 'delete';
} = {}) {
  const script = `
    import { DatabaseSync } from 'node:sqlite';
    const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
    database.exec('pragma journal_mode = ${journal}; begin immediate; create table held (a)');
    console.log('held');
    const letGo = () => { database.exec('rollback'); database.close(); };
    ${forMs === undefined ? "process.stdin.on('end', letGo).resume()" : `setTimeout(letGo, ${forMs})`};`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script, join(folder, 'canopy.db')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(holder, 'exit');
  await once(holder.stdout, 'data');
  return { letGo: () => holder.stdin.end(), ended };
}

test.each([
  ['another process', 'wal'],
  ['another process that makes the file', 'delete'],
] as const)('openDatabase waits for the commit of %s', async (_who, journal) => {
  // Uses a time, because opening blocks this process, which could not send a message meanwhile.
  const holder = await holdWriteLock({ forMs: 400, journal });
  const database = await opened();
  expect(await whyNotReady(database)).toBeNull();
  await database.close();
  await holder.ended;
});

test('a transaction waits for another process without blocking other requests', async () => {
  const database = await opened();
  const holder = await holdWriteLock();
  let isDone = false;
  const writing = database
    .write((tx) => tx.insertInto('settings').values({ key: 'a', value: 'b' }).execute())
    .finally(() => {
      isDone = true;
    });
  // Meanwhile reads are answered from the last commit.
  expect(await whyNotReady(database)).toBeNull();
  expect(isDone).toBe(false);
  holder.letGo();
  await writing;
  await holder.ended;
  await database.close();
});

test('reading or writing inside a transaction throws at once, instead of waiting forever', async () => {
  const database = await opened();
  await expect(database.write(async () => database.read)).rejects.toThrow('read inside a transaction');
  await expect(database.write(() => database.write(async () => 1))).rejects.toThrow(
    'write inside a transaction',
  );
  expect(() => database.afterCommit(() => {})).toThrow('This belongs to a transaction');
  await database.close();
});

test('afterCommit does not run its effect after a rollback', async () => {
  const database = await opened();
  const effects: string[] = [];
  await database.write(async () => database.afterCommit(() => effects.push('committed')));
  const failing = database.write(async () => {
    database.afterCommit(() => effects.push('never'));
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await database.write(async () => {});
  expect(effects).toEqual(['committed']);
  await database.close();
});

test('a parameter that is not a scalar is refused, and does not shift the others', async () => {
  const database = await opened();
  const write = database.write((tx) =>
    tx
      .insertInto('settings')
      .values({ key: new Date() as unknown as string, value: 'x' })
      .execute(),
  );
  await expect(write).rejects.toThrow('Cannot bind [object Date]');
  await database.close();
});

test('a read-only database refuses changes as unavailable, and is ready when it accepts them again', async () => {
  const driver = await openDriver();
  const said: string[] = [];
  const listen = (_details: object, message: string) => void said.push(message);
  const log = new DatabaseLog({ error: listen, info: listen, warn: listen }, 0);
  const database = createDatabase(driver, log, trySaving);
  const change = () =>
    database.write((tx) => tx.insertInto('settings').values({ key: 'a', value: 'b' }).execute());

  await sql`pragma query_only = on`.execute(driver.writer);
  for (let time = 0; time < 3; time++) {
    await expect(change()).rejects.toSatisfy((error) => asUnavailable(error)?.code === 'unavailable');
  }
  expect(await whyNotReady(database)).toBe('The database is read-only.');
  await sql`pragma query_only = off`.execute(driver.writer);
  expect(await whyNotReady(database)).toBeNull();
  await change();
  await expect.poll(() => said).toHaveLength(2);
  expect(said).toEqual([
    'The database is read-only. Requests that change anything are refused until it accepts them.',
    'The database works again.',
  ]);
  await database.close();
});

test('a database that was small when it was opened finds rows by their index', async () => {
  const first = await openDriver();
  const insert = (driver: typeof first, key: string) =>
    driver.writer.insertInto('settings').values({ key, value: 'x' }).execute();
  const indexesWithStatistics = async (driver: typeof first) => {
    const query = sql<{ idx: string }>`select idx from sqlite_stat1 where tbl = 'settings'`;
    return (await query.execute(driver.reader)).rows;
  };
  await insert(first, 'a');
  await first.close();
  const small = await openDriver();
  expect(await indexesWithStatistics(small)).toEqual([]);
  const plan = await sql<{ detail: string }>`explain query plan
    select 1 from roles join settings on settings.key = roles.name`.execute(small.reader);
  expect(plan.rows.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SCAN roles/),
    expect.stringMatching(/^SEARCH settings/),
  ]);
  for (let key = 0; key < 200; key++) await insert(small, `key ${key}`);
  await small.close();
  const large = await openDriver();
  expect(await indexesWithStatistics(large)).not.toEqual([]);
  await large.close();
});

test('the statement cache keeps statements in use and the most recent others', async () => {
  const driver = await openDriver();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  try {
    const run = (n: number) => sql.raw(`select ${n}`).execute(driver.reader);
    for (let n = 1; n <= 1000; n++) {
      await run(n);
      await run(0);
    }
    await run(1000);
    await run(1);
    const times = (n: number) => prepare.mock.calls.filter(([text]) => text === `select ${n}`).length;
    expect([times(0), times(1000), times(1)]).toEqual([1, 1, 2]);
  } finally {
    prepare.mockRestore();
    await driver.close();
  }
});

test('the statement cache keeps at most a megabyte of text', async () => {
  const driver = await openDriver();
  const prepare = vi.spyOn(DatabaseSync.prototype, 'prepare');
  try {
    const run = (n: number) => sql.raw(`select ${n} /* ${'x'.repeat(100_000)} */`).execute(driver.reader);
    for (let n = 0; n < 20; n++) await run(n);
    await run(19);
    expect(prepare).toHaveBeenCalledTimes(20);
    await run(0);
    expect(prepare).toHaveBeenCalledTimes(21);
  } finally {
    prepare.mockRestore();
    await driver.close();
  }
});
