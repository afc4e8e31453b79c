import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AuthClient } from '@supabase/auth-js';
import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { getProfile } from '../../contract/profile.ts';
import { createUser, getUser, updateUser } from '../../contract/users.ts';
import { createTestDatabase } from '../testing/databases/postgres-cluster.ts';
import { runCommand } from '../testing/processes/commands.ts';
import { createClient } from '../testing/requests/client.ts';
import { startWorld, type World } from '../testing/worlds/world.ts';
import { admin } from './admin.ts';

let world: World;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** Runs the command on the database of the running server. */
function runAdmin(...args: string[]) {
  return runCommand(admin, settings(), ...args);
}

function settings(): Record<string, string> {
  const { data_dir, database_url, public_url } = world.app.config;
  // The test's PostgreSQL accepts any password.
  const url = database_url?.replace('postgres@', 'postgres:geheim@') ?? '';
  return { DATA_DIR: data_dir, DATABASE_URL: url, PUBLIC_URL: public_url };
}

/** A data directory that does not exist, or an empty database. */
async function emptyPlace() {
  const folder = await mkdtemp(join(tmpdir(), 'canopy-admin-'));
  const dataDir = join(folder, 'data');
  const database = process.env.TEST_DIALECT === 'postgres' ? await createTestDatabase() : null;
  const place = { DATA_DIR: dataDir, DATABASE_URL: database?.url ?? '' };
  return {
    dataDir,
    run: (...args: string[]) => runCommand(admin, place, ...args),
    async remove() {
      await database?.drop();
      await rm(folder, { recursive: true });
    },
  };
}

async function idOf(email: string): Promise<string | undefined> {
  const { read } = world.app.database;
  const query = read.selectFrom('users').select('id').where('email_key', '=', email);
  return (await query.executeTakeFirst())?.id;
}

function secretOf(stdout: string) {
  return /\/reset-password\?token_hash=([\w-]+)$/m.exec(stdout)?.[1] ?? '';
}

/** Opens the link as its page does, and sets a password. */
async function setPassword(secret: string, password: string) {
  const browser = new AuthClient({
    url: `${world.url}/auth/v1`,
    persistSession: false,
    autoRefreshToken: false,
  });
  const verified = await browser.verifyOtp({ token_hash: secret, type: 'recovery' });
  if (verified.error) throw verified.error;
  const updated = await browser.updateUser({ password });
  if (updated.error) throw updated.error;
  const signedIn = await browser.signInWithPassword({ email: verified.data.user?.email ?? '', password });
  if (signedIn.error) throw signedIn.error;
  return createClient(world.url, signedIn.data.session.access_token);
}

async function auditOf(id: string) {
  const rows = await world.app.database.read
    .selectFrom('audit_entries')
    .select(['action', 'actor_name', 'via'])
    .where('subject_id', '=', id)
    .execute();
  return rows.filter((row) => row.via === 'command line');
}

test('npm run admin makes a new user an administrator, who sets a password with a link that works once', async () => {
  const args = ['--email', 'Olga@northline.example', '--name', 'Olga Operator', '--yes'];
  const { stdout } = await runAdmin(...args);
  expect(stdout).toContain('Olga Operator was added as an administrator.');
  const olga = await setPassword(secretOf(stdout), 'a good password');
  const profile = (await olga.call(getProfile, {})).ok();
  expect(profile).toMatchObject({
    email: 'Olga@northline.example',
    full_name: 'Olga Operator',
    is_active: true,
  });
  expect(profile.roles.map((role) => role.name)).toEqual(['admin']);
  expect((await auditOf(profile.id)).map((row) => row.action).sort()).toEqual([
    'recovery.requested',
    'user.created',
    'user.roles_replaced',
  ]);
  await expect(setPassword(secretOf(stdout), 'another password')).rejects.toThrow(/expired/);
});

test('npm run admin keeps the name, roles and locations of a user who has a profile', async () => {
  const user = await world.newUser('Mia Manager', ['manager'], [world.locations.airport]);
  const { stdout } = await runAdmin('--email', 'MIA.manager@northline.example', '--name', 'Ignored');
  expect(stdout).toContain('Mia Manager, who has a profile, is an administrator.');
  const after = (await world.ada.call(getUser, { params: { id: user.id } })).ok();
  expect(after.roles.map((role) => role.name)).toEqual(['admin', 'manager']);
  expect(after.locations.map((location) => location.name)).toEqual(['Airport']);
  expect(await auditOf(user.id)).toContainEqual({
    action: 'user.roles_replaced',
    actor_name: 'Command line',
    via: 'command line',
  });
});

test('npm run admin accepts both Unicode forms of an accent in an email', async () => {
  const { stdout } = await runAdmin('--email', 'Rene\u0301@northline.example', '--yes');
  await setPassword(secretOf(stdout), 'a good password');
  for (const email of ['rene\u0301@northline.example', 'REN\u00C9@northline.example']) {
    const answer = await world.nobody.raw('POST', '/auth/v1/token?grant_type=password', {
      email,
      password: 'a good password',
    });
    expect(answer.status).toBe(200);
  }
});

test('npm run admin makes the older link stop working when it is run again', async () => {
  const older = secretOf((await runAdmin('--email', 'twice@northline.example', '--yes')).stdout);
  const newer = secretOf((await runAdmin('--email', 'twice@northline.example')).stdout);
  await expect(setPassword(older, 'a good password')).rejects.toThrow(/expired/);
  const user = await setPassword(newer, 'a good password');
  expect((await user.call(getProfile, {})).ok().roles.map((role) => role.name)).toEqual(['admin']);
});

test('npm run admin keeps the second factor, without --reset-second-factor', async () => {
  const user = await world.newUser('Lia Lost', ['admin'], [], { password: 'a good password' });
  const browser = new AuthClient({
    url: `${world.url}/auth/v1`,
    persistSession: true,
    autoRefreshToken: false,
  });
  await browser.signInWithPassword({ email: user.email, password: 'a good password' });
  const { data } = await browser.mfa.enroll({ factorType: 'totp', friendlyName: 'Lost' });
  if (data?.type !== 'totp') throw new Error('No app was set up');
  const code = TOTP.generate({ secret: Secret.fromBase32(data.totp.secret) });
  expect((await browser.mfa.challengeAndVerify({ factorId: data.id, code })).error).toBeNull();

  const without = await runAdmin('--email', user.email);
  await expect(setPassword(secretOf(without.stdout), 'another password')).rejects.toThrow(/code/);
  const { stdout } = await runAdmin('--email', user.email, '--reset-second-factor');
  const lia = await setPassword(secretOf(stdout), 'another password');
  expect((await lia.call(getProfile, {})).ok().second_factor.is_set_up).toBe(false);
  expect((await auditOf(user.id)).map((row) => row.action)).toContain('user.factor_reset');
});

test('npm run admin refuses a deactivated user and changes nothing', async () => {
  const id = randomUUID();
  const body = { id, email: 'dee@northline.example', full_name: 'Dee Parted' };
  (await world.ada.call(createUser, { body })).ok();
  (await world.ada.call(updateUser, { params: { id }, body: { is_active: false } })).ok();
  await expect(runAdmin('--email', 'dee@northline.example')).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^Dee Parted is deactivated\./),
  });
  const after = (await world.ada.call(getUser, { params: { id } })).ok();
  expect(after).toMatchObject({ is_active: false, roles: [] });
});

test('npm run admin does not add a new user without a yes', async () => {
  const email = 'mistyped@northline.example';
  await expect(runAdmin('--email', email)).rejects.toMatchObject({
    code: 1,
    stderr: `No user has the email ${email}. To make a new administrator of it, add --yes.\n`,
  });
  expect(await idOf(email)).toBeUndefined();
});

test('npm run admin prints which database it uses, never with a password', async () => {
  const { database_file, database_url } = world.app.config;
  const { stdout } = await runAdmin('--list');
  const where = database_url
    ? /^Database: PostgreSQL, canopy_test_\w+ at 127\.0\.0\.1:\d+$/m
    : new RegExp(`^Database: SQLite, ${database_file}$`, 'm');
  expect(stdout).toMatch(where);
  expect(stdout).not.toContain('geheim');
});

test('npm run admin --list prints all administrators, and whether they can sign in', async () => {
  const away = await world.newUser('Abe Away', ['admin']);
  (await world.ada.call(updateUser, { params: { id: away.id }, body: { is_active: false } })).ok();
  await runAdmin('--email', 'invited@northline.example', '--name', 'Ina Invited', '--yes');
  await world.newUser('Una Usual', ['manager']);
  const { stdout } = await runAdmin('--list');
  const lines = stdout.split('\n').map((line) => line.split(/ {2,}/));
  expect(lines).toContainEqual(['NAME', 'EMAIL', 'ACTIVE', 'CAN SIGN IN']);
  expect(lines).toContainEqual(['Ada Owner', 'ada@northline.example', 'yes', 'yes']);
  expect(lines).toContainEqual(['Abe Away', 'abe.away@northline.example', 'no', 'no']);
  expect(lines).toContainEqual(['Ina Invited', 'invited@northline.example', 'yes', 'no']);
  expect(stdout).not.toContain('Una Usual');
});

test('npm run admin refuses an empty database, unless the operator wants a new one', async () => {
  const place = await emptyPlace();
  onTestFinished(place.remove);
  const refused = place.run('--email', 'x@northline.example', '--yes');
  await expect(refused).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^There is nothing in this database yet\. Correct DATA_DIR or DATABASE_URL, or add --create to make a new one\.\n$/,
    ),
  });
  expect(existsSync(place.dataDir)).toBe(false);
  const { stdout } = await place.run('--email', 'x@northline.example', '--yes', '--create');
  expect(stdout).toContain('x@northline.example was added as an administrator.');
  expect((await place.run('--list')).stdout).toContain('x@northline.example');
});
