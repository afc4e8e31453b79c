import { Client } from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getProfile, updateProfile } from '../../contract/profile.ts';
import { present } from '../testing/worlds/auth-world.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
let administrator: Client;
beforeAll(async () => {
  world = await startWorld();
  administrator = new Client({ connectionString: present(world.app.config.database_url) });
  await administrator.connect();
  await administrator.query('set default_transaction_read_only = off');
});
afterAll(async () => {
  await administrator.end();
  await world.close();
});

/** Affects new connections; the existing ones are ended. */
async function setReadOnly(value: 'on' | 'off') {
  const { rows } = await administrator.query('select current_database() as name');
  await administrator.query(`alter database ${rows[0].name} set default_transaction_read_only = ${value}`);
  await administrator.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where datname = current_database() and application_name = 'canopy'`,
  );
}

async function readiness() {
  const response = await fetch(`${world.url}/readyz`);
  const { reason } = (await response.json()) as { reason?: string };
  return { status: response.status, reason };
}

const change = () => world.ada.call(updateProfile, { body: { full_name: 'Ada Renamed' } });

test('a read-only database is not ready, even before the first refused change', async () => {
  expect(await readiness()).toMatchObject({ status: 200 });
  await setReadOnly('on');
  await expect.poll(readiness).toEqual({ status: 503, reason: 'The database is read-only.' });
  await setReadOnly('off');
  await expect.poll(readiness).toMatchObject({ status: 200 });
});

test('a read-only database refuses changes with 503 in a sentence, and answers reads', async () => {
  const errors = vi.spyOn(world.app.log, 'error');
  await setReadOnly('on');
  const detailOf = async () => (await change()).problem().detail;
  await expect
    .poll(detailOf)
    .toBe('The database is read-only right now. Nothing was saved; try again later.');
  for (let time = 0; time < 3; time++) {
    const refused = await change();
    expect(refused.status).toBe(503);
    expect(refused.problem()).toMatchObject({ code: 'unavailable', title: 'Failed to update user profile' });
  }
  expect((await world.ada.call(getProfile, {})).ok().full_name).toBe('Ada Owner');
  const logged = errors.mock.calls.filter(([, message]) => /is read-only/.test(String(message)));
  expect(logged).toHaveLength(1);
  await setReadOnly('off');
  await expect.poll(async () => (await change()).status).toBe(200);
  await expect.poll(readiness).toMatchObject({ status: 200 });
});
