import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeLocation, createLocation, type Location } from '../../../contract/locations.ts';
import {
  type DailyEmail,
  emailSections,
  getNotificationSettings,
  saveNotificationSettings,
} from '../../../contract/notifications/notifications.ts';
import { createRegister } from '../../../contract/registers.ts';
import { updateUser } from '../../../contract/users.ts';
import { type MailCatcher, startMailCatcher } from '../../testing/processes/mail-catcher.ts';
import { createClient } from '../../testing/requests/client.ts';
import { mcm } from '../../testing/requests/register-xml.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { emailDigests } from './daily-emails.service.ts';

/** Noon of Fri, Nov 20 in Chicago. */
let clock = Date.parse('2026-11-20T18:00:00.000Z');
let mails: MailCatcher;
let world: World;
beforeAll(async () => {
  mails = await startMailCatcher();
  const env = { SMTP_URL: `smtp://canopy:secret@${mails.address}`, TIME_ZONE: 'America/Chicago' };
  world = await startWorld({ env, now: () => new Date(clock) });
});
afterAll(async () => {
  await world.close();
  await mails.close();
});

/** Signed in anew, because the clock of these tests runs fast. */
async function again(user: User): Promise<User> {
  return Object.assign(user, createClient(world.url, await signInAs(world.app, user)));
}
const at = async (time: string) => {
  clock = Date.parse(time);
  await again(world.ada);
};
/** As several servers do. */
const settle = async () => {
  for (let turn = 0; turn < 2; turn++)
    await Promise.all([world.workOnNotifications(), world.workOnNotifications()]);
  await world.app.mailer.deliverDue();
};
const subjectsTo = async ({ email }: User) => {
  const query = world.app.database.read.selectFrom('mail_outbox').select('subject');
  return (await query.where('to_address', '=', email).orderBy('created_at').execute()).map(
    ({ subject }) => subject,
  );
};
const open = async (name: string, number: string | null = null) =>
  (await world.ada.call(createLocation, { body: { ...airport, name, number } })).ok();
const close = async ({ id }: Location) =>
  (await world.ada.call(closeLocation, { params: { id }, body: { closed_on: '2026-11-19' } })).ok();
const choose = async (user: User, daily: Partial<DailyEmail>) =>
  (await (await again(user)).call(saveNotificationSettings, { body: { daily } })).ok().daily;
const one = 'Canopy today: 1 notification';
const two = 'Canopy today: 2 notifications';

test('the daily email comes at the chosen hour, and once a day whatever is chosen after it', async () => {
  const elm = await open('Elm Street');
  const dee = await world.newUser('Dee Digest', ['employee'], [elm]);
  expect(await choose(dee, { hour: 15 })).toEqual({
    ...{ hour: 15, quiet: null, paused_until: null, sections_off: [] },
  });
  await close(elm);
  await settle();
  await at('2026-11-20T20:59:00.000Z');
  await settle();
  expect(await subjectsTo(dee)).toEqual([]);
  await at('2026-11-20T21:00:10.000Z');
  await settle();
  expect(await subjectsTo(dee)).toEqual([two]);
  await choose(dee, { hour: 17 });
  await world.ada.call(updateUser, { params: { id: dee.id }, body: { full_name: 'Dee Dee' } });
  await settle();
  await at('2026-11-20T23:10:00.000Z');
  await settle();
  expect(await subjectsTo(dee)).toEqual([two]);
});

test('in a pause nothing leaves, and its end has what waited', async () => {
  await at('2026-11-21T18:00:00.000Z');
  const oak = await open('Oak Street');
  const pia = await world.newUser('Pia Pause', ['employee'], [oak]);
  const settings = [{ kind: 'location_closed' as const, bell: true, email: 'now' as const }];
  (await pia.call(saveNotificationSettings, { body: { settings } })).ok();
  await choose(pia, { paused_until: '2026-11-24' });
  await close(oak);
  await settle();
  await at('2026-11-22T18:00:00.000Z');
  await settle();
  expect(await subjectsTo(pia)).toEqual([]);
  await at('2026-11-24T05:59:00.000Z');
  await settle();
  expect(await subjectsTo(pia)).toEqual([]);
  await at('2026-11-24T06:00:30.000Z');
  await settle();
  expect(await subjectsTo(pia)).toEqual(['Oak Street was closed']);
  await at('2026-11-24T13:00:30.000Z');
  await settle();
  expect(await subjectsTo(pia)).toEqual(['Oak Street was closed', one]);
});

test('quiet hours hold back what comes at once until they end, never security, and the daily email is outside of them', async () => {
  await at('2026-11-24T23:00:00.000Z');
  const ash = await open('Ash Street');
  const quinn = await world.newUser('Quinn Quiet', ['employee'], [ash]);
  const settings = [{ kind: 'location_closed' as const, bell: true, email: 'now' as const }];
  (await quinn.call(saveNotificationSettings, { body: { settings } })).ok();
  for (const daily of [{ quiet: { from: 22, to: 8 } }, { quiet: { from: 6, to: 6 } }, { hour: 24 }, { x: 1 }])
    expect([daily, (await quinn.raw('PUT', '/api/notification-settings', { daily })).status]).toEqual([
      daily,
      400,
    ]);
  await choose(quinn, { quiet: { from: 22, to: 6 }, hour: 6 });
  expect((await quinn.raw('PUT', '/api/notification-settings', { daily: { hour: 5 } })).status).toBe(400);
  await at('2026-11-25T04:30:00.000Z');
  await close(ash);
  await settle();
  await settle();
  expect(await subjectsTo(quinn)).toEqual([]);
  await world.app.database.write((tx) =>
    tx
      .insertInto('notifications')
      .values({
        ...{ id: '00000000-0000-4000-8000-0000000000aa', user_id: quinn.id, kind: 'security' },
        ...{ subject_type: 'account', subject_id: null, subject_name: '', location_id: null, count: 1 },
        ...{ details: JSON.stringify({ what: 'session.replayed' }), read_at: null, merge_key: 'x' },
        ...{ first_at: new Date(clock).toISOString(), last_at: new Date(clock).toISOString() },
        ...{ is_in_bell: true, email: 'now' },
      })
      .execute(),
  );
  await settle();
  expect(await subjectsTo(quinn)).toEqual(['A session of yours was ended for security']);
  await at('2026-11-25T12:00:30.000Z');
  await settle();
  expect((await subjectsTo(quinn)).slice(1).sort()).toEqual(['Ash Street was closed', one].sort());
});

const head = (store: string, date: string) => ({
  ...{ store, business_date: date, began: `${date}T00:10:00`, ended: `${date}T23:50:00` },
});

test('silent registers of their own locations come to who may see sales, until the section or the email is stopped', async () => {
  await at('2026-12-01T15:00:00.000Z');
  const [elm, fir] = [await open('Silent Elm', '71'), await open('Silent Fir', '72')];
  const sue = await world.newUser('Sue Silent', ['manager'], [elm]);
  const eve = await world.newUser('Eve Employee', ['employee'], [elm, fir]);
  await choose(sue, { sections_off: ['sales', 'exceptions', 'locations'] });
  const body = { name: 'Both', location_ids: [elm.id, fir.id] };
  const { key } = (await world.ada.call(createRegister, { body })).ok();
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
  for (const store of ['71', '72']) {
    const file = mcm(head(store, '2026-11-30'), [{ code: '12', amount: '5.00' }]);
    expect((await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers)).ok).toBe(true);
  }
  await settle();
  await at('2026-12-02T13:01:00.000Z');
  await settle();
  // Only what happened to her access: nobody is silent for so long.
  expect(await subjectsTo(sue)).toEqual([one]);
  await at('2026-12-03T13:01:00.000Z');
  await settle();
  const [, email = ''] = await mails.emailsTo(sue.email, 2);
  expect(email).toContain('multipart/alternative');
  expect(email).toContain('Silent Elm: since Tue, Dec 1, 10:00 AM');
  expect(email).not.toContain('Silent Fir');
  expect(email).toMatch(/<td[^>]*>Silent Elm<\/td>/);
  expect((await subjectsTo(eve)).slice(1)).toEqual([]);

  const url = new URL(/List-Unsubscribe:\s+<([^>]+)>/.exec(email)?.[1] ?? '');
  const stop = async () =>
    (await fetch(`${world.url}${url.pathname}${url.search}`, { method: 'POST' })).status;
  expect([await stop(), await stop()]).toEqual([200, 200]);
  const stored = (await (await again(sue)).call(getNotificationSettings, {})).ok().daily;
  expect(stored.sections_off).toEqual([...emailSections]);
  await at('2026-12-04T13:01:00.000Z');
  await settle();
  expect(await subjectsTo(sue)).toHaveLength(2);
});

test('a receiver whose email throws keeps no other from theirs, and is not tried for ever', async () => {
  await at('2026-12-08T18:00:00.000Z');
  const elm = await open('Thrown Elm');
  const bad = await world.newUser('Bad Receiver', ['employee'], [elm]);
  const good = await world.newUser('Good Receiver', ['employee'], [elm]);
  const { mailer } = world.app;
  const { enqueue } = mailer;
  let tries = 0;
  mailer.enqueue = (tx, email) => {
    if (email.to !== bad.email) return enqueue(tx, email);
    tries++;
    throw new Error('Planted: this email cannot be queued');
  };
  await settle();
  await at('2026-12-09T13:01:00.000Z');
  for (let turn = 0; turn < 5; turn++) await emailDigests(world.app);
  mailer.enqueue = enqueue;
  expect(await subjectsTo(good)).toEqual([one]);
  expect(await subjectsTo(bad)).toEqual([]);
  expect(tries).toBe(2);
});
