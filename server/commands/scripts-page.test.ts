import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TokenPermission } from '../../contract/access/permissions.ts';
import { tokenLimit } from '../../contract/fields/limits.ts';
import { createUser, listUsers } from '../../contract/users.ts';
import { makeApiToken } from '../testing/requests/api-token.ts';
import { createClient } from '../testing/requests/client.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

const run = promisify(execFile);

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld({ env: { RATE_LIMITS: 'on' } });
  world.loops.runs.start();
  folder = await mkdtemp(join(tmpdir(), 'canopy-scripts-'));
});
afterAll(async () => {
  await world.loops.runs.stop();
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** What docs/scripts.md has in a language, in its order, as one script. */
async function scriptOfPage(language: 'sh' | 'python' | 'js'): Promise<string> {
  const page = await readFile(new URL('../../docs/scripts.md', import.meta.url), 'utf8');
  const blocks = page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'));
  return [...blocks].map(([, text]) => text).join('\n');
}

async function environment(permissions: readonly TokenPermission[]) {
  const { secret } = await makeApiToken(world.ada, permissions);
  // The first request of the script is refused: it waits, and tries again.
  const client = createClient(world.url, secret);
  const read = () => client.call(listUsers, { query: { limit: 1 } });
  // It refills meanwhile.
  const answers = await Promise.all(Array.from({ length: 2 * tokenLimit.burst }, read));
  expect(answers.map(({ status }) => status)).toContain(429);
  return { PATH: process.env.PATH ?? '', CANOPY_URL: world.url, CANOPY_TOKEN: secret };
}

test('the commands of docs/scripts.md read and change users', async () => {
  const { ada, locations } = world;
  const ana = { email: 'ana.lopez@example.com', full_name: 'Ana Lopez', phone: '(518) 555-0142' };
  (await ada.call(createUser, { body: ana })).ok();
  // More than one page.
  for (let n = 0; n < 101; n++) {
    const body = {
      email: `user${n}@example.com`,
      full_name: `User ${n}`,
      location_ids: [locations.millRoad.id],
    };
    (await ada.call(createUser, { body })).ok();
  }
  const env = await environment(['users.read', 'users.create', 'users.update', 'users.export']);
  const commands = await scriptOfPage('sh');
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands], { cwd: folder, env });
  expect(stdout).toContain('"email":"user0@example.com"');
  expect(stdout).toContain('"email":"user100@example.com"');
  expect(stdout).toContain('"code":"validation_failed"');
  expect(stdout).toContain('planned\n');
  expect(stdout).toContain('done\n');
  const of = async (q: string) => (await ada.call(listUsers, { query: { q } })).ok().users;
  expect(await of(ana.email)).toMatchObject([{ ...ana, phone: '(518) 555-0143' }]);
  expect(await of('ben.kim@example.com')).toMatchObject([
    { full_name: 'Ben Kim', employee_number: '1043', phone: '(518) 555-0199' },
  ]);
  const exported = await readFile(join(folder, 'users.csv'), 'utf8');
  expect(exported).toContain('Ben Kim');
});

test.each([
  ['js', process.execPath, ['--input-type=module', '-e']],
  ['python', 'python3', ['-c']],
] as const)('the script of docs/scripts.md in %s reads all users', async (language, program, options) => {
  const isThere = await run(program, ['--version']).then(
    () => true,
    () => false,
  );
  if (!isThere) return console.info(`${program} is not installed, so its script was not run`);
  const env = await environment(['users.read']);
  const { stdout } = await run(program, [...options, await scriptOfPage(language)], { env });
  const { total } = (await world.ada.call(listUsers, { query: { limit: 1 } })).ok();
  expect(new Set(stdout.trim().split(/\r?\n/)).size).toBe(total);
});
