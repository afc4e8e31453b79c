import { execFileSync, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createLocation } from '../contract/locations.ts';
import { listRoles } from '../contract/roles.ts';
import { createUser, replaceUserRoles } from '../contract/users.ts';
import { serverEnvironment } from '../scripts/lib/server-process.mjs';
import type { Dialect } from '../server/kernel/database/database.ts';
import { startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { freePort } from '../server/testing/processes/free-port.ts';
import { noSettingsFile } from '../server/testing/processes/no-settings-file.ts';
import { createClient } from '../server/testing/requests/client.ts';
import { type Recording, recordKinds } from './recording.ts';
import { type Kinds, kindsFor, mostConnections, newUserId, usersEach } from './requests.ts';

const cwd = resolve(import.meta.dirname, '..');

export interface Process {
  url: string;
  pid: number;
  /** From the start of the process. */
  firstAnswerMs: number;
  stop(): Promise<void>;
}

/** Waits until it answers at `path`. It ends with this process. */
export async function startProcess(
  script: string,
  env: NodeJS.ProcessEnv,
  path: string,
  folder = cwd,
): Promise<Process> {
  const startedAt = performance.now();
  const child = fork(script, noSettingsFile, {
    cwd: folder,
    execArgv: ['--import', './scripts/lib/end-with-parent.mjs'],
    env: { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  const url = `http://localhost:${env.PORT}`;
  while (!(await fetch(url + path).catch(() => null))?.ok) {
    if (child.exitCode !== null) throw new Error(`${script} ended with exit code ${child.exitCode}`);
    await sleep(5);
  }
  return { url, pid: child.pid ?? 0, firstAnswerMs: performance.now() - startedAt, stop };
}

/** NaN on other systems than Linux. */
export function processorMs({ pid }: Process): number {
  if (process.platform !== 'linux') return Number.NaN;
  // The 12th and 13th field after the name are user and system time in hundredths of a second.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** NaN on other systems than Linux. */
export function residentMb({ pid }: Process): number {
  if (process.platform !== 'linux') return Number.NaN;
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
}

export interface Setup {
  /** How often and how long each is measured. */
  pace: { rounds: number; roundMs: number; locations: number; users: number; against: string | undefined };
  settings: Record<string, string> & { DATA_DIR: string };
  token: string;
  /** One source of requests for all measurements, because it knows the current role of each user. */
  kinds: Kinds;
  recordings: Record<string, Recording>;
  startCanopy(): Promise<Process>;
}

export const admin = { email: 'bench@northline.example', password: 'correct horse' };

/** A server of another clone with rows of its own on SQLite: another version may not read this one's database. */
export async function startOther(folder: string, pace: Setup['pace']): Promise<Process> {
  const port = await freePort();
  const settings = {
    DATA_DIR: dataFolder(),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
  const start = () => startProcess('server/main.ts', serverEnvironment(settings), '/api/config', folder);
  const empty = await start();
  await postJson(`${empty.url}/auth/v1/signup`, { ...admin, data: { full_name: 'Bench Admin' } });
  await empty.stop();
  addRows(settings, pace, folder);
  return await start();
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canopy-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function addRows(settings: NodeJS.ProcessEnv, { locations, users }: Setup['pace'], folder = cwd) {
  const counts = ['--locations', String(locations), '--users', String(users)];
  // An older release knows no registers.
  const none = folder === cwd ? ['--registers', '0'] : [];
  const seed = ['server/commands/main.ts', 'seed', ...noSettingsFile, ...counts, ...none];
  execFileSync(process.execPath, seed, { cwd: folder, env: { PATH: process.env.PATH, ...settings } });
}

/** Deleted with this process. An administrator is signed in. */
export async function setUp(dialect: Dialect, pace: Setup['pace']): Promise<Setup> {
  const folder = dataFolder();
  const cluster = dialect === 'postgres' ? await startPostgresCluster() : null;
  const port = await freePort();
  const settings = {
    DATA_DIR: folder,
    PORT: String(port),
    // Tokens contain the URL, so every later process uses the same one.
    PUBLIC_URL: `http://localhost:${port}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
    // Two servers on one database share it.
    SECRET_KEY: 'the same key for all servers of the benchmark',
    ...(cluster && { DATABASE_URL: cluster.url }),
  };
  const startCanopy = () => startProcess('server/main.ts', serverEnvironment(settings), '/api/config');
  // The first account of an empty system is its administrator.
  const empty = await startCanopy();
  await postJson(`${empty.url}/auth/v1/signup`, { ...admin, data: { full_name: 'Bench Admin' } });
  const session = await postJson(`${empty.url}/auth/v1/token?grant_type=password`, admin);
  const kinds = await addUsers(empty.url, session.access_token);
  await empty.stop();
  addRows(settings, pace);
  const recordings = await recordKinds(settings, session.access_token, kinds);
  return { pace, settings, recordings, token: session.access_token, kinds, startCanopy };
}

export async function postJson(url: string, body: unknown): Promise<{ access_token: string }> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as { access_token: string };
}

/** One role and the same location, so that every request of a kind is the same work. */
async function addUsers(url: string, token: string): Promise<Kinds> {
  const client = createClient(url, token);
  const { roles } = (await client.call(listRoles, {})).ok();
  const roleId = (wanted: string) => roles.find(({ name }) => name === wanted)?.id ?? '';
  const roleIds: [string, string] = [roleId('employee'), roleId('viewer')];
  const addLocation = async (name: string) => {
    const body = { name, address: '1 Bench Street', city: 'Albany', state: 'NY', zip: '12207' };
    return (await client.call(createLocation, { body })).ok().id;
  };
  const locationIds: [string, string] = [await addLocation('Bench'), await addLocation('Bench 2')];
  const userIds = Array.from({ length: mostConnections * usersEach }, newUserId);
  for (const id of userIds) {
    const body = {
      id,
      email: `${id}@northline.example`,
      full_name: 'Bench User',
      location_ids: [locationIds[0]],
    };
    (await client.call(createUser, { body })).ok();
    (await client.call(replaceUserRoles, { params: { id }, body: { role_ids: [roleIds[0]] } })).ok();
  }
  return kindsFor(userIds, roleIds, locationIds);
}
