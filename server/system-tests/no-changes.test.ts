import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLocation } from '../../contract/locations.ts';
import { millRoad, startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function readiness() {
  const response = await fetch(`${world.url}/readyz`);
  const { reason } = (await response.json()) as { reason?: string };
  return { status: response.status, reason };
}

const disk =
  process.env.TEST_DIALECT === 'postgres'
    ? {
        fill: () =>
          administer(
            `create function no_space() returns trigger language plpgsql as $$
               begin raise 'could not extend file: No space left on device' using errcode = '53100'; end $$`,
            'create trigger no_space before insert on locations for each row execute function no_space()',
            'create trigger no_space before insert on settings for each row execute function no_space()',
          ),
        empty: () => administer('drop trigger no_space on locations', 'drop trigger no_space on settings'),
      }
    : {
        // The database may not grow beyond its current pages.
        fill: () => setMaxPages(1),
        empty: () => setMaxPages(1_000_000),
      };

async function administer(...statements: string[]) {
  const client = new Client({ connectionString: world.app.config.database_url });
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

const setMaxPages = (count: number) =>
  world.app.database.write((tx) => sql.raw(`pragma max_page_count = ${count}`).execute(tx));

test('a full disk refuses changes with 503 in a sentence, and is not ready until there is space', async () => {
  const open = (n: number) =>
    world.ada.call(createLocation, { body: { ...millRoad, name: `Mill Road ${n}` } });
  await disk.fill();
  let answer = await open(0);
  for (let n = 1; answer.status === 200 && n < 300; n++) answer = await open(n);
  expect(answer.status).toBe(503);
  expect(answer.problem()).toMatchObject({
    code: 'unavailable',
    detail: 'The disk is full. Nothing was saved; free some space and try again.',
  });
  expect(await readiness()).toEqual({ status: 503, reason: 'The disk of the database is full.' });
  await disk.empty();
  await expect.poll(readiness).toMatchObject({ status: 200 });
  expect((await open(0)).status).toBe(200);
});

test.runIf(process.env.TEST_DIALECT === 'sqlite')(
  'a database file that is moved away is not ready',
  async () => {
    const { data_dir } = world.app.config;
    const [file, elsewhere] = [join(data_dir, 'canopy.db'), join(data_dir, 'elsewhere.db')];
    await rename(file, elsewhere);
    expect(await readiness()).toEqual({ status: 503, reason: 'The database is read-only.' });
    await rename(elsewhere, file);
    expect(await readiness()).toMatchObject({ status: 200 });
  },
);
