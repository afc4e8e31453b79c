import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../../contract/audit.ts';
import { getInvitation, sendInvitation } from '../../../../contract/invitations.ts';
import { createLocation, type Location } from '../../../../contract/locations.ts';
import { listRoles } from '../../../../contract/roles.ts';
import {
  correctEmail,
  createUser,
  listUsers,
  replaceUserRoles,
  updateUser,
} from '../../../../contract/users.ts';
import type { Client } from '../../../testing/requests/client.ts';
import {
  type AuthWorld,
  ada,
  goodPassword,
  present,
  startAuthWorld,
} from '../../../testing/worlds/auth-world.ts';
import { millRoad } from '../../../testing/worlds/world.ts';

let world: AuthWorld;
let owner: Client;
let here: Location;
let roleIds: Record<string, string>;
beforeAll(async () => {
  world = await startAuthWorld();
  owner = world.api((await world.signIn(ada)).session);
  here = (await owner.call(createLocation, { body: millRoad })).ok();
  const { roles } = (await owner.call(listRoles, {})).ok();
  roleIds = Object.fromEntries(roles.map((role) => [role.name, role.id]));
});
afterAll(() => world.close());

let added = 0;

/** A profile at Mill Road whose email has a typing error, and the correct email. */
async function add(role = 'employee') {
  added += 1;
  const [typed, meant] = [`kom${added}@northline.example`, `kim${added}@northline.example`];
  const body = { email: typed, full_name: `Kim ${added}`, location_ids: [here.id] };
  const { id } = (await owner.call(createUser, { body })).ok();
  const params = { id };
  (await giveRoles(params, role)).ok();
  return { id, params, typed, meant };
}

/** A user who signed in with the wrong email, and their browser. */
async function addJoined(role?: string) {
  const user = await add(role);
  await invite(user.params);
  const browser = world.browser();
  const { secret } = await delivered(user.typed);
  expect((await browser.verifyOtp({ token_hash: secret, type: 'invite' })).error).toBeNull();
  expect((await browser.updateUser({ password: goodPassword })).error).toBeNull();
  return { ...user, browser };
}

const giveRoles = (params: { id: string }, ...names: string[]) =>
  owner.call(replaceUserRoles, { params, body: { role_ids: names.map((name) => present(roleIds[name])) } });
const invite = async (params: { id: string }) =>
  (await owner.call(sendInvitation, { params, body: { by: 'mail' } })).ok();
const correct = (params: { id: string }, email: string, by = owner) =>
  by.call(correctEmail, { params, body: { email } });
const stateOf = async (params: { id: string }) => (await owner.call(getInvitation, { params })).ok().state;

async function delivered(email: string, count = 1) {
  const message = await world.emailTo(email, count);
  await world.app.mailer.deliverDue();
  return message;
}

async function verify(type: 'invite' | 'email_change', token_hash: string) {
  const browser = world.browser();
  const { error } = await browser.verifyOtp({ token_hash, type });
  return { browser, code: error?.code ?? null };
}

async function signInCode(email: string) {
  const { error } = await world.browser().signInWithPassword({ email, password: goodPassword });
  return error?.code ?? null;
}

async function entriesAbout(user: string) {
  return (await owner.call(listAudit, { query: { user } })).ok().entries;
}

describe('before the user has joined', () => {
  test('correctEmail changes the email at once, and emails nobody who was not invited', async () => {
    const { id, params, typed, meant } = await add();
    const changed = (await correct(params, meant)).ok();
    expect(changed).toMatchObject({ id, email: meant, waiting_email: null, invitation: null });
    const { users } = (await owner.call(listUsers, { query: { q: meant } })).ok();
    expect(users.map((user) => user.id)).toEqual([id]);
    expect([...(await world.emailsTo(typed)), ...(await world.emailsTo(meant))]).toEqual([]);
    const entry = (await entriesAbout(id)).find(({ action }) => action === 'user.email_corrected');
    expect(entry).toMatchObject({
      sentence: `Ada Owner corrected the email of Kim ${added}`,
      changes: [{ field: 'Email', before: typed, after: meant }],
    });
  });

  test('correctEmail replaces a pending invitation by one to the new email, and notifies the old mailbox', async () => {
    const { id, params, typed, meant } = await add();
    await invite(params);
    const old = await delivered(typed);
    expect((await correct(params, meant)).ok()).toMatchObject({ email: meant, invitation: 'invited' });
    expect((await verify('invite', old.secret)).code).toBe('otp_expired');
    const notice = await world.emailTo(typed, 2);
    expect(notice.subject).toBe('Your invitation to Canopy was withdrawn');
    expect(notice.text).not.toContain(meant);
    const { browser, code } = await verify('invite', (await delivered(meant)).secret);
    expect(code).toBeNull();
    expect((await browser.getUser()).data.user).toMatchObject({ id, email: meant });
    expect((await browser.updateUser({ password: goodPassword })).error).toBeNull();
    expect(await signInCode(meant)).toBeNull();
  });

  test('correctEmail ends the session that a link in the wrong mailbox started, and every other link there', async () => {
    const { params, typed, meant } = await add();
    await invite(params);
    const { browser: stranger } = await verify('invite', (await delivered(typed)).secret);
    await world.browser().resetPasswordForEmail(typed);
    const recovery = await world.emailTo(typed, 2);
    (await correct(params, meant)).ok();
    expect((await stranger.updateUser({ password: goodPassword })).error).not.toBeNull();
    const late = await world.browser().verifyOtp({ token_hash: recovery.secret, type: 'recovery' });
    expect(late.error?.code).toBe('otp_expired');
    expect(await stateOf(params)).toBe('invited');
    expect((await verify('invite', (await delivered(meant)).secret)).code).toBeNull();
  });
});

describe('after the user has joined', () => {
  test('correctEmail changes the email when the new mailbox confirms it, notifies the old one twice and keeps the devices', async () => {
    const { id, params, typed, meant, browser } = await addJoined();
    expect((await correct(params, meant)).ok()).toMatchObject({ email: typed, waiting_email: meant });
    const notice = await world.emailTo(typed, 2);
    expect(notice.subject).toBe('Your email for Canopy is about to change');
    expect(notice.text).toContain(`\n\n${meant}\n\n`);
    expect(notice.secret).toBe('');
    expect([await signInCode(typed), await signInCode(meant)]).toEqual([null, 'invalid_credentials']);

    const link = await delivered(meant);
    expect(link.subject).toBe('Confirm your new email for Canopy');
    expect((await verify('email_change', link.secret)).code).toBeNull();
    expect([await signInCode(typed), await signInCode(meant)]).toEqual(['invalid_credentials', null]);
    expect((await browser.getUser()).data.user?.email).toBe(meant);
    expect((await world.emailTo(typed, 3)).subject).toContain('was changed');
    const sentences = (await entriesAbout(id)).map((entry) => entry.sentence);
    expect(sentences).toContain(`Ada Owner asked to change the email of Kim ${added}`);
    expect(sentences).toContain(`Kim ${added} changed their email`);
    expect((await verify('email_change', link.secret)).code).toBe('otp_expired');
  });

  test('correctEmail ends the link of an earlier correction, and cancels it for the current email', async () => {
    const { params, typed, meant } = await addJoined();
    (await correct(params, `wrong-${meant}`)).ok();
    const first = await world.emailTo(`wrong-${meant}`);
    (await correct(params, meant)).ok();
    expect((await verify('email_change', first.secret)).code).toBe('otp_expired');
    const second = await world.emailTo(meant);
    expect((await correct(params, typed.toUpperCase())).ok()).toMatchObject({
      email: typed,
      waiting_email: null,
    });
    expect((await verify('email_change', second.secret)).code).toBe('otp_expired');
  });

  test('correctEmail keeps the email when its owner cancels the correction', async () => {
    const { params, typed, meant, browser } = await addJoined();
    (await correct(params, meant)).ok();
    const { secret } = await world.emailTo(meant);
    expect((await browser.updateUser({ email: typed })).error).toBeNull();
    expect((await verify('email_change', secret)).code).toBe('otp_expired');
  });

  test('correctEmail replaces the change that the owner requested', async () => {
    const { params, typed, meant, browser } = await addJoined();
    await browser.updateUser({ email: `own-${meant}`, current_password: goodPassword });
    const own = [await world.emailTo(`own-${meant}`), await world.emailTo(typed, 2)];
    (await correct(params, meant)).ok();
    for (const { secret } of own) expect((await verify('email_change', secret)).code).toBe('otp_expired');
    expect((await verify('email_change', (await world.emailTo(meant)).secret)).code).toBeNull();
  });
});

describe('a manager', () => {
  /** A manager of Mill Road, and a user there whose email the manager asked to change. */
  async function asked() {
    const manager = await addJoined('manager');
    const client = world.api((await world.signIn(manager.typed)).session);
    const user = await addJoined();
    (await correct(user.params, user.meant, client)).ok();
    await world.emailTo(user.meant);
    return { manager, user };
  }

  test('correctEmail works for a manager and a user whom they can manage', async () => {
    const { user } = await asked();
    expect((await verify('email_change', (await world.emailTo(user.meant)).secret)).code).toBeNull();
  });

  test.each<[string, (of: Awaited<ReturnType<typeof asked>>) => Promise<unknown>]>([
    ['the user was given more than the manager holds', ({ user }) => giveRoles(user.params, 'admin')],
    ['the manager lost the role', ({ manager }) => giveRoles(manager.params, 'viewer')],
    [
      'the manager was deactivated',
      ({ manager }) => owner.call(updateUser, { params: manager.params, body: { is_active: false } }),
    ],
  ])('correctEmail sends no usable link once %s, also when it is sent again', async (_, change) => {
    const of = await asked();
    await change(of);
    const { secret } = await world.emailTo(of.user.meant);
    expect((await verify('email_change', secret)).code).toBe('otp_expired');
    await world.browser().resend({ type: 'email_change', email: of.user.typed });
    const again = await world.emailTo(of.user.meant, 2);
    expect((await verify('email_change', again.secret)).code).toBe('otp_expired');
    expect(await signInCode(of.user.typed)).toBeNull();
  });
});

describe('what it refuses', () => {
  test('correctEmail refuses a user with more permissions, one out of scope, and oneself', async () => {
    const manager = await addJoined('manager');
    const client = world.api((await world.signIn(manager.typed)).session);
    const boss = await add('admin');
    expect((await correct(boss.params, boss.meant, client)).status).toBe(403);
    const body = { email: 'elsewhere@northline.example', full_name: 'Else Where' };
    const { id } = (await owner.call(createUser, { body })).ok();
    expect((await correct({ id }, 'there@northline.example', client)).status).toBe(404);
    expect((await correct(manager.params, manager.meant, client)).problem()).toMatchObject({
      code: 'conflict',
      title: 'Failed to correct the email',
      detail: 'Change your own email on your profile.',
    });
  });

  test('correctEmail refuses an email that is taken or invalid', async () => {
    const [{ params }, joined] = [await add(), await addJoined()];
    const profile = await add();
    for (const taken of [profile.typed.toUpperCase(), joined.typed]) {
      expect((await correct(params, taken)).problem()).toMatchObject({
        code: 'email_taken',
        issues: [{ path: 'email', message: 'A user with this email address already exists' }],
      });
    }
    await world.browser().signUp({ email: 'waits@northline.example', password: goodPassword });
    expect((await correct(params, 'waits@northline.example')).status).toBe(200);
    expect((await correct(params, 'no email')).problem().code).toBe('validation_failed');
  });

  test('correctEmail refuses a deactivated user', async () => {
    const { params, meant } = await add();
    (await owner.call(updateUser, { params, body: { is_active: false } })).ok();
    expect((await correct(params, meant)).problem().detail).toContain('deactivated');
  });
});
