import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { getSettings, listEmails } from '../../contract/settings.ts';
import { bareEnvironment } from '../testing/processes/bare-environment.ts';
import { commandLine, runCommand } from '../testing/processes/commands.ts';
import { freePort } from '../testing/processes/free-port.ts';
import { startServer } from '../testing/processes/server-process.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';
import { backup } from './backup.ts';

const isPostgres = process.env.TEST_DIALECT === 'postgres';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad], { password: 'correct horse' });
  folder = await mkdtemp(join(tmpdir(), 'canopy-proof-test-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

function settings(): Record<string, string> {
  return { DATA_DIR: world.app.config.data_dir, DATABASE_URL: world.app.config.database_url ?? '' };
}

const newFolder = () => mkdtemp(join(folder, 'to-'));

async function failed(env: Record<string, string>, ...args: string[]): Promise<string> {
  const error = await runCommand(backup, env, ...args).then(
    () => null,
    (error: { code: number; stderr: string }) => error,
  );
  expect(error?.code).toBe(1);
  return error?.stderr ?? '';
}

async function shown() {
  const { settings } = (await world.ada.call(getSettings, {})).ok();
  return new Map(settings.map((one) => [one.name, one]));
}

/** Nothing of a proof stays: no folder, no database. */
async function expectNothingLeft(below: string) {
  expect((await readdir(below)).filter((name) => !name.startsWith('backup-'))).toEqual([]);
  if (!isPostgres) return;
  const client = new pg.Client(world.app.config.database_url);
  await client.connect();
  const { rows } = await client.query(
    "select datname from pg_database where datname like 'canopy\\_proof\\_%'",
  );
  await client.end();
  expect(rows).toEqual([]);
}

async function copyOf(made: string, change: (copy: string) => Promise<void>) {
  const copy = join(await newFolder(), 'backup-2026-01-01T000000Z');
  await cp(made, copy, { recursive: true });
  await change(copy);
  return copy;
}

async function manifestOf(made: string) {
  return JSON.parse(await readFile(join(made, 'manifest.json'), 'utf8'));
}

test('backup --prove starts a server on the copy and reads it, and Settings shows when', async () => {
  const to = await newFolder();
  const { stdout } = await runCommand(backup, settings(), '--to', to, '--prove');
  expect(stdout).toMatch(/^Proven: restored on trial, and a server on it was read, in \d+\.\d s\.$/m);
  const proven = (await shown()).get('Last proven restore');
  expect(proven?.value).toMatch(/^\d+\.\d s$/);
  expect(Date.now() - Date.parse(proven?.at ?? '')).toBeLessThan(600_000);
  await expectNothingLeft(to);
});

test('a proof needs no second factor, however the roles are set', async () => {
  await world.app.database.write((tx) =>
    tx.updateTable('roles').set({ requires_second_factor: true }).where('name', '=', 'admin').execute(),
  );
  const { stdout } = await runCommand(backup, settings(), '--to', await newFolder(), '--prove');
  expect(stdout).toContain('Proven:');
  await world.app.database.write((tx) =>
    tx.updateTable('roles').set({ requires_second_factor: false }).where('name', '=', 'admin').execute(),
  );
});

test('a copy that was cut short, or differs from its manifest, is not proven, and administrators are told', async () => {
  const to = await newFolder();
  await runCommand(backup, settings(), '--to', to);
  const [name = ''] = await readdir(to);
  const made = join(to, name);
  const manifest = await manifestOf(made);
  expect(manifest.last_audit_entry).toMatch(/^[0-9a-f-]{36}$/);

  const cut = await copyOf(made, (copy) => truncate(join(copy, manifest.file), manifest.bytes - 100));
  expect(await failed(settings(), '--verify', cut, '--prove')).toMatch(
    /^The backup is not proven\. .*is damaged\.$/m,
  );
  const { mails } = (await world.ada.call(listEmails, {})).ok();
  const told = mails.filter(({ subject }) => subject === 'The backup of Canopy failed');
  expect(told.map(({ to }) => to)).toEqual([world.ada.email]);
  expect((await shown()).get('Last failed backup')?.value).toContain('is damaged.');

  const changed = async (change: object) => {
    const copy = await copyOf(made, (copy) =>
      writeFile(join(copy, 'manifest.json'), JSON.stringify({ ...manifest, ...change })),
    );
    return failed(settings(), '--verify', copy, '--prove');
  };
  expect(await changed({ rows: { ...manifest.rows, users: 99 } })).toContain(
    'users has 2 rows instead of 99',
  );
  expect(await changed({ migration: '0033_run_life' })).toContain('was made by a version before 1.1');
  expect(await changed({ last_audit_entry: null })).toContain('has another last audit entry than the backup');
  await expectNothingLeft(to);
  await runCommand(backup, settings(), '--verify', made, '--prove');
  expect((await shown()).has('Last failed backup')).toBe(false);
});

test('a disk that takes no more is a sentence, and the earlier copies stay', async () => {
  const to = await newFolder();
  await runCommand(backup, settings(), '--to', to);
  const before = await readdir(to);
  // The limit for the size of a file stands for a full disk; no test may mount one.
  const [program, args] = commandLine('backup', '--to', to, '--prove', '--keep', '1');
  const limited = ['-c', 'ulimit -f 20; exec "$@"', 'sh', program, ...args];
  const env = { ...bareEnvironment, ...settings(), NODE_COMPILE_CACHE: '' };
  const said = await promisify(execFile)('/bin/sh', limited, { env }).then(
    () => '',
    (error: { stderr: string }) => error.stderr,
  );
  expect(said).not.toBe('');
  expect(said).not.toContain('    at ');
  expect(await readdir(to)).toEqual(before);
});

test('servers with BACKUP_EVERY make one backup together, prove it, and delete what is too old', async () => {
  const to = await newFolder();
  const made = await newFolder();
  await runCommand(backup, settings(), '--to', made);
  const [name = ''] = await readdir(made);
  for (const old of ['backup-2026-01-01T000000Z', 'backup-2026-01-01T000500Z'])
    await cp(join(made, name), join(to, old), { recursive: true });
  const start = async () => {
    const port = await freePort();
    const env = { ...settings(), PORT: String(port), BACKUP_EVERY: '6h', BACKUP_TO: to };
    return startServer({ env });
  };
  await world.app.database.write((tx) => tx.deleteFrom('backups').execute());
  const servers = await Promise.all([start(), start()]);
  try {
    await vi.waitFor(async () => expect((await shown()).get('Last proven restore')?.at).toBeDefined(), {
      timeout: 90_000,
      interval: 250,
    });
    const left = await readdir(to);
    expect(left).toEqual([expect.stringMatching(/^backup-20(2[6-9]|[3-9])/)]);
    expect(left).not.toContain('backup-2026-01-01T000000Z');
  } finally {
    for (const server of servers) await server.stop();
  }
  await expectNothingLeft(to);
});

test.runIf(isPostgres)('a user who may not create databases reads which statement allows it', async () => {
  const url = new URL(world.app.config.database_url ?? '');
  const client = new pg.Client(url.href);
  await client.connect();
  const role = `reader_${Date.now()}`;
  await client.query(`create role ${role} login; grant pg_read_all_data, pg_write_all_data to ${role}`);
  url.username = role;
  const said = await failed({ ...settings(), DATABASE_URL: url.href }, '--to', await newFolder(), '--prove');
  expect(said).toContain('alter role … createdb');
  await client.query(`drop role ${role}`);
  await client.end();
});
