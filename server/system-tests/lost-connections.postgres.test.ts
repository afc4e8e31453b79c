import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { getProfile, updateProfile } from '../../contract/profile.ts';
import { asUnavailable } from '../platform/http/errors.ts';
import { createTestDatabase, startPostgresCluster } from '../testing/databases/postgres-cluster.ts';
import { startTcpProxy } from '../testing/processes/tcp-proxy.ts';
import { followStream } from '../testing/requests/follow-stream.ts';
import { present } from '../testing/worlds/auth-world.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

/** Waits until all requests succeed again. */
const untilServed = (ask: () => Promise<200 | string>) =>
  expect.poll(async () => new Set(await many(20, ask))).toEqual(new Set([200]));

/** Many requests at once, each of which may be answered differently. */
const many = <T>(count: number, ask: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)));

const codeOf = async (call: ReturnType<World['ada']['call']>) => {
  const answer = await call;
  return answer.status === 200 ? 200 : `${answer.status} ${answer.problem().code}`;
};

describe('connections that PostgreSQL ends', () => {
  let world: World;
  /** Two other clients of the database: one holds a row, one watches outside of a transaction. */
  let holder: Client;
  let other: Client;
  beforeAll(async () => {
    // On a busy machine, waiting changes must not time out before they are ended.
    world = await startWorld({
      env: { DATABASE_LOCK_TIMEOUT_SECONDS: '60', DATABASE_QUERY_TIMEOUT_SECONDS: '60' },
    });
    const connectionString = present(world.app.config.database_url);
    [holder, other] = [new Client({ connectionString }), new Client({ connectionString })];
    await Promise.all([holder.connect(), other.connect()]);
  });
  afterAll(async () => {
    await Promise.all([holder.end(), other.end()]);
    await world.close();
  });

  const endAll = () =>
    other.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'canopy'`,
    );

  test('refuse exactly the changes that wait on them, with 503', async () => {
    await holder.query('begin');
    await holder.query('select id from users where id = $1 for update', [world.ada.id]);
    const changes = many(6, (index) =>
      codeOf(world.ada.call(updateProfile, { body: { full_name: `Ada Owner ${index}` } })),
    );
    await expect
      .poll(
        async () => {
          const waiting = `select pid from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`;
          return (await other.query(waiting)).rows.length;
        },
        { timeout: 30_000 },
      )
      .toBe(6);
    await endAll();
    expect(new Set(await changes)).toEqual(new Set(['503 unavailable']));
    await holder.query('rollback');
    const renamed = await world.ada.call(updateProfile, { body: { full_name: 'Ada Again' } });
    expect(renamed.ok().full_name).toBe('Ada Again');
  });

  test('do not end the process between two statements of a transaction', async () => {
    const broken = world.app.database.write(async (tx) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      const isThere = async () =>
        (await other.query('select 1 from pg_stat_activity where pid = $1', [rows[0]?.pid])).rows.length;
      await expect.poll(isThere).toBe(0);
      await tx.selectFrom('settings').select('key').execute();
    });
    await expect(broken).rejects.toSatisfy((error) => asUnavailable(error)?.code === 'unavailable');
    expect((await world.ada.call(getProfile, {})).status).toBe(200);
  });

  test('do not claim to know whether a change was saved when they end during its commit', async () => {
    const name = `outcome-${crypto.randomUUID()}`;
    const broken = world.app.database.write(async (tx) => {
      await tx.insertInto('settings').values({ key: name, value: '' }).execute();
      await endAll();
    });
    await expect(broken).rejects.toSatisfy((error) =>
      /Reload the page to see whether it was/.test(asUnavailable(error)?.message ?? ''),
    );
  });
});

test('a restart of PostgreSQL is logged once, and its end once, whatever is requested meanwhile', async () => {
  const cluster = await startPostgresCluster();
  const dataDir = await mkdtemp(join(tmpdir(), 'canopy-test-'));
  onTestFinished(async () => {
    await cluster.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  const world = await startWorld({
    env: { DATABASE_QUERY_TIMEOUT_SECONDS: '2' },
    reuse: { dataDir, databaseUrl: cluster.url },
  });
  onTestFinished(() => world.close());
  const { app } = world;
  const lines: string[] = [];
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(app.log, level).mockImplementation((...said: unknown[]) => void lines.push(String(said.at(-1))));
  }
  const ask = () => codeOf(world.ada.call(updateProfile, { body: { phone: null } }));
  const stream = await followStream(world.url, world.ada.token);
  onTestFinished(stream.close);
  await stream.next('hello');

  const underWay = many(40, ask);
  await cluster.halt();
  const answers = [...(await underWay), ...(await many(40, ask))];
  expect(answers).toContain('503 unavailable');
  expect(answers.filter((answer) => answer !== 200 && answer !== '503 unavailable')).toEqual([]);
  const signIn = await world.nobody.raw('POST', '/auth/v1/token?grant_type=password', {
    email: world.ada.email,
    password: 'correct horse',
  });
  expect(signIn.status).toBe(503);
  expect(await signIn.json()).toMatchObject({ error_code: 'service_unavailable' });
  // A screen that opens now asks from time to time; one that is open keeps its stream.
  expect((await followStream(world.url, world.ada.token)).status).toBe(503);
  await app.mailer.deliverDue();
  await app.mailer.deliverDue();
  await expect(app.activity.flush()).rejects.toThrow();
  expect(lines).toEqual(['The database does not answer. Requests are refused until it does.']);

  await cluster.start();
  await untilServed(ask);
  await stream.next('hello');
  const told = stream.events.length;
  (await world.ada.call(updateProfile, { body: { phone: '1' } })).ok();
  await expect.poll(() => stream.events.slice(told).map(({ name }) => name)).toContain('changed');
  await expect.poll(() => lines).toHaveLength(2);
  expect(lines[1]).toBe('The database works again.');
  await app.mailer.deliverDue();
  await app.activity.flush();
  expect(lines).toHaveLength(2);
});

describe('a network that drops packets', () => {
  const env = {
    DATABASE_QUERY_TIMEOUT_SECONDS: '2',
    DATABASE_CONNECT_TIMEOUT_SECONDS: '2',
    DATABASE_POOL_SIZE: '8',
  };

  async function startBehindProxy() {
    const dataDir = await mkdtemp(join(tmpdir(), 'canopy-test-'));
    const database = await createTestDatabase();
    const proxy = await startTcpProxy(database.url);
    const world = await startWorld({ env, reuse: { dataDir, databaseUrl: proxy.url } });
    onTestFinished(async () => {
      await world.close();
      await proxy.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    return { world, proxy };
  }

  test('on the open connections: each times out once, and requests get new ones', async () => {
    const { world, proxy } = await startBehindProxy();
    const logged = vi.spyOn(world.app.log, 'error');
    const ask = () => codeOf(world.ada.call(getProfile, {}));
    await untilServed(ask);
    proxy.silenceOpen();
    const answers = await many(20, ask);
    expect(answers).toContain('503 unavailable');
    expect(answers.filter((answer) => answer !== 200 && answer !== '503 unavailable')).toEqual([]);
    await untilServed(ask);
    expect(logged.mock.calls.map(([, message]) => message)).toEqual([
      'The database does not answer. Requests are refused until it does.',
    ]);
  });

  test('in a transaction ends it without waiting for its rollback', async () => {
    const { world, proxy } = await startBehindProxy();
    const said: unknown[] = [];
    const broken = world.app.database.write(async (tx) => {
      proxy.silenceOpen();
      try {
        await tx.selectFrom('settings').select('key').execute();
      } catch (error) {
        said.push(error);
        throw error;
      }
    });
    // The rollback was not sent on the dead connection; otherwise its own timeout would be logged.
    await expect(broken).rejects.toThrow('Query read timeout');
    expect(said).toMatchObject([{ message: 'Query read timeout' }]);
    const ask = () => codeOf(world.ada.call(updateProfile, { body: { full_name: 'Ada Again' } }));
    await untilServed(ask);
  });

  test('everywhere: requests fail, and succeed as soon as it is back', async () => {
    const { world, proxy } = await startBehindProxy();
    const ask = () => codeOf(world.ada.call(getProfile, {}));
    proxy.silenceNew(true);
    proxy.silenceOpen();
    expect(new Set(await many(30, ask))).toEqual(new Set(['503 unavailable']));
    expect(new Set(await many(30, ask))).toEqual(new Set(['503 unavailable']));
    const readiness = await fetch(`${world.url}/readyz`);
    expect(readiness.status).toBe(503);
    expect(await readiness.json()).toEqual({
      status: 'not ready',
      reason: 'The database does not answer.',
    });
    proxy.silenceNew(false);
    await untilServed(ask);
  });
});
