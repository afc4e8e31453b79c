import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLocation } from '../contract/locations.ts';
import { listRoles } from '../contract/roles.ts';
import { createUser, replaceUserRoles } from '../contract/users.ts';
import type { Dialect } from '../server/kernel/database/database.ts';
import { createClient } from '../server/testing/client.ts';
import { freePort } from '../server/testing/free-port.ts';
import { startPostgresCluster } from '../server/testing/postgres-cluster.ts';
import { type Process, runScript, type Settings, startProcess } from './process.ts';

/** Users made for the measurements, all with one role and one location, so that each request does the same work. */
const benchUsers = 130;

/** What the load generator and the bare server must know; plain data. */
export interface Facts {
  token: string;
  locationId: string;
  usersIds: string[];
  /** The role that all of them have at first, and another. */
  roleIds: [string, string];
}

export interface Fixture {
  dialect: Dialect;
  /** Of the real server, whichever process is it. */
  settings: Settings;
  facts: Facts;
  admin: { email: string; password: string };
  startCanopy(): Promise<Process>;
  remove(): Promise<void>;
}

const admin = { email: 'bench@northline.example', password: 'correct horse' };

/** 1,000 locations and 10,000 users in a database of their own, and an administrator who is signed in. */
export async function makeFixture(dialect: Dialect): Promise<Fixture> {
  const folder = await mkdtemp(join(tmpdir(), 'canopy-bench-'));
  const cluster = dialect === 'postgres' ? await startPostgresCluster() : null;
  const remove = async () => {
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const port = await freePort();
    const settings: Settings = {
      DATA_DIR: folder,
      PORT: String(port),
      // Tokens name it, and the one made here must count for every later process.
      PUBLIC_URL: `http://localhost:${port}`,
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'error',
      ...(cluster && { DATABASE_URL: cluster.url }),
    };
    const startCanopy = () => startProcess('server/main.ts', settings, '/api/config');
    const canopy = await startCanopy();
    const token = await signUp(canopy.url);
    const facts = await addBenchUsers(canopy.url, token);
    await canopy.stop();
    await runScript('server/commands/seed.ts', ['--locations', '1000', '--users', '10000'], settings);
    return { dialect, settings, facts, admin, startCanopy, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** The first account of an empty system is its administrator. */
async function signUp(url: string): Promise<string> {
  await post(`${url}/auth/v1/signup`, { ...admin, data: { full_name: 'Bench Admin' } });
  const session = (await post(`${url}/auth/v1/token?grant_type=password`, admin)) as { access_token: string };
  return session.access_token;
}

async function post(url: string, body: unknown): Promise<unknown> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

async function addBenchUsers(url: string, token: string): Promise<Facts> {
  const client = createClient(url, token);
  const { roles } = (await client.call(listRoles, {})).ok();
  const roleId = (wanted: string) => roles.find(({ name }) => name === wanted)?.id ?? '';
  const roleIds: Facts['roleIds'] = [roleId('employee'), roleId('viewer')];
  const location = { name: 'Bench', address: '1 Bench Street', city: 'Albany', state: 'NY', zip: '12207' };
  const { id: locationId } = (await client.call(createLocation, { body: location })).ok();
  const usersIds: string[] = [];
  for (let index = 0; index < benchUsers; index++) {
    const id = randomUUID();
    const email = `bench.user.${index}@northline.example`;
    const body = { id, email, full_name: benchName, location_ids: [locationId] };
    (await client.call(createUser, { body })).ok();
    (await client.call(replaceUserRoles, { params: { id }, body: { role_ids: [roleIds[0]] } })).ok();
    usersIds.push(id);
  }
  return { token, locationId, usersIds, roleIds };
}

/** The name of everybody whom the measurements make: what is the same in each request needs no thought. */
export const benchName = 'Bench User';
