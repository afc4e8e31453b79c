import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation, type Location } from '../../contract/locations.ts';
import * as contract from '../../contract/users.ts';
import { replaceUserLocations } from '../features/users/assign/assignments.service.ts';
import { systemContext } from '../kernel/access.ts';
import type { Transaction } from '../kernel/database/database.ts';
import { airport, startWorld, type World } from '../testing/worlds/world.ts';

/** What is written at a location costs the same, however many users are there and manage it. */
const usersAt = { few: 20, many: 2000 };
type Size = keyof typeof usersAt;
const pagesMax = 40;
/** Rows share a page or not, as their random ids fall. */
const tolerance = 6;
const rounds = 8;

let world: World;
const places: Record<Size, Location[]> = { few: [], many: [] };
beforeAll(async () => {
  world = await startWorld();
  const { ada, app } = world;
  for (const [size, count] of Object.entries(usersAt) as [Size, number][]) {
    for (let n = 0; n < 6; n++) {
      const body = { ...airport, name: `${size} ${n}` };
      places[size].push((await ada.call(createLocation, { body })).ok());
    }
    await app.database.write((tx) => addUsers(tx, count, places[size]));
  }
  await app.database.write((tx) => sql`analyze`.execute(tx));
});
afterAll(() => world.close());

/** Each at all of these locations. Every fifth manages them. */
async function addUsers(tx: Transaction, count: number, at: readonly Location[]) {
  const created_at = '2020-01-01T00:00:00.000Z';
  const grant = { created_at, granted_by: null, granted_by_name: null };
  for (let n = 0; n < count; n++) {
    const id = randomUUID();
    const email = `${id}@northline.example`;
    const user = {
      ...{ id, email, email_key: email, full_name: id, phone: null, employee_number: null },
      ...{ employee_number_key: null, is_active: true, search: email, sort_name: id },
      ...{ created_at, created_by: null, created_from: null },
      ...{ updated_at: created_at, updated_by: null, updated_by_name: '' },
    };
    await tx.insertInto('users').values(user).execute();
    const links = at.map((location) => ({ ...grant, user_id: id, location_id: location.id }));
    await tx.insertInto('user_locations').values(links).execute();
    const role = { ...grant, user_id: id, role_id: world.roleIds.manager };
    if (n % 5 === 0) await tx.insertInto('user_roles').values(role).execute();
  }
}

/** What it costs, in turns, that a new user gets three other locations: the median. */
async function costs(measure: (id: string, location_ids: string[]) => Promise<number>) {
  const measured: Record<Size, number[]> = { few: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    for (const size of ['few', 'many'] as const) {
      const ids = places[size].map(({ id }) => id);
      const body = { email: `${randomUUID()}@new.example`, full_name: 'Rae', location_ids: ids.slice(0, 3) };
      const { id } = (await world.ada.call(contract.createUser, { body })).ok();
      await world.settle();
      measured[size].push(await measure(id, ids.slice(3)));
    }
  }
  const median = (all: number[]) => all.sort((a, b) => a - b)[rounds / 2] ?? Number.NaN;
  return { few: median(measured.few), many: median(measured.many) };
}

const isSqlite = process.env.TEST_DIALECT !== 'postgres';
const replace = async (id: string, location_ids: string[]) =>
  (await world.ada.call(contract.replaceUserLocations, { params: { id }, body: { location_ids } })).ok();

test.runIf(isSqlite)(
  'replacing three locations takes one commit of at most 40 pages, as many at 20 users as at 2,000',
  async () => {
    const { database_file } = world.app.config;
    const file = new DatabaseSync(database_file);
    /** The index of the write-ahead log counts transactions and the pages that they wrote. */
    const written = () => {
      const index = readFileSync(`${database_file}-shm`);
      return { commits: index.readUInt32LE(8), pages: index.readUInt32LE(16) };
    };
    const pagesOf = async (work: () => Promise<unknown>) => {
      file.exec('pragma wal_checkpoint(truncate)');
      const before = written();
      await work();
      const after = written();
      expect(after.commits - before.commits).toBe(1);
      return after.pages - before.pages;
    };
    const { few, many } = await costs((id, chosen) => pagesOf(() => replace(id, chosen)));
    expect(many).toBeLessThanOrEqual(pagesMax);
    expect(Math.abs(many - few)).toBeLessThanOrEqual(tolerance);
    const behind = await costs(async (id, chosen) => {
      await replace(id, chosen);
      return pagesOf(world.settle);
    });
    expect(behind.many).toBeLessThanOrEqual(pagesMax);
    expect(Math.abs(behind.many - behind.few)).toBeLessThanOrEqual(tolerance);
    file.close();
  },
);

test.runIf(!isSqlite)(
  'replacing three locations reads as few rows of users at 2,000 users as at 20',
  async () => {
    const { database } = world.app;
    /** Of users, their roles and locations, and what indexes of these returned. */
    const rowsRead = async (tx: Transaction) => {
      const query = sql<{
        rows: string;
      }>`select sum(pg_stat_get_xact_tuples_returned(oid)) as rows from pg_class
      where relname like 'user%'`;
      return Number((await query.execute(tx)).rows[0]?.rows);
    };
    const ctx = systemContext<'users.assign_locations'>(world.app);
    const { few, many } = await costs(async (id, chosen) => {
      let rows = Number.NaN;
      await database.write(async (tx) => {
        // A connection adds up what it read in the last second.
        const before = await rowsRead(tx);
        const save = async () => {
          rows = (await rowsRead(tx)) - before;
        };
        // Last of all, after the log of changes.
        database.collect({ order: Number.POSITIVE_INFINITY, save }, null);
        await replaceUserLocations({ ...ctx, tx }, id, { location_ids: chosen }, null);
      });
      return rows;
    });
    expect(many).toBe(few);
    expect(many).toBeLessThan(usersAt.few);
  },
);
