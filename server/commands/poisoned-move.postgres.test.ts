import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makePoisonedDatabase } from '../testing/databases/poisoned-database.ts';
import { createTestDatabase } from '../testing/databases/postgres-cluster.ts';
import { runCommand } from '../testing/processes/commands.ts';
import { signUp } from '../testing/requests/first-account.ts';
import { expectMended, serve } from '../testing/worlds/poisoned-world.ts';
import { move } from './move.ts';

test('a SQLite database that had a day beyond all exact numbers is moved to PostgreSQL', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'canopy-poisoned-'));
  const target = await createTestDatabase();
  onTestFinished(async () => {
    await target.drop();
    await rm(dataDir, { recursive: true });
  });
  const poisoned = await makePoisonedDatabase({ dataDir });
  await serve({ DATA_DIR: dataDir }, async (url) => {
    await signUp(url);
    await expectMended(url, poisoned);
  });
  const env = { DATA_DIR: dataDir, DATABASE_URL: target.url };
  expect((await runCommand(move, env)).stdout).toContain('Both sides have the same rows.');
  await serve(env, (url) => expectMended(url, poisoned));
});
