import { afterAll, beforeAll, expect, test } from 'vitest';
import { notificationText } from '../../../../contract/notifications/notification-words.ts';
import { listNotifications } from '../../../../contract/notifications/notifications.ts';
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

  const second = await world.signIn(email);
  const told = 'Your account was used on a new device: Unknown device';
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
