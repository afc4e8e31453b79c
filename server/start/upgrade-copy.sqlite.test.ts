import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { restore } from '../commands/restore.ts';
import { loadConfig } from '../config/config.ts';
import { runCommand } from '../testing/processes/commands.ts';
import { silentLog } from '../testing/processes/silent-log.ts';
import { openDatabase } from './open-database.ts';

test('openDatabase copies the file before it migrates one with data, and not otherwise; restore puts it back', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'canopy-upgrade-'));
  const config = loadConfig({ DATA_DIR: dataDir });
  const open = async () => (await openDatabase(config, silentLog)).close();
  await open();
  await open();
  expect(await readdir(dataDir)).not.toContain('before-upgrade');

  // Like a database of an earlier version: the newest migration has not run, and running it changes no row.
  const database = new DatabaseSync(config.database_file);
  const [{ name: newest } = { name: '' }] = database
    .prepare('select max(name) as name from kysely_migration')
    .all() as { name: string }[];
  database.prepare('delete from kysely_migration where name = ?').run(newest);
  database.exec('create table from_before (text)');
  database.close();
  await open().catch(() => {});
  const folder = join(dataDir, 'before-upgrade');
  expect(await readdir(folder)).toEqual([`before-${newest}.db`]);
  const copy = new DatabaseSync(join(folder, `before-${newest}.db`), { readOnly: true });
  expect(copy.prepare("select name from sqlite_schema where name = 'from_before'").all()).toHaveLength(1);
  copy.close();

  // The command puts it back, for the version from before the upgrade.
  const from = join(folder, `before-${newest}.db`);
  await writeFile(join(dataDir, 'secret.key'), 'k'.repeat(43));
  const { stdout } = await runCommand(restore, { DATA_DIR: dataDir }, '--from', from, '--replace');
  expect(stdout).toContain('Start the version from before the upgrade');
  const restored = new DatabaseSync(config.database_file, { readOnly: true });
  const [last] = restored.prepare('select max(name) as name from kysely_migration').all();
  expect(String(last?.name) < newest).toBe(true);
  expect(restored.prepare("select name from sqlite_schema where name = 'from_before'").all()).toHaveLength(1);
  restored.close();
  expect((await stat(config.database_file)).mode & 0o777).toBe(0o600);
  await rm(dataDir, { recursive: true });
});
