import { afterAll, beforeAll, expect, test } from 'vitest';
import { sendInvitation } from '../../../../contract/invitations.ts';
import { notificationText } from '../../../../contract/notifications/notification-words.ts';
import { listNotifications } from '../../../../contract/notifications/notifications.ts';
import { createUser } from '../../../../contract/users.ts';
import { type AuthWorld, goodPassword, startAuthWorld } from '../../../testing/worlds/auth-world.ts';

let world: AuthWorld;
beforeAll(async () => {
  world = await startAuthWorld();
});
afterAll(() => world.close());

test('a user is told of a sign-in on a new device, at once by email, and never twice of a changed password', async () => {
  const email = 'dev@northline.example';
  const first = await world.join(email);
  const texts = async (session: typeof first.session) => {
    await world.settle();
    const { notifications } = (await world.api(session).call(listNotifications, { query: {} })).ok();
    return notifications.map(notificationText);
  };
  expect(await texts(first.session)).toEqual([]);

  const browser = world.browser({ 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Firefox/140.0' });
  const { data } = await browser.signInWithPassword({ email, password: goodPassword });
  if (!data.session) throw new Error('No session');
  const second = { browser, session: data.session };
  const told = 'Your account was used on a new device: Firefox on Windows';
  expect(await texts(second.session)).toEqual([told]);
  await world.workOnNotifications();
  const emails = await world.emailsTo(email);
  expect(emails.map(({ subject }) => subject)).toContain(told);
  // Nobody can be talked into switching it off.
  expect(emails.at(-1)?.text).not.toContain('unsubscribe');

  const changed = await second.browser.updateUser({
    password: 'wrong horse',
    current_password: goodPassword,
  } as never);
  expect(changed.error).toBeNull();
  expect(await texts(second.session)).toContain('Your password was changed');
  await world.workOnNotifications();
  const subjects = (await world.emailsTo(email)).map(({ subject }) => subject);
  expect(subjects.filter((subject) => /password/i.test(subject))).toHaveLength(1);
});

test('a script without cookies is a new device where it has not run before, and not each night', async () => {
  const email = 'script@northline.example';
  const { session } = await world.join(email);
  const signIn = (agent: string) =>
    world.browser({ 'user-agent': agent }).signInWithPassword({ email, password: goodPassword });
  const told = async () => {
    await world.settle();
    const { notifications } = (await world.api(session).call(listNotifications, { query: {} })).ok();
    return notifications.reduce((sum, { count }) => sum + count, 0);
  };
  expect((await signIn('curl/8.5.0')).error).toBeNull();
  expect(await told()).toBe(1);
  expect((await signIn('curl/8.5.0')).error).toBeNull();
  expect(await told()).toBe(1);
  expect((await signIn('python-requests/2.32')).error).toBeNull();
  expect(await told()).toBe(2);
});

test('the first password of an account is no changed password', async () => {
  const email = 'first@northline.example';
  const ada = world.api((await world.signIn('ada@northline.example')).session);
  const body = { email, full_name: 'Fay First' };
  const { id } = (await ada.call(createUser, { body })).ok();
  (await ada.call(sendInvitation, { params: { id }, body: { by: 'mail' } })).ok();
  const { secret } = await world.emailTo(email);
  const browser = world.browser();
  const { data } = await browser.verifyOtp({ token_hash: secret, type: 'invite' });
  expect((await browser.updateUser({ password: goodPassword })).error).toBeNull();
  await world.settle();
  await world.workOnNotifications();
  expect((await world.emailsTo(email)).map(({ subject }) => subject)).toHaveLength(1);
  if (!data.session) throw new Error('No session');
  const { notifications } = (await world.api(data.session).call(listNotifications, { query: {} })).ok();
  expect(notifications.filter(({ kind }) => kind === 'security')).toEqual([]);
});
