import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { loadConfig } from '../config/config.ts';
import { ConfigError } from '../platform/config-error.ts';
import { readOften } from '../platform/database/query.ts';
import { emptyDatabase } from '../testing/databases/empty-database.ts';
import { startFakePostgres } from '../testing/databases/fake-postgres.ts';
import { createTestDatabase, startPostgresCluster } from '../testing/databases/postgres-cluster.ts';
import { record } from '../testing/databases/recorded-statements.ts';
import { startRefused } from '../testing/processes/server-process.ts';
import { silentLog } from '../testing/processes/silent-log.ts';
import { openDatabase } from './open-database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-refusal-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** The message of the server before it ends; the first test sees the server print it. */
async function refusalOf(databaseUrl: string, env: Record<string, string> = {}): Promise<string> {
  const config = loadConfig({ DATA_DIR: folder, DATABASE_URL: databaseUrl, ...env });
  try {
    const database = await openDatabase(config, silentLog);
    await database.close();
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error('The database was opened.');
}

/** An empty database, and a role that may only connect to it. */
async function guestOf() {
  const database = await createTestDatabase();
  const role = database.name.replace('test', 'guest');
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`create role ${role} login`);
  onTestFinished(async () => {
    await client.query(`drop owned by ${role}; drop role ${role}`);
    await client.end();
    await database.drop();
  });
  const url = new URL(database.url);
  url.username = role;
  return { url: url.href, name: database.name, host: url.host, role, client };
}

test('openDatabase explains how to become the owner to a database user who may not create tables', async () => {
  const { url, name, host, role } = await guestOf();
  expect(await startRefused({ DATA_DIR: folder, DATABASE_URL: url })).toEqual({
    code: 1,
    output:
      `The database ${name} at ${host} does not let ${role} prepare it: permission denied for schema public. ` +
      `Make ${role} the owner of the database and of its tables.`,
  });
});

test('openDatabase explains the same to a database user who does not own the existing tables', async () => {
  const { url, role, client } = await guestOf();
  await client.query(`create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))`);
  await client.query(`create table kysely_migration_lock (id varchar(255) primary key, is_locked integer)`);
  await client.query(`grant usage, create on schema public to ${role}`);
  const refusal = await refusalOf(url);
  expect(refusal).toContain(`does not let ${role} prepare it: permission denied for table kysely_migration`);
  expect(refusal).toContain(`Make ${role} the owner of the database and of its tables.`);
});

test('openDatabase names a database and a user that do not exist', async () => {
  const { url, host } = await guestOf();
  const unknown = new URL(url);
  unknown.pathname = '/nowhere';
  expect(await refusalOf(unknown.href)).toBe(
    `The database nowhere at ${host} refuses us: database "nowhere" does not exist. Correct DATABASE_URL.`,
  );
  unknown.pathname = '/postgres';
  unknown.username = 'nobody_here';
  expect(await refusalOf(unknown.href)).toBe(
    `The database postgres at ${host} refuses us: role "nobody_here" does not exist. Correct DATABASE_URL.`,
  );
});

test.each([
  [
    { code: '28P01', message: 'password authentication failed for user "canopy"' },
    'refuses us: password authentication failed for user "canopy". Correct DATABASE_URL.',
  ],
  [
    { code: '57P03', message: 'the database system is starting up' },
    'does not answer yet: the database system is starting up. Start again in a moment.',
  ],
  [
    { code: '53300', message: 'sorry, too many clients already' },
    'does not answer yet: sorry, too many clients already. Start again in a moment.',
  ],
  [
    { code: '57P01', message: 'terminating connection due to administrator command' },
    'ended the connection: terminating connection due to administrator command. Start again when it runs.',
  ],
  ['end' as const, 'ended the connection: Connection terminated unexpectedly. Start again when it runs.'],
  [
    { code: '08P01', message: 'unsupported startup parameter: statement_timeout' },
    'is behind a pooler: unsupported startup parameter: statement_timeout. Set DATABASE_PREPARED=off, and DATABASE_DIRECT_URL to PostgreSQL itself.',
  ],
])("openDatabase explains PostgreSQL's answer %j in one sentence without the password", async (refusal, message) => {
  const fake = await startFakePostgres(refusal);
  onTestFinished(fake.stop);
  expect(await refusalOf(fake.url)).toBe(`The database canopy at ${fake.host} ${message}`);
});

test('openDatabase explains a missing certificate in one sentence', async () => {
  const { url, name, host } = await guestOf();
  expect(await refusalOf(`${url}?sslmode=verify-full`)).toBe(
    `The database ${name} at ${host} cannot be reached over TLS: The server does not support SSL connections. ` +
      'Correct sslmode in DATABASE_URL, or the certificate of the server.',
  );
});

test('openDatabase refuses a read-only database in one sentence, also when nothing is to be migrated', async () => {
  const { url, name, host, owner } = await emptyDatabase();
  await (await openDatabase(loadConfig({ DATA_DIR: folder, DATABASE_URL: url }), silentLog)).close();
  await owner.query(`alter database ${name} set default_transaction_read_only = on`);
  expect(await refusalOf(url)).toBe(
    `The database ${name} at ${host} is read-only, because default_transaction_read_only is set. ` +
      'Take that back, or name another database in DATABASE_URL.',
  );
});

test('openDatabase refuses a standby, which may be behind, in one sentence', async () => {
  const primary = await startPostgresCluster();
  onTestFinished(primary.stop);
  await (await openDatabase(loadConfig({ DATA_DIR: folder, DATABASE_URL: primary.url }), silentLog)).close();
  const standby = await startPostgresCluster({ standbyOf: primary.url });
  onTestFinished(standby.stop);
  const { host } = new URL(standby.url);
  expect(await refusalOf(standby.url)).toBe(
    `The database postgres at ${host} is a standby. Name the primary in DATABASE_URL.`,
  );
});

test('openDatabase says which settings a role lacks for DATABASE_PREPARED=off, and opens when it has them', async () => {
  const { url, name, host, owner } = await emptyDatabase();
  const env = { DATABASE_PREPARED: 'off', DATABASE_DIRECT_URL: url, DATABASE_LOCK_TIMEOUT_SECONDS: '7' };
  const missing = await refusalOf(url, env);
  const statements = missing.match(/alter role [^;]+;/g) ?? [];
  expect(statements).toEqual([
    `alter role "postgres" in database "${name}" set timezone = 'UTC';`,
    `alter role "postgres" in database "${name}" set statement_timeout = '10000';`,
    `alter role "postgres" in database "${name}" set lock_timeout = '7000';`,
    `alter role "postgres" in database "${name}" set idle_in_transaction_session_timeout = '10000';`,
  ]);
  expect(missing).toBe(
    `The database ${name} at ${host} lacks settings that cannot be sent through a pooler. As its user, run: ` +
      `${statements.join(' ')} Then let the pooler open new connections.`,
  );
  for (const statement of statements) await owner.query(statement);
  const open = async (changes: Record<string, string>) => {
    const config = loadConfig({ DATA_DIR: folder, DATABASE_URL: url, ...env, ...changes });
    const database = await openDatabase(config, silentLog);
    onTestFinished(() => database.close());
    return database;
  };
  const executed = await record(async () => {
    const { read } = await open({});
    await readOften(read, sql`select 1 as one`);
  });
  expect(executed.filter(({ name }) => name)).toEqual([]);
  // A setting that was changed on one side only.
  await expect(open({ DATABASE_QUERY_TIMEOUT_SECONDS: '20' })).rejects.toThrow(
    /set statement_timeout = '20000'/,
  );
});

test('openDatabase refuses two URLs that name different databases', async () => {
  const [pooled, direct] = [await emptyDatabase(), await emptyDatabase()];
  expect(await refusalOf(pooled.url, { DATABASE_DIRECT_URL: direct.url })).toBe(
    `The database ${pooled.name} at ${pooled.host} is not the one that was migrated: relation "kysely_migration" does ` +
      'not exist. Let DATABASE_URL and DATABASE_DIRECT_URL name one database.',
  );
  await pooled.owner.query(
    `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255))`,
  );
  expect(await refusalOf(pooled.url, { DATABASE_DIRECT_URL: direct.url })).toMatch(
    /^DATABASE_DIRECT_URL and DATABASE_URL name different databases/,
  );
  const nowhere = direct.url.replace(direct.name, 'nowhere');
  expect(await refusalOf(pooled.url, { DATABASE_DIRECT_URL: nowhere })).toMatch(
    /refuses us: database "nowhere" does not exist. Correct DATABASE_DIRECT_URL.$/,
  );
});
