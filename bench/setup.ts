import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocation } from '../contract/locations.ts';
import { listRoles } from '../contract/roles.ts';
import { createUser, replaceUserRoles } from '../contract/users.ts';
import { serverEnvironment } from '../scripts/lib/server-process.mjs';
import type { Dialect } from '../server/platform/database/driver.ts';
import { startPostgresCluster } from '../server/testing/databases/postgres-cluster.ts';
import { freePort } from '../server/testing/processes/free-port.ts';
import { noSettingsFile } from '../server/testing/processes/no-settings-file.ts';
import { type ServerProcess, startServer } from '../server/testing/processes/server-process.ts';
import { createClient } from '../server/testing/requests/client.ts';
import { signUp } from '../server/testing/requests/first-account.ts';
import { type Kinds, kindsFor, mostConnections, newUserId, usersEach } from './requests.ts';

export interface Setup {
  /** How often and how long each is measured. */
  pace: { rounds: number; roundMs: number; locations: number; users: number; against: string | undefined };
  settings: Record<string, string> & { DATA_DIR: string };
  token: string;
  /** One source of requests for all measurements, because it knows the current role of each user. */
  kinds: Kinds;
  startCanopy(): Promise<ServerProcess>;
}

/** A server of another clone with rows of its own on SQLite: another version may not read this one's database. */
export async function startOther(folder: string, pace: Setup['pace']): Promise<ServerProcess> {
  const port = await freePort();
  const settings = {
    DATA_DIR: dataFolder(),
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'error',
  };
  const start = () => startServer({ env: serverEnvironment(settings), folder });
  const empty = await start();
  await signUp(empty.url);
  await empty.stop();
  addRows(settings, pace, folder);
  return await start();
}

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'canopy-bench-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

function addRows(settings: NodeJS.ProcessEnv, { locations, users }: Setup['pace'], folder?: string) {
  const counts = ['--locations', String(locations), '--users', String(users)];
  // An older release knows no registers, and adds to what is there without being told.
  const none = folder === undefined ? ['--registers', '0', '--yes'] : [];
  const seed = ['server/commands/main.ts', 'seed', ...noSettingsFile, ...counts, ...none];
  const env = { PATH: process.env.PATH, ...settings };
  execFileSync(process.execPath, seed, { env, ...(folder !== undefined && { cwd: folder }) });
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
  const startCanopy = () => startServer({ env: serverEnvironment(settings) });
  // The first account of an empty system is its administrator.
  const empty = await startCanopy();
  const token = await signUp(empty.url);
  const kinds = await addUsers(empty.url, token);
  await empty.stop();
  addRows(settings, pace);
  return { pace, settings, token, kinds, startCanopy };
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
  const shared = { full_name: 'Bench User', location_ids: [locationIds[0]] };
  for (const id of userIds) {
    const body = { id, email: `${id}@northline.example`, ...shared };
    (await client.call(createUser, { body })).ok();
    (await client.call(replaceUserRoles, { params: { id }, body: { role_ids: [roleIds[0]] } })).ok();
  }
  return kindsFor(userIds, roleIds, locationIds);
}
