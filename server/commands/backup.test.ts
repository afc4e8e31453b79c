import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { appendFile, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../contract/audit.ts';
import { listLocations } from '../../contract/locations.ts';
import { getProfile } from '../../contract/profile.ts';
import { createRun, getRun } from '../../contract/runs.ts';
import { listEmails } from '../../contract/settings.ts';
import { loadConfig } from '../config/config.ts';
import { markRestored } from '../features/restore/mark-restored.pure.ts';
import { knownMigrations } from '../kernel/database/migrate.ts';
import { restoreBackup } from '../platform/backup/restore.ts';
import { createTestDatabase } from '../testing/databases/postgres-cluster.ts';
import { runCommand, startCommand } from '../testing/processes/commands.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { startServer } from '../testing/processes/server-process.ts';
import { createClient } from '../testing/requests/client.ts';
import { startTestApp } from '../testing/worlds/test-app.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';
import { backup as backupCommand } from './backup.ts';
import { restore } from './restore.ts';

const isPostgres = process.env.TEST_DIALECT === 'postgres';

let world: World;
let folder: string;
let backup: string;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'canopy-backup-test-'));
  const { stdout } = await startCommand('backup', settingsOf(world), '--to', folder);
  backup = /^Backup: (.*)$/m.exec(stdout)?.[1] ?? '';
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

type Settings = Record<string, string>;

function settingsOf({ app }: World): Settings {
  return { DATA_DIR: app.config.data_dir, DATABASE_URL: app.config.database_url ?? '' };
}

function run(command: 'backup' | 'restore', settings: Settings, ...args: string[]) {
  return runCommand(command === 'backup' ? backupCommand : restore, settings, ...args);
}

async function refused(command: 'backup' | 'restore', settings: Settings, ...args: string[]) {
  const failed = await run(command, settings, ...args).then(
    () => null,
    (error: { code: number; stderr: string }) => error,
  );
  expect(failed?.code).toBe(1);
  return failed?.stderr.trim();
}

/** An empty target for a restore: a data directory, and on PostgreSQL a database. */
async function emptyPlace() {
  const dataDir = await mkdtemp(join(folder, 'place-'));
  const database = isPostgres ? await createTestDatabase() : null;
  const settings: Settings = { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? '' };
  const reuse = { dataDir, ...(database && { databaseUrl: database.url }) };
  return {
    settings,
    dataDir,
    start: () => startTestApp({ reuse }),
    async drop() {
      await database?.drop();
    },
  };
}

test('backup copies the database of a running server with its key, and reads the copy back', async () => {
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
  expect(manifest).toMatchObject({
    database: isPostgres ? 'postgres' : 'sqlite',
    key: 'in the backup',
    rows: { users: 1, locations: 2 },
  });
  expect(manifest.bytes).toBe((await stat(join(backup, manifest.file))).size);
  for (const name of await readdir(backup)) expect((await stat(join(backup, name))).mode & 0o077).toBe(0);
  const { stdout } = await run('backup', settingsOf(world), '--verify', backup);
  expect(stdout).toContain('is complete: 1 users, 2 locations');
});

test('restore brings back everything but the sessions', async () => {
  const place = await emptyPlace();
  const { stdout } = await startCommand('restore', place.settings, '--from', backup);
  expect(stdout).toContain('1 users, 2 locations');

  const restored = await place.start();
  const profile = await fetch(`${restored.url}${getProfile.path}`, {
    headers: { authorization: `Bearer ${world.ada.token}` },
  });
  expect(profile.status).toBe(401);
  expect(await profile.json()).toMatchObject({ code: 'session_ended' });
  const signedIn = await fetch(`${restored.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@northline.example', password: 'correct horse' }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const locations = await fetch(`${restored.url}${listLocations.path}`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(await locations.json()).toMatchObject({ total: 2 });
  const audit = await fetch(`${restored.url}/api/audit`, {
    headers: { authorization: `Bearer ${access_token}` },
  });
  expect(JSON.stringify(await audit.json())).toContain(
    'was restored; what was done after it is not in the data',
  );
  await restored.close();
  await place.drop();
});

/** A backup of a moment at which a bulk change was at work and an email waited. */
async function backupAtWork() {
  const { ada, app } = world;
  const act = { act: 'deactivate' as const };
  const body = { about: 'users' as const, act, selection: { ids: [ada.id] } };
  const started = (await ada.call(createRun, { body })).ok();
  const email = await app.database.write(async (tx) => {
    const id = await app.mailer.enqueue(tx, { to: 'bo@new.example', subject: 'Hello', text: 'Hello' });
    // Not due, so that it waits here.
    const next_attempt_at = new Date(app.now().getTime() + 600_000).toISOString();
    await tx.updateTable('mail_outbox').set({ next_attempt_at }).where('id', '=', id).execute();
    return id;
  });
  const below = await mkdtemp(join(folder, 'at-work-'));
  const { stdout } = await run('backup', settingsOf(world), '--to', below);
  return { run: started, email, from: /^Backup: (.*)$/m.exec(stdout)?.[1] ?? '' };
}

/** Reads a restored system as its administrator, who signs in anew. */
async function look(url: string) {
  const signedIn = await fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'ada@northline.example', password: 'correct horse' }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  return createClient(url, access_token);
}

async function isStoppedAndHeld(url: string, { run, email }: { run: { id: string }; email: string }) {
  const ada = await look(url);
  const stopped = (await ada.call(getRun, { params: { id: run.id } })).ok();
  expect(stopped).toMatchObject({ state: 'failed', problem: expect.stringContaining('from a backup') });
  const { mails } = (await ada.call(listEmails, {})).ok();
  expect(mails.find(({ id }) => id === email)).toMatchObject({
    state: 'failed',
    last_error: expect.stringMatching(/^Held, because a backup was restored/),
  });
}

test('restore stops the runs that were at work and holds the emails that waited, and says both', async () => {
  const made = await backupAtWork();
  const place = await emptyPlace();
  const { stdout } = await run('restore', place.settings, '--from', made.from);
  expect(stdout).toContain('1 import or bulk change that was at work was stopped.');
  expect(stdout).toContain('1 email that waited is held and not sent by itself');
  const restored = await place.start();
  await restored.workOnRuns();
  await restored.app.mailer.deliverDue();
  await isStoppedAndHeld(restored.url, made);
  await restored.close();
  await place.drop();
});

test('a restore that is cut off as soon as the data are there opens no session, and the next start completes it', async () => {
  const made = await backupAtWork();
  const place = await emptyPlace();
  const config = loadConfig(place.settings);
  const migrations = await knownMigrations();
  const also = ({ made_at }: { made_at: string }) => markRestored(made_at);
  await restoreBackup(config, made.from, { replace: false, migrations, also });
  const restored = await place.start();
  const old = createClient(restored.url, world.ada.token);
  expect((await old.call(getProfile, {})).problem()).toMatchObject({ status: 401, code: 'session_ended' });
  await restored.workOnRuns();
  await restored.app.mailer.deliverDue();
  await isStoppedAndHeld(restored.url, made);
  await restored.close();
  const again = await place.start();
  const ada = await look(again.url);
  const { entries } = (await ada.call(listAudit, { query: { action: 'settings.restored' } })).ok();
  expect(entries).toHaveLength(1);
  await again.close();
  await place.drop();
});

test('restore refuses to replace data without --replace, and saves the previous SQLite file', async () => {
  const place = await emptyPlace();
  await run('restore', place.settings, '--from', backup);
  expect(await refused('restore', place.settings, '--from', backup)).toContain('add --replace');
  const { stdout } = await run('restore', place.settings, '--from', backup, '--replace');
  if (!isPostgres) {
    const kept = /^The previous data: (.*)$/m.exec(stdout)?.[1] ?? '';
    expect(existsSync(kept)).toBe(true);
  }
  await place.drop();
});

test('restore refuses while a server is running, and changes nothing', async () => {
  const place = await emptyPlace();
  await run('restore', place.settings, '--from', backup);
  const port = await freePort();
  const url = `http://localhost:${port}`;
  const server = await startServer({ env: { ...place.settings, PORT: String(port) } });
  const said = await refused('restore', place.settings, '--from', backup, '--replace');
  expect(said).toContain('is in use. Stop the server first');
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  await server.stop();
  await run('restore', place.settings, '--from', backup, '--replace');
  await place.drop();
});

test('restore refuses a damaged backup, and writes nothing', async () => {
  const place = await emptyPlace();
  const damaged = await mkdtemp(join(folder, 'damaged-'));
  for (const name of await readdir(backup)) {
    await writeFile(join(damaged, name), await readFile(join(backup, name)));
  }
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
  await appendFile(join(damaged, manifest.file), 'x');
  expect(await refused('restore', place.settings, '--from', damaged)).toContain('The backup is damaged.');
  expect(await readdir(place.dataDir)).toEqual([]);
  await place.drop();
});

test('restore refuses a backup of a newer version, of one before 1.1, of the other database or of nothing', async () => {
  const place = await emptyPlace();
  const manifest = JSON.parse(await readFile(join(backup, 'manifest.json'), 'utf8'));
  const changed = async (change: object) => {
    const copy = await mkdtemp(join(folder, 'changed-'));
    for (const name of await readdir(backup)) {
      await writeFile(join(copy, name), await readFile(join(backup, name)));
    }
    await writeFile(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, ...change }));
    return refused('restore', place.settings, '--from', copy);
  };
  expect(await changed({ migration: '9999_later', version: '9.0.0' })).toContain(
    'made by a newer version (9.0.0',
  );
  expect(await changed({ migration: '0033_run_life', version: '1.0.0' })).toBe(
    'The backup was made by a version before 1.1 (migration 0033_run_life): restore it with 1.1, which upgrades it, ' +
      'and then a backup of that.',
  );
  const sealed = 'SECRET_KEY';
  expect(await changed({ key: sealed })).toContain('Set the same one');
  expect(await refused('restore', place.settings, '--from', place.dataDir)).toContain('contains no backup');
  expect(
    await refused(
      'restore',
      { ...place.settings, DATABASE_URL: isPostgres ? '' : 'postgres://nobody@127.0.0.1:1/none' },
      '--from',
      backup,
    ),
  ).toContain('Correct DATABASE_URL');
  expect(
    await refused('restore', { ...place.settings, SECRET_KEY: 'k'.repeat(40) }, '--from', backup),
  ).toContain('SECRET_KEY is not the key');
  await place.drop();
});

test('backup deletes all but the newest --keep backups, and no other folder', async () => {
  const below = await mkdtemp(join(folder, 'many-'));
  const old = ['backup-2026-01-01T000000Z', 'backup-2026-01-02T000000Z', 'backup-2026-01-03T000000Z'];
  for (const name of old) {
    await promisify(execFile)('cp', ['-r', backup, join(below, name)]);
  }
  await writeFile(join(below, 'notes.txt'), 'mine');
  await run('backup', settingsOf(world), '--to', below, '--keep', '2');
  const left = (await readdir(below)).sort();
  expect(left).toEqual([old[2], expect.stringMatching(/^backup-/), 'notes.txt']);
});

test('backup refuses when there is no database, and leaves nothing behind', async () => {
  const place = await emptyPlace();
  const said = await refused('backup', place.settings);
  expect(said).toMatch(isPostgres ? /The database is empty/ : /There is no database at/);
  expect(await readdir(join(place.dataDir, 'backups'))).toEqual([]);
  await place.drop();
});
