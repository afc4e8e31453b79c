import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDistrict, moveLocation } from '../../contract/districts.ts';
import type { Transaction } from '../kernel/database/database.ts';
import { followDistricts } from '../kernel/scope.ts';
import { makeApiToken } from '../testing/requests/api-token.ts';
import { chooserOf, seededRandom } from '../testing/worlds/seeded-random.ts';
import { startTestApp, type TestApp } from '../testing/worlds/test-app.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

/**
 * Permissions and rows are read by different statements. A session or an API token loses its access while its requests
 * are answered: no row that was written with the cut, or after it, is served ("new enemy" in the words of Zanzibar).
 * `cut-between-statements.test.ts` tries each statement of each read, and `npm run faults -- revocation` more races.
 */
const races = Number(process.env.REVOCATION_CUTS ?? 100);
const { oneOf, between, chance } = chooserOf(seededRandom());
const at = '2026-11-01T00:00:00.000Z';

let world: World;
/** Three servers on one database; on SQLite one, as in production. */
let instances: TestApp[];
let owner: User;
/** The session, and API tokens by scope. All of them see the location of the owner, and nothing else. */
let credentials: { id: string; secret: string; of: Of }[];
let place: { id: string; district: string };
let colleague: User;

type Of = 'session' | 'all' | 'locations' | 'districts';

beforeAll(async () => {
  world = await startWorld();
  const { data_dir, database_url: databaseUrl = '' } = world.app.config;
  const more = () => startTestApp({ reuse: { dataDir: data_dir, databaseUrl } });
  const isShared = world.app.database.dialect === 'postgres';
  instances = [world, ...(isShared ? [await more(), await more()] : [])];
  const { id } = world.locations.millRoad;
  const district = (await world.ada.call(createDistrict, { body: { name: 'North' } })).ok().id;
  (await world.ada.call(moveLocation, { params: { id }, body: { district_id: district } })).ok();
  place = { id, district };
  owner = await world.newUser('Olga Owner', ['viewer'], [world.locations.millRoad]);
  const chosen = { user_id: owner.id, district_id: district, created_at: at };
  const link = { ...chosen, granted_by: null, granted_by_name: null };
  await write((tx) => tx.insertInto('user_districts').values(link).execute());
  colleague = await world.newUser('colleague', ['employee'], [world.locations.millRoad]);
  const rules = [
    { scope: 'all' as const },
    { scope: 'locations' as const, location_ids: [id] },
    { scope: 'districts' as const, district_ids: [district] },
  ];
  credentials = [{ id: '', secret: owner.token, of: 'session' }];
  for (const one of rules) {
    const { token, secret } = await makeApiToken(owner, ['users.read', 'locations.read'], one);
    credentials.push({ id: token.id, secret, of: one.scope });
  }
});
afterAll(async () => {
  for (const instance of instances.slice(1)) await instance.close();
  await world.close();
});

const write = (work: (tx: Transaction) => Promise<unknown>) =>
  world.app.database.write(async (tx) => void (await work(tx)));

type Change = (tx: Transaction, token: string) => Promise<unknown>;

const ended = (ended_at: string | null): Change => {
  const reason = ended_at === null ? null : ('ended_by_owner' as const);
  const change = { ended_at, ended_reason: reason };
  return (tx, token) => tx.updateTable('api_tokens').set(change).where('id', '=', token).execute();
};
const active =
  (is_active: boolean): Change =>
  (tx) =>
    tx.updateTable('users').set({ is_active }).where('id', '=', owner.id).execute();
const narrowed =
  (allowed_networks: string): Change =>
  (tx, token) =>
    tx.updateTable('api_tokens').set({ allowed_networks }).where('id', '=', token).execute();
/** The owner keeps the location, unless they have it by the district as well. */
const moved =
  (district_id: string | null): Change =>
  async (tx) => {
    await tx.updateTable('locations').set({ district_id }).where('id', '=', place.id).execute();
    followDistricts(tx, { of: 'location_id', ids: [place.id], at });
  };
const unassigned =
  (isBack: boolean): Change =>
  async (tx) => {
    const row = { user_id: owner.id, location_id: place.id, created_at: at, is_assigned: true };
    const link = { ...row, granted_by: null, granted_by_name: null };
    if (isBack) await tx.insertInto('user_locations').values(link).execute();
    else await tx.deleteFrom('user_locations').where('user_id', '=', owner.id).execute();
  };
const roles =
  (isBack: boolean): Change =>
  async (tx) => {
    const role_id = world.roleIds.viewer;
    const row = { user_id: owner.id, role_id, created_at: at, granted_by: null, granted_by_name: null };
    if (isBack) await tx.insertInto('user_roles').values(row).execute();
    else await tx.deleteFrom('user_roles').where('user_id', '=', owner.id).execute();
  };

const permissions =
  (isBack: boolean): Change =>
  async (tx) => {
    const role_id = world.roleIds.viewer;
    const read = ['users.read', 'locations.read'] as const;
    const rows = read.map((permission) => ({ role_id, permission }));
    if (isBack) await tx.insertInto('role_permissions').values(rows).execute();
    else
      await tx
        .deleteFrom('role_permissions')
        .where('role_id', '=', role_id)
        .where('permission', 'in', read)
        .execute();
  };
const covering: Change = async (tx, token) => {
  await unassigned(false)(tx, token);
  const times = { starts_at: at, ends_at: '2999-01-01T00:00:00.000Z', ended_at: null, reminded_at: null };
  const cover = { id: randomUUID(), user_id: owner.id, location_id: place.id, created_at: at, reason: null };
  const row = { ...cover, ...times, granted_by: null, granted_by_name: null };
  await tx.insertInto('covers').values(row).execute();
};
const uncovered: Change = (tx) => tx.updateTable('covers').set({ ended_at: at }).execute();

interface Kind {
  prepare?: Change;
  cut: Change;
  restore: Change;
  /** Of which credentials; all without it. */
  of?: Of[];
}

const ofTokens: Of[] = ['all', 'locations', 'districts'];
const kinds: Record<string, Kind> = {
  'token ended': { cut: ended(at), restore: ended(null), of: ofTokens },
  deactivated: { cut: active(false), restore: active(true) },
  role: { cut: roles(false), restore: roles(true) },
  permissions: { cut: permissions(false), restore: permissions(true) },
  location: { cut: unassigned(false), restore: unassigned(true) },
  network: { cut: narrowed('203.0.113.0/24'), restore: narrowed(''), of: ofTokens },
  moved: { cut: moved(null), restore: (tx, token) => moved(place.district)(tx, token), of: ['districts'] },
  cover: { prepare: covering, cut: uncovered, restore: unassigned(true), of: ['session'] },
};

const paths = () => [
  '/api/users?include=refs',
  '/api/locations',
  `/api/locations/${place.id}`,
  `/api/locations/${place.id}/users`,
  `/api/users/${colleague.id}`,
  `/api/users/${colleague.id}/access`,
  `/api/users/${colleague.id}/locations`,
  '/api/dashboard/locations',
  '/api/search?q=cut',
];

/** In one transaction: the access ends, and names change to one that only those with access may read. */
async function cutAndRename(cut: Change, token: string, name: string): Promise<void> {
  await write(async (tx) => {
    await cut(tx, token);
    await tx.updateTable('locations').set({ name }).where('id', '=', place.id).execute();
    const renamed = tx.updateTable('users').set({ full_name: name }).where('email', 'like', 'colleague%');
    await renamed.execute();
  });
}

/** Exactly between the statement of the access and those of the rows. */
function cutBetween(instance: TestApp, work: () => Promise<void>): Promise<void> {
  const { app } = instance;
  const { authenticate } = app;
  return new Promise((resolve, reject) => {
    app.authenticate = async (...given) => {
      const found = await authenticate(...given);
      app.authenticate = authenticate;
      await work().then(resolve, reject);
      return found;
    };
  });
}

test(
  `of ${races} cuts while requests are answered none serves a row that came with the cut`,
  async () => {
    const served: string[] = [];
    let answered = 0;
    for (let n = 0; n < races; n++) {
      const credential = oneOf(credentials);
      const { id, secret } = credential;
      const mayBe = Object.entries(kinds).filter(([, { of }]) => of?.includes(credential.of) ?? true);
      const [kind, { prepare, cut, restore }] = oneOf(mayBe);
      const name = `After cut ${n} `;
      const get = async (instance: TestApp) => {
        const headers = { host: 'localhost', authorization: `Bearer ${secret}` };
        const url = oneOf(paths());
        return { url, body: (await instance.server.inject({ url, headers })).body };
      };
      if (prepare) await write((tx) => prepare(tx, id));
      // A server that has answered before reads rows with the permissions of then.
      if (chance(0.5)) await get(oneOf(instances));
      const instance = oneOf(instances);
      const done = chance(0.5) ? cutBetween(instance, () => cutAndRename(cut, id, name)) : null;
      const flying = [get(instance), ...Array.from({ length: 3 }, () => get(oneOf(instances)))];
      for (let ticks = between(0, 4); ticks > 0; ticks--) await setImmediate();
      await (done ?? cutAndRename(cut, id, name));
      flying.push(get(oneOf(instances)));
      for (const { url, body } of await Promise.all(flying)) {
        answered += 1;
        if (body.includes(name)) served.push(`${kind} of ${credential.of}: ${url}`);
      }
      await write((tx) => restore(tx, id));
    }
    console.info(`${races} cuts, ${answered} answers, ${served.length} with rows that came with them`);
    expect(served).toEqual([]);
    // All of them work again, so that the last cut meant something.
    for (const { secret } of credentials) {
      const headers = { host: 'localhost', authorization: `Bearer ${secret}` };
      expect((await world.server.inject({ url: '/api/locations', headers })).body).toContain('After cut');
    }
  },
  600_000 + races * 200,
);
