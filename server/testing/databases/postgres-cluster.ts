import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client, Pool } from 'pg';
import { freePort } from '../processes/free-port.ts';
import { findPostgresPrograms } from './postgres-programs.ts';

export interface PostgresCluster {
  url: string;
  /** Ends the server with every connection, as for a restart. */
  halt(): Promise<void>;
  /** Ends it as a crash of the machine would, without a word to its clients. */
  kill(): Promise<void>;
  /** Starts it again with the committed data. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

interface ClusterOptions {
  /** It keeps what it confirmed when it is killed, as in production; see `quickSettings`. */
  isDurable?: boolean;
  /** The URL of the cluster that it copies and follows. */
  standbyOf?: string;
}

/**
 * Starts a temporary PostgreSQL on a free loopback port, with its files in a new temporary folder. It ends, and its
 * files are deleted, at `stop()` or however this process ends.
 */
export async function startPostgresCluster({
  isDurable = false,
  standbyOf,
}: ClusterOptions = {}): Promise<PostgresCluster> {
  const programs = findPostgresPrograms();
  if (!programs) throw new Error('No PostgreSQL 15 or newer found: install the Debian package postgresql.');

  const folder = mkdtempSync(join(tmpdir(), 'canopy-postgres-'));
  const owner = unprivilegedUser();
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const identity = { ...owner, cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C.UTF-8' } };

  // Every user of this machine may connect while the tests run, because it contains only test data.
  const flags = ['--no-sync', '--encoding=UTF8', '--locale=C.UTF-8', '--auth=trust', '--username=postgres'];
  const [program, ...made] = standbyOf
    ? ['pg_basebackup', '--no-sync', '--write-recovery-conf', '--checkpoint=fast', `--dbname=${standbyOf}`]
    : ['initdb', ...flags];
  const making = spawnSync(join(programs, program), ['-D', folder, ...made], {
    ...identity,
    encoding: 'utf8',
  });
  if (making.status !== 0) throw new Error(`${program} failed: ${making.error?.message ?? making.stderr}`);

  const port = await freePort();
  const settings = isDurable ? [] : quickSettings;
  const running = [join(programs, 'postgres'), folder, String(port), ...settings];
  const keeper = spawn('/bin/sh', ['-c', KEEPER, 'sh', ...running], {
    ...identity,
    detached: true, // Detached from the terminal's Ctrl-C, which would race with the tests' own end.
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`;
  await waitUntilReady(url, keeper, folder);
  const end = async (signal: 'INT' | 'KILL') => {
    keeper.stdin.write(`${signal}\n`);
    await once(keeper.stdout, 'data');
  };
  return {
    url,
    halt: () => end('INT'),
    kill: () => end('KILL'),
    async start() {
      keeper.stdin.write('start\n');
      await waitUntilReady(url, keeper, folder);
    },
    stop: () => stop(keeper),
  };
}

export interface TestDatabase {
  name: string;
  url: string;
  /** Ends the remaining connections. */
  drop(): Promise<void>;
}

/**
 * A database of its own in the cluster of TEST_DATABASE_URL: a copy of the template, or empty and unmigrated. Nobody
 * is connected to template0, so many processes may copy it at once.
 */
export async function createTestDatabase(template = 'template0'): Promise<TestDatabase> {
  const cluster = process.env.TEST_DATABASE_URL;
  if (!cluster) throw new Error('TEST_DATABASE_URL names no PostgreSQL server to make a test database in.');
  const name = `canopy_test_${randomBytes(8).toString('hex')}`;
  // Copying files takes half the processor time of writing every page to the log.
  await maintenance(cluster).query(`create database ${name} template ${template} strategy file_copy`);
  const url = new URL(cluster);
  url.pathname = `/${name}`;
  return { name, url: url.href, drop: () => dropDatabase(cluster, name) };
}

/**
 * A pool that has just ended is still disconnecting. PostgreSQL waits five seconds for that; `force` would answer it
 * with an error.
 */
async function dropDatabase(cluster: string, name: string): Promise<void> {
  try {
    await maintenance(cluster).query(`drop database ${name}`);
  } catch {
    await maintenance(cluster).query(`drop database ${name} with (force)`);
  }
}

let pool: Pool | null = null;

/** A connection costs as much as the copy of a database, so this process keeps one. */
function maintenance(cluster: string): Pool {
  if (!pool) {
    pool = new Pool({ connectionString: cluster, max: 2, idleTimeoutMillis: 60_000, allowExitOnIdle: true });
    // The next statement opens another one.
    pool.on('error', () => {});
  }
  return pool;
}

/**
 * `fsync=off` and its companions: the data need not survive a power cut. `jit=off`: without statistics PostgreSQL
 * overrates statements over a few rows and compiles them, for a quarter of the processor time of these tests.
 * `autovacuum=off`: hundreds of databases live for seconds.
 */
const quickSettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'jit=off',
  'autovacuum=off',
].flatMap((setting) => ['-c', setting]);

/** Runs the server until its own standard input closes, which the kernel does even when the tests are killed. */
const KEEPER = `
  postgres=$1 folder=$2 port=$3
  shift 3
  start() {
    "$postgres" -D "$folder" -p "$port" -c listen_addresses=127.0.0.1 -c unix_socket_directories= \\
      -c max_connections=200 "$@" >>"$folder/server.log" 2>&1 </dev/null &
    server=$!
  }
  start "$@"
  while read -r command; do
    if [ "$command" = start ]; then start "$@"; continue; fi
    kill "-$command" $server
    wait $server
    echo ended
  done
  kill -INT $server
  wait $server
  cd / && rm -rf "$folder"
`;

/** PostgreSQL refuses to run as root. Null when this process is not root and may run it itself. */
function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const wanted of ['postgres', 'nobody']) {
    const fields = users.find((line) => line.startsWith(`${wanted}:`))?.split(':');
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  return { uid: 65_534, gid: 65_534 };
}

async function waitUntilReady(url: string, keeper: ChildProcess, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    try {
      return await execute(url, 'select 1');
    } catch {
      await sleep(50);
    }
  }
  const log = readFileSync(join(folder, 'server.log'), 'utf8');
  await stop(keeper);
  throw new Error(`PostgreSQL did not start:\n${log}`);
}

async function stop(keeper: ChildProcess): Promise<void> {
  const ended = once(keeper, 'exit');
  keeper.stdin?.end();
  await ended;
}

async function execute(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
