import { afterAll, beforeAll, expect, test } from 'vitest';
import { getSettings, listEmails } from '../../../contract/settings.ts';
import { createClient } from '../../testing/requests/client.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';
import { type BackupOutcome, purgeBackups, recordBackup, workOnBackups } from './backups.service.ts';

const minuteMs = 60_000;
let time = Date.parse('2026-11-20T12:00:00.000Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ env: { BACKUP_EVERY: '5m' }, now: () => new Date(time) });
  await world.newUser('Mia Manager', ['manager'], []);
});
afterAll(() => world.close());

const outcome = (change: Partial<BackupOutcome> = {}): BackupOutcome => ({
  ...{ made_at: new Date(time).toISOString(), name: 'backup-2026-11-20T120000Z', bytes: 1000 },
  ...{ proof_ms: null, problem: null, ...change },
});

/** Signed in anew, because the clock of these tests runs fast. */
async function ada() {
  return createClient(world.url, await signInAs(world.app, world.ada));
}

async function emails() {
  const { mails } = (await (await ada()).call(listEmails, {})).ok();
  return mails.filter(({ subject }) => subject === 'The backup of Canopy failed');
}

async function shown() {
  const { settings } = (await (await ada()).call(getSettings, {})).ok();
  return new Map(settings.map(({ name, value, at }) => [name, { value, at }]));
}

test('workOnBackups makes one backup at a time of all servers, and proves one a day', async () => {
  const { app } = world;
  const asked: boolean[] = [];
  const make = async ({ prove }: { prove: boolean }) => {
    asked.push(prove);
    return outcome({ proof_ms: prove ? 4100 : null });
  };
  const turn = () =>
    Promise.all([workOnBackups(app, make), workOnBackups(app, make), workOnBackups(app, make)]);
  await turn();
  expect(asked).toEqual([true]);
  time += 4 * minuteMs;
  await turn();
  expect(asked).toEqual([true]);
  time += minuteMs;
  await turn();
  expect(asked).toEqual([true, false]);
  expect((await shown()).get('Last proven restore')).toEqual({
    value: '4.1 s',
    at: '2026-11-20T12:00:00.000Z',
  });
  time += 23 * 60 * minuteMs;
  await turn();
  expect(asked).toEqual([true, false, true]);
});

test('workOnBackups makes none for a server without BACKUP_EVERY, and none that was stopped is recorded', async () => {
  const { app } = world;
  time += 5 * minuteMs;
  const without = { ...app, config: { ...app.config, backup_every: undefined } };
  await workOnBackups(without, () => Promise.reject(new Error('made')));
  const before = await app.database.read.selectFrom('backups').selectAll().execute();
  await workOnBackups(app, async () => null);
  expect(await app.database.read.selectFrom('backups').selectAll().execute()).toHaveLength(before.length);
});

test('a failed backup reaches the administrators once a day, and Settings until a restore is proven', async () => {
  const { app } = world;
  time += 5 * minuteMs;
  const problem = 'The disk of /srv/backups is full. Free some space; the earlier backups are still there.';
  await recordBackup(app, outcome({ problem }));
  time += 60 * minuteMs;
  await recordBackup(app, outcome({ problem }));
  const sent = await emails();
  expect(sent.map(({ to }) => to)).toEqual([world.ada.email]);
  expect((await shown()).get('Last failed backup')).toEqual({
    value: problem,
    at: new Date(time).toISOString(),
  });
  time += minuteMs;
  await recordBackup(app, outcome({ proof_ms: 900 }));
  expect((await shown()).has('Last failed backup')).toBe(false);
  time += minuteMs;
  await recordBackup(app, outcome({ problem }));
  expect(await emails()).toHaveLength(2);
});

test('purgeBackups forgets backups after 90 days', async () => {
  time += 91 * 24 * 60 * minuteMs;
  await purgeBackups(world.app);
  expect(await world.app.database.read.selectFrom('backups').selectAll().execute()).toEqual([]);
  const settings = await shown();
  expect(settings.get('Last proven restore')).toEqual({ value: 'None in the last 90 days.' });
  expect(settings.get('Backups by the server')?.value).toMatch(/^Every 5 minutes, to \//);
});
