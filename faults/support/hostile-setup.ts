import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { sendInvitation } from '../../contract/invitations.ts';
import { createLocation } from '../../contract/locations.ts';
import { createRegister } from '../../contract/registers.ts';
import { listRoles } from '../../contract/roles.ts';
import { createUser, replaceUserRoles } from '../../contract/users.ts';
import { type Client, createClient } from '../../server/testing/requests/client.ts';
import * as chain from './chain.ts';
import type { Instance } from './instance.ts';
import { startProbe, type Wait, type Waits } from './probe.ts';
import { usageOf, watchResident } from './usage.ts';

export interface Setup {
  server: Instance;
  /** Of PostgreSQL; null on SQLite. */
  database: string | null;
  /** Who sends files by hand and imports them. */
  owner: Client;
  /** The other user, whose requests are timed. */
  other: string;
  /** Of files that say location 12. */
  location: string;
  idle: Waits;
  residentMb: number;
  /** What a read with a change of the other user costs. */
  idleSeconds: number;
  idleBytes: number;
}

export interface Case {
  way: string;
  name: string;
  /** Makes what is sent, and where it goes. */
  prepare(): Promise<{ send: () => Promise<Answer[]>; packedBytes: number }>;
  end?(): Promise<void>;
}

export interface Answer {
  files: number;
  /** '400 The file is empty.', '3 × accepted' */
  outcome: string;
  /** With success, or with a sentence. */
  isAnswered: boolean;
}

export interface Measured {
  of: Case;
  outcome: string;
  isAnswered: boolean;
  /** Sent alone, or in archives. */
  files: number;
  packedBytes: number;
  processorSeconds: number;
  read: Wait;
  change: Wait;
  failed: string[];
  residentMb: number;
  storedBytes: number;
  grewBytes: number;
}

const idleMs = 10_000;

export async function startSetup(server: Instance, database: string | null): Promise<Setup> {
  const token = await chain.signUp(server.url);
  const owner = createClient(server.url, token);
  const location = await openLocation(owner, '12');
  (await owner.call(createRegister, { body: { name: 'By hand', location_ids: [location] } })).ok();
  const setup = { server, database, owner, location, other: await addOther(server.url, owner) };
  // Its code is loaded, and its statements are prepared.
  await startAndStop({ ...setup }, 1000);
  const [seconds, stored] = [usageOf(server.pid).processorSeconds, await storedOf(setup)];
  const idle = await startAndStop(setup, idleMs);
  const count = Math.max(1, idle.changes.length);
  return {
    ...{ ...setup, idle, residentMb: usageOf(server.pid).residentMb },
    idleSeconds: (usageOf(server.pid).processorSeconds - seconds) / count,
    idleBytes: ((await storedOf(setup)).all - stored.all) / count,
  };
}

type Probed = Pick<Setup, 'server' | 'other' | 'location'>;
const probeOf = ({ server, other, location }: Probed) =>
  startProbe({ url: server.url, token: other, location, pid: server.pid });

async function startAndStop(setup: Probed, ms: number): Promise<Waits> {
  const probe = probeOf(setup);
  await sleep(ms);
  return probe.stop();
}

export async function openLocation(owner: Client, number: string): Promise<string> {
  const body = {
    name: `Store ${number}`,
    number,
    address: '1 Mill Road',
    city: 'Albany',
    state: 'NY',
    zip: '12207',
  };
  return (await owner.call(createLocation, { body })).ok().id;
}

/** A manager of all locations, who signs in by an invite link. */
async function addOther(url: string, owner: Client): Promise<string> {
  const body = { id: randomUUID(), email: 'otto@northline.example', full_name: 'Otto Other' };
  const params = { id: body.id };
  (await owner.call(createUser, { body })).ok();
  const { roles } = (await owner.call(listRoles, {})).ok();
  const role_ids = roles.filter(({ name }) => name === 'admin').map(({ id }) => id);
  (await owner.call(replaceUserRoles, { params, body: { role_ids } })).ok();
  const { link } = (await owner.call(sendInvitation, { params, body: { by: 'link' } })).ok();
  const token_hash = /token_hash=([\w-]+)/.exec(link ?? '')?.[1];
  const answer = await createClient(url).raw('POST', '/auth/v1/verify', { type: 'invite', token_hash });
  if (!answer.ok) throw new Error(`The invitation answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()).access_token;
}

/** Bytes of the files that are kept, and of the whole database. */
async function storedOf({ server, database }: Pick<Setup, 'server' | 'database'>) {
  const files = 'select coalesce(sum(length(content)), 0) as bytes from register_files';
  if (database !== null) {
    const [kept] = await chain.query<{ bytes: string }>(database, files);
    const size = 'select pg_database_size(current_database()) as bytes';
    const [all] = await chain.query<{ bytes: string }>(database, size);
    return { files: Number(kept?.bytes), all: Number(all?.bytes) };
  }
  const file = new DatabaseSync(join(server.dataFolder, 'canopy.db'), { readOnly: true });
  const value = (sql: string) => Number(Object.values(file.prepare(sql).get() ?? {})[0]);
  const pages = value('pragma page_count') - value('pragma freelist_count');
  const stored = { files: value(files), all: pages * value('pragma page_size') };
  file.close();
  return stored;
}

const longest = (waits: readonly Wait[]): Wait => ({
  ms: Math.max(0, ...waits.map(({ ms }) => ms)),
  ownMs: Math.max(0, ...waits.map(({ ownMs }) => ownMs)),
});

/** Sends one input while the other user asks. */
export async function measure(setup: Setup, of: Case): Promise<Measured> {
  const { server } = setup;
  const { send, packedBytes } = await of.prepare();
  const [before, stored] = [usageOf(server.pid), await storedOf(setup)];
  const probe = probeOf(setup);
  const resident = watchResident(server.pid);
  const answers = await send();
  const residentMb = resident.stop() - before.residentMb;
  const waits = await probe.stop();
  const [after, storedAfter] = [usageOf(server.pid), await storedOf(setup)];
  const count = waits.changes.length;
  const wrong = answers.filter(({ isAnswered }) => !isAnswered);
  await of.end?.();
  return {
    ...{
      of,
      packedBytes,
      residentMb,
      failed: waits.failed,
      files: answers.reduce((sum, { files }) => sum + files, 0),
    },
    outcome: [...new Set((wrong.length > 0 ? wrong : answers).map(({ outcome }) => outcome))]
      .slice(0, 3)
      .join('; '),
    isAnswered: wrong.length === 0,
    processorSeconds: Math.max(
      0,
      after.processorSeconds - before.processorSeconds - count * setup.idleSeconds,
    ),
    read: longest(waits.reads),
    change: longest(waits.changes),
    storedBytes: storedAfter.files - stored.files,
    grewBytes: Math.max(0, storedAfter.all - stored.all - count * setup.idleBytes),
  };
}
