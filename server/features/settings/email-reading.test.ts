import { afterAll, beforeAll, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { getEmail, listEmails } from '../../../contract/settings.ts';
import { createUser, replaceUserRoles } from '../../../contract/users.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';

const awaited = 'head.office@northline.example';
let world: World;
let reader: User;
beforeAll(async () => {
  world = await startWorld({ env: { FIRST_ADMIN_EMAIL: awaited } });
  reader = await world.newUser('Rita Reader', []);
  const role_ids = [await ownRole(world, 'email desk', ['mail.read', 'locations.all', 'locations.read'])];
  (await world.ada.call(replaceUserRoles, { params: { id: reader.id }, body: { role_ids } })).ok();
});
afterAll(() => world.close());

/** The newest email to the address. */
async function emailTo(address: string) {
  const newest = async () => {
    await world.answerRequests();
    return (await world.ada.call(listEmails, {})).ok().mails.find((email) => email.to === address)?.id;
  };
  await expect.poll(newest).toBeDefined();
  return { params: { id: (await newest()) ?? '' } };
}

const auth = (path: string, body: unknown) => world.nobody.raw('POST', `/auth/v1${path}`, body);
const refused = {
  status: 403,
  detail:
    'This email is for a user with permissions that you do not have, and its links sign in as that user.',
};

test('getEmail refuses an email to an account with permissions that the reader lacks', async () => {
  await auth('/recover', { email: world.ada.email });
  const email = await emailTo(world.ada.email);
  expect((await reader.call(getEmail, email)).problem()).toMatchObject(refused);
  expect((await world.ada.call(getEmail, email)).ok().text).toContain('/reset-password?token_hash=');
  const query = { action: 'mail.read' } as const;
  const { entries } = (await world.ada.call(listAudit, { query })).ok();
  expect(entries.map((entry) => entry.actor.name)).toEqual(['Ada Owner']);
});

test('getEmail refuses it also when that user has not joined yet', async () => {
  const body = { email: 'Waiting@northline.example', full_name: 'Walt Waiting' };
  const { id } = (await world.ada.call(createUser, { body })).ok();
  await auth('/signup', { email: body.email, password: 'correct horse' });
  const email = await emailTo(body.email.toLowerCase());
  expect((await reader.call(getEmail, email)).ok().text).toContain('token_hash=');
  const role_ids = [world.roleIds.manager];
  (await world.ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
  expect((await reader.call(getEmail, email)).problem()).toMatchObject(refused);
});

test("getEmail refuses it also when the email is to that user's new mailbox", async () => {
  const mover = await world.newUser('Mo Mover', ['manager'], [], { password: 'correct horse' });
  const change = { email: 'moved@northline.example', current_password: 'correct horse' };
  expect((await mover.raw('PUT', '/auth/v1/user', change)).status).toBe(200);
  const email = await emailTo(change.email);
  expect((await reader.call(getEmail, email)).problem()).toMatchObject(refused);
});

test('getEmail returns emails to every other user', async () => {
  const eve = await world.newUser('Eve Employee', [], [], { password: 'correct horse' });
  await auth('/recover', { email: eve.email });
  expect((await reader.call(getEmail, await emailTo(eve.email))).ok().text).toContain('token_hash=');
  await auth('/signup', { email: 'new.one@northline.example', password: 'correct horse' });
  const email = await emailTo('new.one@northline.example');
  expect((await reader.call(getEmail, email)).ok().text).toContain('token_hash=');
});

test('getEmail refuses an email to the pending first administrator', async () => {
  await auth('/signup', { email: awaited, password: 'correct horse' });
  const email = await emailTo(awaited);
  expect((await reader.call(getEmail, email)).status).toBe(200);
  const { write } = world.app.database;
  await write((tx) =>
    tx.updateTable('users').set({ is_active: false }).where('id', '=', world.ada.id).execute(),
  );
  expect((await reader.call(getEmail, email)).problem()).toMatchObject(refused);
});
