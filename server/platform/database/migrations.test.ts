import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../testing/postgres-cluster.ts';
import type { Driver } from './database.ts';
import { migrateToLatest } from './migrate.ts';
import { type Step, step } from './migrations/columns.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

let driver: Driver;
let close: () => Promise<void>;

beforeEach(async () => {
  if (process.env.TEST_DIALECT === 'postgres') {
    const { url, drop } = await createTestDatabase();
    driver = openPostgres(url, () => {});
    close = drop;
  } else {
    const folder = await mkdtemp(join(tmpdir(), 'canopy-test-'));
    driver = openSqlite(join(folder, 'canopy.db'));
    close = () => rm(folder, { recursive: true, force: true });
  }
});
afterEach(async () => {
  await driver.close();
  await close();
});

/** Brings the database to where an older release left it. */
async function migrateTo(name: string) {
  const folder = new URL('./migrations/', import.meta.url);
  const files = (await readdir(folder)).filter((file) => /^\d{4}_/.test(file));
  const migrations = files.map(async (file): Promise<[string, Migration]> => {
    const { up }: { up(step: Step): Promise<void> } = await import(new URL(file, folder).href);
    return [file.replace('.ts', ''), { up: (db) => up(step(db, driver.dialect)) }];
  });
  const getMigrations = async () => Object.fromEntries(await Promise.all(migrations));
  const { error } = await new Migrator({ db: driver.writer, provider: { getMigrations } }).migrateTo(name);
  if (error) throw error;
}

const insert = (table: string, row: Record<string, unknown>) => {
  const columns = sql.join(Object.keys(row).map((name) => sql.ref(name)));
  return sql`insert into ${sql.table(table)} (${columns}) values (${sql.join(Object.values(row))})`.execute(
    driver.writer,
  );
};

const at = '2026-11-20T12:00:00.123Z';
const changed = { created_at: at, updated_at: at, updated_by_name: '' };
const addPerson = async (name: string | null, email: string) => {
  const id = crypto.randomUUID();
  const row = { id, email, email_key: email, full_name: name, is_active: true, search: email };
  await insert('users', { ...row, ...changed });
  return id;
};

test('what an older release wrote is completed: the times of links to stores, the names of givers', async () => {
  await migrateTo('0007_email_change');
  const location_id = crypto.randomUUID();
  const place = { address: '', city: '', state: 'NY', zip: '12207' };
  await insert('locations', { id: location_id, name: 'Mill Road', ...place, search: '', ...changed });
  const [ada, bo] = [await addPerson('Ada Owner', 'ada@x.example'), await addPerson(null, 'bo@x.example')];
  const givers = [ada, bo, null, crypto.randomUUID()];
  for (const [n, granted_by] of givers.entries()) {
    const user_id = await addPerson(`Person ${n}`, `p${n}@x.example`);
    await insert('user_locations', { user_id, location_id, created_at: at, granted_by });
    const { rows } = await sql<{ id: string }>`select id from roles where name = 'viewer'`.execute(
      driver.writer,
    );
    await insert('user_roles', { user_id, role_id: rows[0]?.id, created_at: at, granted_by });
  }
  const entry_id = crypto.randomUUID();
  const what = { action: 'location.created', subject_type: 'location', subject_name: '', details: '{}' };
  await insert('audit_entries', {
    id: entry_id,
    at,
    actor_name: '',
    ...what,
    via: '',
    ip: '',
    user_agent: '',
  });
  await insert('audit_entry_locations', { entry_id, location_id, location_name: 'Mill', change: 'added' });

  await migrateToLatest(driver.writer, driver.dialect);
  const { reader } = driver;
  expect(await reader.selectFrom('audit_entry_locations').selectAll().execute()).toEqual([
    { entry_id, location_id, at, location_name: 'Mill', change: 'added' },
  ]);
  const names = ['Ada Owner', 'bo@x.example', null, null];
  for (const table of ['user_locations', 'user_roles'] as const) {
    const links = await reader
      .selectFrom(table)
      .innerJoin('users', 'users.id', `${table}.user_id`)
      .select('granted_by_name')
      .orderBy('email')
      .execute();
    expect(links.map((link) => link.granted_by_name)).toEqual(names);
  }
  // Neither was the guard of the audit lost on the way.
  for (const statement of ['delete from audit_entry_locations', 'update audit_entry_locations set at = at']) {
    await expect(sql.raw(statement).execute(driver.writer)).rejects.toThrow(/The audit cannot be changed/);
  }
});
