import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, listUsers } from '../../contract/users.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';

const run = promisify(execFile);

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'canopy-scripts-'));
});
afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

/** The commands of docs/scripts.md, in their order, as one script. */
async function commandsOfPage(): Promise<string> {
  const page = await readFile(new URL('../../docs/scripts.md', import.meta.url), 'utf8');
  return [...page.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands]) => commands).join('\n');
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
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', await commandsOfPage()], {
    cwd: folder,
    env: {
      PATH: process.env.PATH ?? '',
      CANOPY_URL: world.url,
      CANOPY_EMAIL: ada.email,
      CANOPY_PASSWORD: 'correct horse',
    },
  });
  expect(stdout).toContain('"email":"user0@example.com"');
  expect(stdout).toContain('"email":"user100@example.com"');
  expect(stdout).toContain('"code":"validation_failed"');
  const of = async (q: string) => (await ada.call(listUsers, { query: { q } })).ok().users;
  expect(await of(ana.email)).toMatchObject([{ ...ana, phone: '(518) 555-0143' }]);
  expect(await of('ben.kim@example.com')).toMatchObject([{ full_name: 'Ben Kim', employee_number: '1043' }]);
  const exported = await readFile(join(folder, 'users.csv'), 'utf8');
  expect(exported).toContain('Ben Kim');
});
