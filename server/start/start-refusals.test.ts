import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { admin } from '../commands/admin.ts';
import { migrationNames } from '../kernel/database/migrate.ts';
import { runCommand } from '../testing/processes/commands.ts';
import { startRefused } from '../testing/processes/server-process.ts';
import { startTestApp, type TestApp } from '../testing/worlds/test-app.ts';

let testApp: TestApp;
let env: Record<string, string>;
beforeEach(async () => {
  testApp = await startTestApp();
  const { data_dir, database_url } = testApp.app.config;
  env = { DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' };
});
afterEach(() => testApp.close());

/** Changes the database like a version that knows a later migration, and tells which servers it suits. */
async function upgrade(compatible_from: string) {
  const later = { name: '9999_later', timestamp: new Date().toISOString() };
  await testApp.app.database.write(async (tx) => {
    // kysely_migration belongs to the migrator and is not in our schema.
    await tx
      .insertInto('kysely_migration' as never)
      .values(later as never)
      .execute();
    await tx
      .updateTable('settings')
      .set({ value: compatible_from })
      .where('key', '=', 'compatible_from')
      .execute();
  });
}

const tooNew =
  'This database was made by a newer version of Canopy (migration 9999_later). ' +
  'Start that version, or restore a backup.';

const readiness = async () => {
  const answer = await fetch(`${testApp.url}/readyz`);
  const { reason } = (await answer.json()) as { reason?: string };
  return { status: answer.status, reason };
};

test('openDatabase refuses a database of a newer version that took away what this one uses', async () => {
  await upgrade('9998_before');
  expect(await startRefused(env)).toEqual({ code: 1, output: tooNew });
  // One that runs while the database is upgraded gets no more requests from a load balancer.
  expect(await readiness()).toEqual({ status: 503, reason: tooNew });
});

test('openDatabase opens a database of a newer version that only added to it', async () => {
  await upgrade((await migrationNames()).at(-1) ?? '');
  const { stdout } = await runCommand(admin, env, '--list');
  expect(stdout).toContain('CAN SIGN IN');
  expect(await readiness()).toMatchObject({ status: 200 });
});

test('openDatabase refuses a newer database that lacks a migration of this version', async () => {
  const names = await migrationNames();
  await upgrade(names[0] ?? '');
  await testApp.app.database.write((tx) =>
    tx
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '=', names.at(-1) as never)
      .execute(),
  );
  await expect(runCommand(admin, env, '--list')).rejects.toMatchObject({ code: 1, stderr: `${tooNew}\n` });
});

test('openDatabase refuses a database of a version before the base, and copies nothing', async () => {
  await testApp.app.database.write((tx) =>
    tx
      .deleteFrom('kysely_migration' as never)
      .where('name' as never, '>=', '0033' as never)
      .execute(),
  );
  const tooOld =
    'This database was made by a version of Canopy before 1.1: start 1.1 on it first, then this version.';
  expect(await startRefused(env)).toEqual({ code: 1, output: tooOld });
  expect(await readiness()).toEqual({ status: 503, reason: tooOld });
  expect(existsSync(join(env.DATA_DIR ?? '', 'before-upgrade'))).toBe(false);
});

test('createSecrets refuses a SECRET_KEY that is not the one of the database', async () => {
  await expect(runCommand(admin, { ...env, SECRET_KEY: 'k'.repeat(40) }, '--list')).rejects.toMatchObject({
    code: 1,
    stderr:
      'SECRET_KEY is not the key that parts of this database are encrypted with. Set the one that it was started with ' +
      'before, or none if that was secret.key.\n',
  });
});
