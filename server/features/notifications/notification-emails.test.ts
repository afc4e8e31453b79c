import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sendInvitation } from '../../../contract/invitations.ts';
import { closeLocation, createLocation } from '../../../contract/locations.ts';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import {
  getNotificationSettings,
  listNotifications,
  saveNotificationSettings,
  unsubscribe,
} from '../../../contract/notifications/notifications.ts';
import { listEmails } from '../../../contract/settings.ts';
import {
  createUser,
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { type MailCatcher, startMailCatcher } from '../../testing/processes/mail-catcher.ts';
import { createClient } from '../../testing/requests/client.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { remindOfInvitations } from '../auth/accounts/invitation-notices.service.ts';
import { unsubscribeToken } from './unsubscribe.service.ts';

const hour = 3_600_000;
let clock = Date.parse('2026-11-20T12:00:00.000Z');
let isFull = true;
let mails: MailCatcher;
let world: World;
beforeAll(async () => {
  mails = await startMailCatcher({
    refuse: (to) =>
      to.startsWith('gone')
        ? '550 5.1.1 No such mailbox'
        : to.startsWith('full') && isFull
          ? '452 4.2.2 Mailbox full'
          : null,
  });
  const env = { SMTP_URL: `smtp://canopy:secret@${mails.address}` };
  world = await startWorld({ env, now: () => new Date(clock) });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

/** Signed in anew, because the clock of these tests runs fast. */
async function again(user: { id: string; email: string }): Promise<User> {
  const token = await signInAs(world.app, user);
  return { ...createClient(world.url, token), id: user.id, email: user.email, token };
}
const settle = async () => {
  await world.workOnNotifications();
  await world.app.mailer.deliverDue();
};
const subjectsTo = async (email: string) => {
  const ada = await again(world.ada);
  const { mails } = (await ada.call(listEmails, { query: {} } as never)).ok();
  return mails.filter(({ to }) => to === email).map(({ subject }) => subject);
};
const addEmployee = async (name: string, location_id: string) => {
  const ada = await again(world.ada);
  const body = { email: `${name}@northline.example`, full_name: name, location_ids: [location_id] };
  const { id, email } = (await ada.call(createUser, { body })).ok();
  const role_ids = [world.roleIds.employee];
  (await ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
  await signInAs(world.app, { id, email });
  return { id, email };
};
const open = async (name: string) => {
  const ada = await again(world.ada);
  return (await ada.call(createLocation, { body: { ...airport, name } })).ok();
};
const close = async (id: string) => {
  const ada = await again(world.ada);
  (await ada.call(closeLocation, { params: { id }, body: { closed_on: '2026-11-19' } })).ok();
};

test('the digest comes at 7 in the zone of its receiver, by location, once from two processes, and never empty', async () => {
  const [elm, oak] = [await open('Elm Street'), await open('Oak Street')];
  const dee = await world.newUser('Dee Digest', ['employee'], [elm, oak]);
  (await dee.call(saveNotificationSettings, { body: { time_zone: 'America/Chicago' } })).ok();
  await close(elm.id);
  await close(oak.id);
  await settle();
  expect(await subjectsTo(dee.email)).toEqual([]);
  clock = Date.parse('2026-11-20T12:59:00.000Z');
  await settle();
  expect(await subjectsTo(dee.email)).toEqual([]);
  clock = Date.parse('2026-11-20T13:00:10.000Z');
  await Promise.all([world.workOnNotifications(), world.workOnNotifications(), world.workOnNotifications()]);
  await settle();
  expect(await subjectsTo(dee.email)).toEqual(['Canopy today: 3 notifications']);
  const [text = ''] = await mails.emailsTo(dee.email, 1);
  expect(text).toMatch(/^List-Unsubscribe:\s+<http:[^>]+\/unsubscribe\?token=[\w-]+>/m);
  expect(text).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const parts = [
    'Elm Street:',
    'Elm Street was closed.',
    'Oak Street:',
    'Everything else:',
    'Your roles changed',
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  // It marks nothing read.
  const fresh = await again(dee);
  expect((await fresh.call(listNotifications, { query: { limit: 1 } })).ok().unread).toBe(3);
  clock += 48 * hour;
  await settle();
  expect(await subjectsTo(dee.email)).toHaveLength(1);
});

test('a digest tells nothing that its receiver no longer sees, and nothing to a user who was deactivated', async () => {
  const [ash, fir] = [await open('Ash Street'), await open('Fir Street')];
  const ada = await again(world.ada);
  const mo = await addEmployee('mo', ash.id);
  const ina = await addEmployee('ina', ash.id);
  await close(ash.id);
  const body = { location_ids: [fir.id] };
  (await ada.call(replaceUserLocations, { params: { id: mo.id }, body })).ok();
  (await ada.call(updateUser, { params: { id: ina.id }, body: { is_active: false } })).ok();
  await settle();
  clock += 24 * hour;
  await settle();
  expect(await subjectsTo(mo.email)).toEqual(['Canopy today: 1 notification']);
  const [text = ''] = await mails.emailsTo(mo.email, 1);
  expect(text).not.toContain('Ash Street');
  expect(await subjectsTo(ina.email)).toEqual([]);
  const waiting = world.app.database.read.selectFrom('notifications').where('email', 'is not', null);
  expect(await waiting.selectAll().execute()).toEqual([]);
});

test('an email at once is one per receiver, and its signed link stops its kind', async () => {
  const bay = await open('Bay Street');
  const { id, email } = await addEmployee('nat', bay.id);
  let nat = await again({ id, email });
  const settings = [{ kind: 'location_closed' as const, bell: false, email: 'now' as const }];
  (await nat.call(saveNotificationSettings, { body: { settings } })).ok();
  await close(bay.id);
  await settle();
  expect(await subjectsTo(email)).toEqual(['Bay Street was closed']);
  const [text = ''] = await mails.emailsTo(email, 1);
  expect(text).toContain('You get this because you are assigned to Bay Street.');
  // Not in the bell, as chosen.
  const { notifications } = (await nat.call(listNotifications, { query: {} })).ok();
  expect(notifications.map(({ kind }) => kind)).toEqual(['access_changed']);

  const url = new URL(/List-Unsubscribe:\s+<([^>]+)>/.exec(text)?.[1] ?? '');
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const post = (token: string) =>
    fetch(`${world.url}${url.pathname}?token=${token}`, {
      method: 'POST',
      headers: form,
      body: 'List-Unsubscribe=One-Click',
    });
  const token = url.searchParams.get('token') ?? '';
  expect((await post(`${token.slice(0, -2)}AA`)).status).toBe(400);
  expect((await post('')).status).toBe(400);
  expect((await post(token)).status).toBe(200);
  expect((await createClient(world.url).call(unsubscribe, { query: { token } })).ok()).toEqual({
    kinds: ['location_closed'],
    sections: [],
  });
  nat = await again({ id, email });
  const chosen = (await nat.call(getNotificationSettings, {})).ok().settings;
  expect(chosen).toContainEqual({ kind: 'location_closed', bell: false, email: 'never' });
});

test('a link to stop emails works after years, stops nothing else, and nothing for a user who is gone; forged ones do nothing', async () => {
  const { app, url } = world;
  const stop = async (token: string) =>
    (await fetch(`${url}/unsubscribe?token=${encodeURIComponent(token)}`, { method: 'POST' })).status;
  const choices = async (user_id: string) => {
    const query = app.database.read.selectFrom('notification_settings').select(['kind', 'email']);
    return query.where('user_id', '=', user_id).orderBy('kind').execute();
  };
  const lou = await addEmployee('lou', (await open('Lake Street')).id);
  const token = unsubscribeToken(app, lou.id, ['location_closed', 'security']);
  const forged = [
    ...['', 'made-up', token.slice(1), `${token}A`, token.toUpperCase(), 'x'.repeat(5000)],
    // Sealed by the same key for something else, or by the key of another server.
    app.secrets.seal(`${lou.id} location_closed`, 'cursor of changes'),
    Buffer.from(`${lou.id} location_closed`).toString('base64url'),
  ];
  for (const one of forged) expect([one.slice(0, 20), await stop(one)]).toEqual([one.slice(0, 20), 400]);
  expect(await choices(lou.id)).toEqual([]);
  clock += 3 * 365 * 24 * hour;
  expect([await stop(token), await stop(token)]).toEqual([200, 200]);
  // Notices about the security of the account cannot be stopped, whatever a link says.
  expect(await choices(lou.id)).toEqual([{ kind: 'location_closed', email: 'never' }]);
  // A kind of an older version.
  expect(await stop(app.secrets.seal(`${lou.id} kind_that_was`, 'unsubscribe'))).toBe(200);
  (await (await again(world.ada)).call(deleteUser, { params: { id: lou.id } })).ok();
  expect(await stop(token)).toBe(200);
  expect(await choices(lou.id)).toEqual([]);
});

test('a mail server that refuses gets an email once, or again later, and the bell keeps what it says', async () => {
  const oak = await open('Refused Street');
  const gone = await addEmployee('gone.guy', oak.id);
  const full = await addEmployee('full.fay', oak.id);
  const settings = [{ kind: 'location_closed' as const, bell: true, email: 'now' as const }];
  for (const user of [gone, full])
    (await (await again(user)).call(saveNotificationSettings, { body: { settings } })).ok();
  await close(oak.id);
  await settle();
  const state = async (email: string) => {
    const query = world.app.database.read.selectFrom('mail_outbox').select(['state', 'attempts']);
    return query.where('to_address', '=', email).where('subject', 'like', 'Refused%').execute();
  };
  await vi.waitFor(async () => {
    expect(await state(gone.email)).toEqual([{ state: 'failed', attempts: 1 }]);
    expect(await state(full.email)).toEqual([{ state: 'pending', attempts: 1 }]);
  });
  isFull = false;
  clock += hour;
  await settle();
  await vi.waitFor(async () => expect(await state(full.email)).toEqual([{ state: 'sent', attempts: 2 }]));
  clock += hour;
  await settle();
  expect(await mails.emailsTo(full.email, 1)).toHaveLength(1);
  expect(await state(gone.email)).toEqual([{ state: 'failed', attempts: 1 }]);
  for (const user of [gone, full]) {
    const { notifications } = (await (await again(user)).call(listNotifications, { query: {} })).ok();
    expect(notifications.map(notificationText)).toContain('Refused Street was closed');
  }
});

test('who sent an invitation learns that it failed, and two days before it expires, once', async () => {
  let ada = await again(world.ada);
  const texts = async () => {
    await world.settle();
    const fresh = await again(world.ada);
    return (await fresh.call(listNotifications, { query: { limit: 100 } }))
      .ok()
      .notifications.map(notificationText);
  };
  for (const name of ['gone', 'slow']) {
    const body = { email: `${name}@northline.example`, full_name: name };
    const { id } = (await ada.call(createUser, { body })).ok();
    (await ada.call(sendInvitation, { params: { id }, body: { by: 'mail' } } as never)).ok();
  }
  await settle();
  expect(await texts()).toContain('The invitation of gone could not be delivered');
  await settle();
  expect(await subjectsTo(world.ada.email)).toContain('The invitation of gone could not be delivered');
  await remindOfInvitations(world.app);
  expect((await texts()).filter((text) => text.includes('expires'))).toEqual([]);
  clock += 5.5 * 24 * hour;
  await Promise.all([remindOfInvitations(world.app), remindOfInvitations(world.app)]);
  await remindOfInvitations(world.app);
  await world.settle();
  ada = await again(world.ada);
  const rows = (await ada.call(listNotifications, { query: { limit: 100 } })).ok().notifications;
  const expiring = rows.filter(({ kind }) => kind === 'invitation_expiring');
  expect(expiring.map(({ subject_name, count }) => [subject_name, count])).toContainEqual(['slow', 1]);
  expect(expiring.every(({ count }) => count === 1)).toBe(true);
});
