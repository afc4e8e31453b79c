import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePoisonedDatabase } from '../testing/databases/poisoned-database.ts';
import { createTestDatabase } from '../testing/databases/postgres-cluster.ts';
import { runCommand } from '../testing/processes/commands.ts';
import { signUp } from '../testing/requests/first-account.ts';
import { expectMended, serve } from '../testing/worlds/poisoned-world.ts';
import { backup } from './backup.ts';

test('a database with a day beyond all exact numbers is upgraded, served and backed up with a proof', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'canopy-poisoned-'));
  const database = process.env.TEST_DIALECT === 'postgres' ? await createTestDatabase() : null;
  onTestFinished(async () => {
    await database?.drop();
    await rm(dataDir, { recursive: true });
  });
  const poisoned = await makePoisonedDatabase({ dataDir, ...(database && { databaseUrl: database.url }) });
  const env = { DATA_DIR: dataDir, ...(database && { DATABASE_URL: database.url }) };
  await serve(env, async (url) => {
    await signUp(url);
    await expectMended(url, poisoned);
    const { stdout } = await runCommand(backup, env, '--to', join(dataDir, 'backups'), '--prove');
    expect(stdout).toContain('Proven:');
  });
});
