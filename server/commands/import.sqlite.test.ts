import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../contract/audit.ts';
import { listLocations } from '../../contract/locations.ts';
import { listUsers } from '../../contract/users.ts';
import { runCommand, startCommand } from '../testing/processes/commands.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';
import { importCommand } from './import.ts';

let world: World;
let folder: string;
beforeAll(async () => {
  world = await startWorld();
  folder = await mkdtemp(join(tmpdir(), 'canopy-import-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await world.close();
});

interface Ended {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs the command on the database of the running server. */
function runImport(...args: string[]): Promise<Ended> {
  return ended(runCommand(importCommand, settings(), ...args));
}

function settings() {
  return { DATA_DIR: world.app.config.data_dir };
}

function ended(printed: ReturnType<typeof runCommand>): Promise<Ended> {
  return printed.then(
    (output) => ({ code: 0, ...output }),
    (error: Ended) => error,
  );
}

async function file(name: string, ...lines: string[]): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, lines.join('\n'));
  return path;
}

const usersOf = async (q: string) => (await world.ada.call(listUsers, { query: { q } as never })).ok().users;

test('npm run import adds locations and then users, says what it did, and writes the result', async () => {
  const places = await file(
    'places.csv',
    'Number,Name,Address,City,State,ZIP',
    '007,Harbor,1 Pier,Albany,NY,01201',
  );
  const people = await file(
    'people.csv',
    'E-mail;Name;Position;Store;Shoe size',
    'ida@x.example;Ida Import;Manager;007;38',
    'ivo@x.example;Ivo Import;Manger;007;44',
  );
  const files = ['--locations', places, '--users', people];
  const dry = await ended(startCommand('import', settings(), ...files, '--dry-run'));
  expect(dry).toMatchObject({ code: 2 });
  expect(dry.stdout).toContain('Locations: Will add 1.');
  expect(dry.stdout).toContain("Line 2: Locations: No location is called or numbered '007'.");
  expect(await usersOf('Import')).toEqual([]);

  const { code, stdout } = await runImport(...files, '--apply', '--result', join(folder, 'result.csv'));
  expect(code).toBe(2);
  expect(stdout).toContain(
    'people.csv: 2 lines, utf-8, semicolons: E-mail (read as Email), Name (read as Full name), ' +
      'Position (read as Roles), Store (read as Locations), Shoe size (left out)',
  );
  expect(stdout).toContain('Locations: Added 1.');
  expect(stdout).toContain('Users: Added 1, skipped 1.');
  expect(stdout).toContain("  Line 3: Roles: No role is called 'Manger'. Did you mean manager?");
  const { locations } = (await world.ada.call(listLocations, { query: { q: 'Harbor' } as never })).ok();
  expect(await usersOf('Import')).toMatchObject([
    { full_name: 'Ida Import', location_ids: [locations[0]?.id], role_ids: [world.roleIds.manager] },
  ]);
  const result = await readFile(join(folder, 'result-users.csv'), 'utf8');
  expect(result).toContain('ida@x.example,Ida Import,Manager,007,38,2,Added,\r\n');
  const [entry] = (await world.ada.call(listAudit, { query: { action: 'user.created', limit: 1 } })).ok()
    .entries;
  expect(entry).toMatchObject({
    sentence: expect.stringMatching(/^Command line added Ida Import/),
    via: 'import',
  });

  await writeFile(people, (await readFile(people, 'utf8')).replace('Manger', 'manager'));
  expect(await runImport('--users', people, '--apply')).toMatchObject({ code: 0 });
  const again = await runImport(...files, '--apply');
  expect(again).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Users: No change 2.'),
  });
});

test('npm run import asks for the number of users who would lose access, and deactivates them with it', async () => {
  const some = Array.from({ length: 6 }, (_, n) => `gone${n}@x.example,Gone ${n}`);
  await runImport('--users', await file('some.csv', 'Email,Full name', ...some), '--apply');
  const rest = await file('rest.csv', 'Email', 'ada@northline.example', 'ida@x.example', 'ivo@x.example');
  const asked = await runImport('--users', rest, '--apply', '--deactivate-missing');
  expect(asked).toMatchObject({ code: 3, stdout: expect.stringContaining('Repeat it with --confirm 6.') });
  expect((await usersOf('Gone')).filter((user) => user.is_active)).toHaveLength(6);
  const done = await runImport('--users', rest, '--apply', '--deactivate-missing', '--confirm', '6');
  expect(done).toMatchObject({ code: 0, stdout: expect.stringContaining('Deactivated 6') });
  expect((await usersOf('Gone')).filter((user) => user.is_active)).toEqual([]);
});

test('npm run import takes the meanings of words, invites those who are new, and writes their links', async () => {
  const people = await file(
    'meant.csv',
    'Email,Full name,Position,Status',
    'mo@x.example,Mo Meant,STORE MANAGER,on file',
    'ada@northline.example,Ada Owner,,',
  );
  const args = ['--users', people];
  expect(await runImport(...args, '--dry-run')).toMatchObject({ code: 2 });
  const meant = ['--mean', 'store manager=manager', '--mean', 'status:on file=active', '--invite'];
  const links = join(folder, 'links.csv');
  const applied = await runImport(...args, ...meant, '--apply', '--links', links);
  expect(applied).toMatchObject({ code: 0, stdout: expect.stringContaining('Users: Added 1, no change 1.') });
  expect(applied.stdout).toContain(`The invite links of 1 are in ${links}.`);
  expect(await readFile(links, 'utf8')).toMatch(
    /Name,Email,Link,Reason\r\nMo Meant,mo@x\.example,https?:\/\/\S+,\r\n$/,
  );
  expect((await stat(links)).mode & 0o777).toBe(0o600);
  expect(await usersOf('Meant')).toMatchObject([
    { invitation: 'invited', role_ids: [world.roleIds.manager], is_active: true },
  ]);
});

test('npm run import changes nothing and says why when it cannot run', async () => {
  const people = await file('bad.csv', 'Full name', 'Ana');
  expect(await runImport('--users', people, '--apply')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Choose a column with the id, the employee number or the email/),
  });
  expect(await runImport('--users', join(folder, 'none.csv'), '--apply')).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^There is no file .*none\.csv\.\n$/),
  });
});
