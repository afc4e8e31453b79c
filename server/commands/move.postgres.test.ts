import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createRun } from '../../contract/runs.ts';
import { addDemoData } from '../features/demo-data/demo-data.service.ts';
import { insertOf } from '../kernel/database/database.ts';
import { createTestDatabase, type TestDatabase } from '../testing/databases/postgres-cluster.ts';
import { fillEmptyTables, sampleRows } from '../testing/databases/sample-rows.ts';
import { bareEnvironment } from '../testing/processes/bare-environment.ts';
import { commandLine, runCommand } from '../testing/processes/commands.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { startRefused, startServer } from '../testing/processes/server-process.ts';
import { contractEndpoints } from '../testing/requests/contract-endpoints.ts';
import { quickFetch } from '../testing/requests/quick-fetch.ts';
import { seededRandom } from '../testing/worlds/seeded-random.ts';
import { startTestApp } from '../testing/worlds/test-app.ts';
import { startWorld } from '../testing/worlds/world.ts';
import { move } from './move.ts';

const now = () => new Date('2026-11-23T12:00:00.000Z');

/** A data directory with SQLite whose every table has rows, and the sessions of several users. */
let original: string;
let folder: string;
let tokens: Record<string, string>;
let ids: Record<'users' | 'locations' | 'roles' | 'runs' | 'mails', string[]>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canopy-move-test-'));
  original = await mkdtemp(join(folder, 'original-'));
  const world = await startWorld({ reuse: { dataDir: original }, now });
  const { locations } = world;
  const users = {
    ada: world.ada,
    manager: await world.newUser('Mia Manager', ['manager'], [locations.millRoad]),
    employee: await world.newUser('Eva Employee', ['employee'], [locations.millRoad, locations.airport]),
    viewer: await world.newUser('Vic Viewer', ['viewer'], [locations.airport]),
    'no role': await world.newUser('Nora Norole'),
  };
  const act = { about: 'users' as const, act: { act: 'deactivate' as const } };
  (await world.ada.call(createRun, { body: { ...act, selection: { ids: [users.viewer.id] } } })).ok();
  await world.workOnRuns();
  tokens = Object.fromEntries(Object.entries(users).map(([name, { token }]) => [name, token]));
  await addDemoData(world.app, { locations: 30, users: 200, registers: 1, seed: 1 }, () => {});
  await world.app.database.write(async (tx) => {
    for (const table of parentsFirst)
      await tx.executeQuery(insertOf(table, sampleRows[table] ?? {}).compile(tx));
  });
  const read = world.app.database.read;
  const of = async (table: 'users' | 'locations' | 'roles' | 'runs' | 'mail_outbox') =>
    (await read.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id);
  ids = {
    ...{ users: await of('users'), locations: await of('locations'), roles: await of('roles') },
    ...{ runs: await of('runs'), mails: await of('mail_outbox') },
  };
  await world.close();
  const database = new DatabaseSync(join(original, 'canopy.db'));
  fillEmptyTables(database);
  database.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

type Sampled = keyof typeof sampleRows;
const last: Sampled[] = ['auth_challenges', 'auth_recovery_codes'];
const parentsFirst = (Object.keys(sampleRows) as Sampled[])
  .filter((table) => !last.includes(table))
  .concat(last);

interface Place {
  env: Record<string, string>;
  file: string;
  target: TestDatabase;
}

/** A copy of the data, and an empty database to move them to. */
async function newPlace(): Promise<Place> {
  const dataDir = await mkdtemp(join(folder, 'data-'));
  await cp(original, dataDir, { recursive: true });
  const target = await createTestDatabase();
  return { env: { DATA_DIR: dataDir, DATABASE_URL: target.url }, file: join(dataDir, 'canopy.db'), target };
}

async function refused({ env }: Pick<Place, 'env'>, ...args: string[]): Promise<string> {
  const failed = await runCommand(move, env, ...args).then(
    () => null,
    (error: { code: number; stderr: string }) => error,
  );
  expect(failed?.code).toBe(1);
  return failed?.stderr.trim() ?? '';
}

const onlySqlite = ({ env }: Place) => ({ ...env, DATABASE_URL: '' });

async function onTarget<T>({ target }: Place, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(target.url);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function countOf(place: Place, table: string): Promise<number> {
  const counted = onTarget(place, (client) => client.query(`select count(*)::int as n from ${table}`));
  return (await counted).rows[0].n;
}

test('every table has a row to move, so that a table that the move forgets is noticed', () => {
  const database = new DatabaseSync(join(original, 'canopy.db'), { readOnly: true });
  const names = database
    .prepare("select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'")
    .all()
    .map(({ name }) => String(name));
  const empty = names.filter((name) => !database.prepare(`select 1 from "${name}" limit 1`).get());
  database.close();
  expect(empty).toEqual([]);
});

describe('a move', () => {
  let place: Place;
  let printed: string;
  beforeAll(async () => {
    place = await newPlace();
    printed = (await runCommand(move, place.env)).stdout;
  });
  afterAll(() => place.target.drop());

  test('counts and compares every table', async () => {
    for (const table of Object.keys(sampleRows).filter((table) => table !== 'changes'))
      expect(printed).toMatch(new RegExp(`^${table} +[\\d,]*[1-9]\\d* {2}[0-9a-f]{64}$`, 'm'));
    expect(printed).toContain('Both sides have the same rows.');
    expect((await runCommand(move, place.env, '--verify')).stdout).toContain(
      'Both sides have the same rows.',
    );
  });

  test('leaves the indexes, the keys and the triggers that the migrations make', async () => {
    const migrated = await createTestDatabase();
    const dataDir = await mkdtemp(join(folder, 'fresh-'));
    const fresh = await startTestApp({ reuse: { dataDir, databaseUrl: migrated.url } });
    await fresh.close();
    const structure = (on: Pick<Place, 'target'>) =>
      onTarget(on as Place, async (client) => {
        const parts = await client.query(
          `select pg_get_indexdef(indexrelid) as part from pg_index join pg_class on pg_class.oid = indexrelid
             where relnamespace = current_schema()::regnamespace
           union all select conname || pg_get_constraintdef(oid) from pg_constraint
             where connamespace = current_schema()::regnamespace
           union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal order by 1`,
        );
        return parts.rows.map(({ part }) => part);
      });
    expect(await structure(place)).toEqual(await structure({ target: migrated }));
    await migrated.drop();
  });

  test('makes a server refuse the database that the data left, with the name of the new one', async () => {
    const { code, output } = await startRefused(onlySqlite(place));
    expect(code).toBe(1);
    expect(output).toMatch(
      /^The data were moved to another database on .*: PostgreSQL, canopy_test_\w+ at .* Name it in DATABASE_URL\./,
    );
    expect(await refused(place)).toContain('The data were moved already');
  });

  test('answers 300 random requests of several users as before, byte for byte', async () => {
    const paths = await randomPaths(300);
    const answersOf = async (reuse: { dataDir: string; databaseUrl?: string }) => {
      const app = await startTestApp({ reuse, now });
      const answers: Record<string, string> = {};
      for (const [name, path] of paths) {
        const authorization = `Bearer ${tokens[name]}`;
        const answer = await quickFetch(`${app.url}${path}`, { headers: { authorization } });
        // The id of the request is of this answer alone.
        const text = (await answer.text()).replace(/,?"(request_id|cursor)":"[^"]*"/, '');
        answers[`${name} ${path}`] = `${answer.status} ${answer.headers.get('etag')} ${text}`;
      }
      await app.close();
      return answers;
    };
    const left = await answersOf({ dataDir: (await copyOfOriginal()).dataDir });
    const arrived = await answersOf({
      dataDir: place.env.DATA_DIR ?? '',
      databaseUrl: place.target.url,
    });
    expect(arrived).toEqual(left);
    const found = Object.values(left).filter((answer) => answer.startsWith('200'));
    expect(found.length).toBeGreaterThan(120);
  });

  test('--verify names the tables that a server has changed since, and fails', async () => {
    await onTarget(place, (client) => client.query("delete from auth_rate where key = 'sample:ÿ'"));
    const failed = await runCommand(move, place.env, '--verify').then(
      () => null,
      (error: { stdout: string }) => error,
    );
    expect(failed?.stdout).toContain('auth_rate differs: 1 rows in SQLite, 0 in PostgreSQL.');
  });

  test('--abort lets a server use SQLite again', async () => {
    const { stdout } = await runCommand(move, onlySqlite(place), '--abort');
    expect(stdout).toMatch(/What was changed in PostgreSQL, .* since .* is not in them\./);
    const app = await startTestApp({ reuse: { dataDir: place.env.DATA_DIR ?? '' } });
    await app.close();
    expect((await runCommand(move, onlySqlite(place), '--abort')).stdout).toContain('No move had begun');
  });
});

async function copyOfOriginal() {
  const dataDir = await mkdtemp(join(folder, 'copy-'));
  await cp(original, dataDir, { recursive: true });
  return { dataDir };
}

const searches = ['e', 'mill', 'zoë', 'example', '555', 'a b'];
const queries: Record<string, (random: <T>(from: readonly T[]) => T) => string> = {
  '/api/users': (pick) =>
    `?q=${pick(searches)}&limit=${pick([1, 7, 50])}&sort=${pick(['name', '-name', 'created_at', '-created_at', 'email'])}&status=${pick(['active', 'not:active', 'inactive'])}`,
  '/api/locations': (pick) =>
    `?q=${pick(searches)}&limit=${pick([3, 40])}&sort=${pick(['name', '-city', 'number'])}&status=${pick(['open', 'closed'])}`,
  '/api/audit': (pick) => `?limit=${pick([5, 100])}&only=${pick(['changes'])}&user=${pick(ids.users)}`,
};

/** Requests that only read: downloads are left out, because they write to the audit log. */
async function randomPaths(count: number): Promise<[user: string, path: string][]> {
  const random = seededRandom();
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
  const paths = (await contractEndpoints())
    // The settings say which database it is.
    .filter(({ method, path, download }) => method === 'GET' && !download && path !== '/api/settings')
    .map(({ path }) => path);
  expect(paths.length).toBeGreaterThan(20);
  const requests = new Map<string, [user: string, path: string]>();
  for (let index = 0; requests.size < count; index++) {
    // Each at least once by an administrator, who may read everything.
    const path = paths[index] ?? pick([...paths, ...Object.keys(queries)]);
    const user = index < paths.length ? 'ada' : pick(Object.keys(tokens));
    const [, , kind = ''] = path.split('/');
    const filled = path
      .replace(':user_id', pick(ids.users))
      .replace(/:\w+/, pick(ids[kind as keyof typeof ids] ?? ids.users));
    const asked = `${filled}${queries[path]?.(pick) ?? ''}`;
    requests.set(`${user} ${asked}`, [user, asked]);
  }
  return [...requests.values()];
}

test('a move refuses a database with data, and changes nothing on either side', async () => {
  const place = await newPlace();
  await onTarget(place, (client) => client.query('create table notes (text text)'));
  expect(await refused(place)).toMatch(/is not empty\. Name an empty one/);
  await onTarget(place, (client) => client.query('drop table notes'));
  const used = await startTestApp({
    reuse: { dataDir: (await copyOfOriginal()).dataDir.concat('-new'), databaseUrl: place.target.url },
  });
  expect(await refused(place)).toContain('A server uses the PostgreSQL database.');
  await used.close();
  expect(await refused(place)).toMatch(/is not empty\. Name an empty one/);
  const app = await startTestApp({ reuse: { dataDir: place.env.DATA_DIR ?? '' } });
  await app.close();
  await place.target.drop();
});

test('a move refuses a source that a server uses, an earlier version, one before 1.1, and no target', async () => {
  const place = await newPlace();
  const port = await freePort();
  const server = await startServer({ env: { ...onlySqlite(place), PORT: String(port) } });
  expect(await refused(place)).toMatch(/canopy\.db is in use: .* Stop it first, then move\./);
  await server.stop();
  expect(await refused({ env: onlySqlite(place) })).toContain('Set DATABASE_URL');
  const forget = (where: string) => {
    const database = new DatabaseSync(place.file);
    database.exec(`delete from kysely_migration where ${where}`);
    database.close();
  };
  forget('name = (select max(name) from kysely_migration)');
  expect(await refused(place)).toContain('is of an earlier version. Start this version on it once');
  forget("name > '0034'");
  expect(await refused(place)).toContain('was made by a version before 1.1: start 1.1 on it once');
  await place.target.drop();
});

test('of two moves at once the second is refused, and what it refused is complete', async () => {
  const place = await newPlace();
  const other = await newPlace();
  // The same target from another source, and the same source to another target.
  const moves = await Promise.allSettled([
    runCommand(move, place.env),
    runCommand(move, { ...place.env, DATABASE_URL: other.target.url }),
    runCommand(move, { ...other.env, DATABASE_URL: place.target.url }),
  ]);
  expect(moves.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  for (const one of moves) {
    if (one.status === 'rejected')
      expect(String(one.reason)).toMatch(/is in use|at work|is not empty|were moved already/);
  }
  const done = moves.findIndex(({ status }) => status === 'fulfilled');
  const env = [
    place.env,
    { ...place.env, DATABASE_URL: other.target.url },
    { ...other.env, DATABASE_URL: place.target.url },
  ];
  expect((await runCommand(move, env[done] ?? {}, '--verify')).stdout).toContain(
    'Both sides have the same rows.',
  );
  await place.target.drop();
  await other.target.drop();
});

describe('a move that breaks off', () => {
  /** Migrations drop constraints, too. */
  const isMoving = `current_setting('application_name') = 'canopy-move' and current_query() like 'alter table % drop constraint%'`;

  /** Ends the move before it copies: a trigger waits for a lock that this session holds. */
  async function breakOff(place: Place, how: (child: ChildProcess) => Promise<unknown>): Promise<string> {
    const { promise: isLocked, resolve: lock } = Promise.withResolvers<void>();
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>();
    const holding = onTarget(place, async (client) => {
      await client.query(`create function wait() returns event_trigger language plpgsql as $$
        begin
          if ${isMoving} then perform pg_advisory_xact_lock(42); end if;
        end $$;
        create event trigger wait on ddl_command_end execute function wait()`);
      await client.query('select pg_advisory_lock(42)');
      lock();
      await isOver;
    });
    await isLocked;
    const [program, args] = commandLine('move');
    const child = spawn(program, args, { env: { ...bareEnvironment, ...place.env } });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
      });
    const closed = once(child, 'close');
    await how(child);
    await closed;
    end();
    await holding;
    return output;
  }

  const endSession = (place: Place) => (child: ChildProcess) =>
    onTarget(place, async (client) => {
      const ends = () =>
        client.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'canopy-move' and wait_event_type = 'Lock'",
        );
      while (child.exitCode === null && (await ends()).rowCount === 0) await sleep(5);
    });

  test.each([
    [
      'by SIGKILL',
      (place: Place) => async (child: ChildProcess) => {
        await onTarget(place, async (client) => {
          const waits = () =>
            client.query(
              "select 1 from pg_stat_activity where application_name = 'canopy-move' and wait_event_type = 'Lock'",
            );
          while (child.exitCode === null && (await waits()).rowCount === 0) await sleep(5);
        });
        child.kill('SIGKILL');
      },
    ],
    ['because PostgreSQL ends the connection', endSession],
  ])('%s is refused by servers on both sides, and is repeated', async (_, how) => {
    const place = await newPlace();
    const output = await breakOff(place, how(place));
    if (output.includes('ended the connection'))
      expect(output).toContain('The data in SQLite are unchanged. Repeat the move');
    const left = await startRefused(onlySqlite(place));
    expect(left.output).toMatch(
      /^A move of these data to another database .* is not complete\. Run npm run move again/,
    );
    const half = await startRefused({ ...place.env, DATA_DIR: (await copyOfOriginal()).dataDir });
    expect(half.output).toMatch(
      /^A move into this database \(from SQLite, .*\) began on .* and is not complete\./,
    );
    expect((await runCommand(move, place.env)).stdout).toContain('Both sides have the same rows.');
    expect(await countOf(place, 'users')).toBe(ids.users.length);
    await place.target.drop();
  });

  test('because the disk of PostgreSQL is full says so, and is aborted', async () => {
    const place = await newPlace();
    // What PostgreSQL reports then.
    await onTarget(place, (client) =>
      client.query(`create function full_disk() returns event_trigger language plpgsql as $$
        begin
          if ${isMoving} then
            raise exception 'could not extend file: No space left on device' using errcode = 'disk_full';
          end if;
        end $$;
        create event trigger full_disk on ddl_command_end execute function full_disk()`),
    );
    const said = await refused(place);
    expect(said).toMatch(/^The disk of the database .* is full: could not extend file/);
    expect(said).toContain('or run npm run move -- --abort to go on with SQLite.');
    await runCommand(move, onlySqlite(place), '--abort');
    const app = await startTestApp({ reuse: { dataDir: place.env.DATA_DIR ?? '' } });
    await app.close();
    await place.target.drop();
  });

  test('because SQLite cannot write to its disk says so, and has changed neither side', async () => {
    const place = await newPlace();
    // As on a disk that takes no more.
    const [program, args] = commandLine('move');
    const limited = ['-c', 'ulimit -f 2; exec "$@"', 'sh', program, ...args];
    const env = { ...bareEnvironment, ...place.env, NODE_COMPILE_CACHE: '' };
    const failed = await promisify(execFile)('/bin/sh', limited, { env }).then(
      () => null,
      (error: { code: number; stderr: string }) => error,
    );
    expect(failed).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /canopy\.db cannot be opened for writing: disk I\/O error\. Check the permissions and the disk of DATA_DIR\.\n$/,
      ),
    });
    const tables = await onTarget(place, (client) =>
      client.query("select 1 from information_schema.tables where table_schema = 'public'"),
    );
    expect(tables.rows).toEqual([]);
    expect((await runCommand(move, place.env)).stdout).toContain('Both sides have the same rows.');
    await place.target.drop();
  });

  test('after the last row, before the mark, only sets the mark when it is repeated', async () => {
    const place = await newPlace();
    await runCommand(move, place.env);
    const database = new DatabaseSync(place.file);
    database.exec(
      `update settings set value = json_set(value, '$.is_complete', json('false')) where key = 'moved_to'`,
    );
    database.close();
    expect((await runCommand(move, place.env)).stdout).toContain('only the mark was missing');
    expect((await startRefused(onlySqlite(place))).output).toMatch(
      /^The data were moved to another database/,
    );
    await place.target.drop();
  });
});
