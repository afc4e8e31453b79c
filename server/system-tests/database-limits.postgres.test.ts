import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { updateProfile } from '../../contract/profile.ts';
import { loadConfig } from '../config/config.ts';
import { compareMigrations } from '../kernel/database/migrate.ts';
import { asUnavailable } from '../platform/http/errors.ts';
import { openDatabase } from '../start/open-database.ts';
import { createTestDatabase } from '../testing/databases/postgres-cluster.ts';
import { silentLog } from '../testing/processes/silent-log.ts';
import { present } from '../testing/worlds/auth-world.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

const env = { DATABASE_QUERY_TIMEOUT_SECONDS: '3', DATABASE_LOCK_TIMEOUT_SECONDS: '1' };

describe('a database time limit', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld({ env });
  });
  afterAll(() => world.close());

  const rename = (full_name: string) => world.ada.call(updateProfile, { body: { full_name } });

  test('refuses a change that waits too long for another one, in a sentence', async () => {
    const holder = new Client({ connectionString: present(world.app.config.database_url) });
    await holder.connect();
    await holder.query('begin');
    await holder.query('select id from users where id = $1 for update', [world.ada.id]);
    const refused = await rename('Ada Waiting');
    await holder.query('rollback');
    await holder.end();
    expect(refused.status).toBe(503);
    expect(refused.problem()).toMatchObject({
      code: 'unavailable',
      detail: 'The database is busy right now. Nothing was saved; try again.',
    });
    expect((await rename('Ada Again')).ok().full_name).toBe('Ada Again');
  });

  test('ends a statement that takes too long, and keeps its connection', async () => {
    const pidOf = () =>
      world.app.database.write(async (tx) => {
        const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
        return rows[0]?.pid;
      });
    const before = await pidOf();
    const slow = world.app.database.write((tx) => sql`select pg_sleep(100)`.execute(tx));
    await expect(slow).rejects.toSatisfy((error) => /busy/.test(asUnavailable(error)?.message ?? ''));
    expect(await pidOf()).toBe(before);
  });
});

test('migrations have no time limit', async () => {
  const { url, drop } = await createTestDatabase();
  const administrator = new Client({ connectionString: url });
  await administrator.connect();
  // One of their statements takes longer than the limit of a request.
  await administrator.query(`create function be_slow() returns event_trigger language plpgsql as $$
    begin perform pg_sleep(4.5); end $$`);
  await administrator.query(`create event trigger slow_extension on ddl_command_start
    when tag in ('CREATE EXTENSION') execute function be_slow()`);
  await administrator.end();
  const database = await openDatabase(loadConfig({ DATABASE_URL: url, ...env }), silentLog);
  expect(await compareMigrations(database.read)).toEqual({ pending: [], refusal: null });
  await database.close();
  await drop();
});
