import { expect, test } from 'vitest';
import { createLocation } from '../features/locations/locations.service.ts';
import { listLocations } from '../features/locations/locations-list.service.ts';
import { listUsers } from '../features/users/list/users-list.service.ts';
import { systemContext } from '../kernel/access.ts';
import { runCommand, startCommand } from '../testing/processes/commands.ts';
import { startTestApp, type TestApp } from '../testing/worlds/test-app.ts';
import { millRoad } from '../testing/worlds/world.ts';
import { seed } from './seed.ts';

test('npm run seed adds rows beside a running server and prints how many', async () => {
  const testApp = await startTestApp();
  const args = ['--locations', '3', '--users', '10', '--registers', '1', '--seed', '7'];
  const { stdout } = await startCommand('seed', settingsOf(testApp), ...args);
  expect(stdout).toMatch(/^Database: (SQLite, \/|PostgreSQL, canopy_test_)/);
  expect(stdout).toMatch(/3 locations and 10 users/);
  expect(stdout).toMatch(/Locations: 3 added, in 1 district\. Users: 10 added\. Registers at 1 location\./);
  expect(await countUsers(testApp)).toBe(10);
  await testApp.close();
});

test.each([
  [['--users', 'many'], "--users must be a whole number from 0 to 1,000,000, not 'many'."],
  [
    ['--people', '5'],
    'npm run seed -- [--locations 1000] [--users 10000] [--registers 60] [--days 14] [--seed 1] [--create] [--yes] [--env-file path]',
  ],
])('npm run seed refuses %s and prints the usage', async (args, message) => {
  const testApp = await startTestApp();
  const refused = expect.stringContaining(`${message}\n`);
  await expect(runCommand(seed, settingsOf(testApp), ...args)).rejects.toMatchObject({
    code: 1,
    stderr: refused,
  });
  expect(await countUsers(testApp)).toBe(0);
  await testApp.close();
});

test('npm run seed refuses to mix invented locations with real ones, and removes what it made', async () => {
  const testApp = await startTestApp();
  const args = ['--locations', '2', '--users', '3', '--registers', '0'];
  await runCommand(seed, settingsOf(testApp), ...args);
  await runCommand(seed, settingsOf(testApp), ...args);
  await createLocation(systemContext(testApp.app), {
    ...millRoad,
    name: 'Real 1',
    number: null,
    phone: null,
  });
  const message =
    'There is 1 location that demo data did not make. To mix invented ones with them, add --yes.\n';
  await expect(runCommand(seed, settingsOf(testApp), ...args, '--seed', '2')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(message),
  });
  expect(await countUsers(testApp)).toBe(3);
  await runCommand(seed, settingsOf(testApp), ...args, '--seed', '2', '--yes');
  const { stdout } = await runCommand(seed, settingsOf(testApp), '--remove');
  expect(stdout).toContain('Locations: 4 removed. Users: 6 removed. Districts: 2 removed.');
  expect((await listLocations(systemContext(testApp.app), { limit: 10 })).locations).toMatchObject([
    { name: 'Real 1' },
  ]);
  await testApp.close();
});

async function countUsers({ app }: TestApp) {
  return (await listUsers(systemContext(app), { limit: 1000 })).total;
}

function settingsOf({ app }: TestApp) {
  return { DATA_DIR: app.config.data_dir, DATABASE_URL: app.config.database_url ?? '' };
}
