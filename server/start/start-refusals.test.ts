import { afterEach, beforeEach, expect, test } from 'vitest';
import { admin } from '../commands/admin.ts';
import { runCommand } from '../testing/processes/commands.ts';
import { startRefused } from '../testing/processes/start-refusal.ts';
import { startTestApp, type TestApp } from '../testing/worlds/test-app.ts';

let testApp: TestApp;
let env: Record<string, string>;
beforeEach(async () => {
  testApp = await startTestApp();
  const { data_dir, database_url } = testApp.app.config;
  env = { DATA_DIR: data_dir, DATABASE_URL: database_url ?? '' };
});
afterEach(() => testApp.close());

test('openDatabase refuses a database of a newer version', async () => {
  const later = { name: '9999_later', timestamp: new Date().toISOString() };
  await testApp.app.database.write((tx) =>
    // kysely_migration belongs to the migrator and is not in our schema.
    tx
      .insertInto('kysely_migration' as never)
      .values(later as never)
      .execute(),
  );
  expect(await startRefused(env)).toEqual({
    code: 1,
    output:
      'This database was made by a newer version of Canopy (migration 9999_later). ' +
      'Start that version, or restore a backup.',
  });
});

test('createSecrets refuses a SECRET_KEY that is not the one of the database', async () => {
  await expect(runCommand(admin, { ...env, SECRET_KEY: 'k'.repeat(40) }, '--list')).rejects.toMatchObject({
    code: 1,
    stderr:
      'SECRET_KEY is not the key that parts of this database are encrypted with. Set the one that it was started with ' +
      'before, or none if that was secret.key.\n',
  });
});
