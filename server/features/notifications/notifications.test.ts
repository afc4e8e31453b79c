import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  closeLocation,
  createLocation,
  deleteLocation,
  reopenLocation,
} from '../../../contract/locations.ts';
import { notificationReason, notificationText } from '../../../contract/notifications/notification-words.ts';
import {
  getNotificationSettings,
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  markNotificationsSeen,
  type Notification,
  saveNotificationSettings,
} from '../../../contract/notifications/notifications.ts';
import { createRole, updateRole } from '../../../contract/roles.ts';
import { createUser, deleteUser, replaceUserLocations, replaceUserRoles } from '../../../contract/users.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { purgeNotifications } from './notifications.service.ts';

const minute = 60_000;
/** Acts before and after it are rows of their own. The sessions of this file last an hour. */
const nextInterval = () => {
  clock = (Math.floor(clock / (10 * minute)) + 1) * 10 * minute;
};
let clock = Date.parse('2026-11-20T12:00:00.000Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock) });
});
afterAll(() => world.close());

const page = async (user: User, limit = 100) => {
  await world.settle();
  return (await user.call(listNotifications, { query: { limit } })).ok();
};
const textsOf = async (user: User) => (await page(user)).notifications.map(notificationText);
const rowOf = async (user: User, text: string) => {
  const row = (await page(user)).notifications.find((row) => notificationText(row) === text);
  if (!row) throw new Error(`${text} is not among ${await textsOf(user)}`);
  return row;
};
let made = 0;
const add = async (name: string, location_ids: string[], by = world.ada) => {
  const body = { email: `n${made++}@northline.example`, full_name: name, location_ids };
  const user = (await by.call(createUser, { body })).ok();
  await world.settle();
  return user;
};
const newManager = async (name: string) => {
  const location = (
    await world.ada.call(createLocation, {
      body: { ...airport, name: `${name} Street` },
    })
  ).ok();
  return { location, user: await world.newUser(name, ['manager'], [location]) };
};

test('a manager hears who joined and left the location in one row per ten minutes, never of own acts', async () => {
  const { user: mia, location } = await newManager('Mia');
  await add('Sam Sales', [location.id]);
  expect(await textsOf(mia)).toContain('Sam Sales joined Mia Street');
  const row = await rowOf(mia, 'Sam Sales joined Mia Street');
  expect(notificationReason(row)).toBe('because you manage Mia Street');
  expect(row).toMatchObject({ path: `/locations/${location.id}`, count: 1, is_read: false, is_seen: false });
  const tom = await add('Tom Till', [location.id]);
  await add('Own Act', [location.id], mia);
  expect(await textsOf(mia)).toContain('2 users joined Mia Street');
  expect(await textsOf(mia)).not.toContain('Own Act joined Mia Street');
  (await world.ada.call(deleteUser, { params: { id: tom.id } })).ok();
  expect(await textsOf(mia)).toContain('Tom Till left Mia Street');
  nextInterval();
  await add('Una Unit', [location.id]);
  expect(await textsOf(mia)).toEqual(
    expect.arrayContaining(['Una Unit joined Mia Street', '2 users joined Mia Street']),
  );
  expect(await textsOf(world.ada)).toEqual(['Your roles changed: role admin added']);
});

test('users hear of changes of their own access, and that their location closed', async () => {
  const { location } = await newManager('Nina');
  const sam = await world.newUser('Sam Access', ['employee'], [location]);
  expect(await textsOf(sam)).toEqual(['Your roles changed: role employee added']);
  const role_ids = [world.roleIds.viewer];
  (await world.ada.call(replaceUserRoles, { params: { id: sam.id }, body: { role_ids } })).ok();
  expect(await textsOf(sam)).toEqual(['Your access changed 2 times']);
  nextInterval();
  const location_ids = [location.id, world.locations.airport.id];
  (await world.ada.call(replaceUserLocations, { params: { id: sam.id }, body: { location_ids } })).ok();
  expect(await textsOf(sam)).toContain('Your locations changed: 1 added');
  const params = { id: location.id };
  (await world.ada.call(closeLocation, { params, body: { closed_on: '2026-11-19' } })).ok();
  (await world.ada.call(reopenLocation, { params })).ok();
  expect(await textsOf(sam)).toEqual(
    expect.arrayContaining(['Nina Street was closed', 'Nina Street was reopened']),
  );
  (await world.ada.call(deleteLocation, { params })).ok();
  // Gone with its location; the loss stays.
  const texts = await textsOf(sam);
  expect(texts.filter((text) => text.startsWith('Nina'))).toEqual([]);
  expect(texts).toContain('Your access changed 2 times');
});

test('holders of a role hear that its permissions changed', async () => {
  const body = { name: 'Opener', description: '', permissions: ['locations.read' as const] };
  const role = (await world.ada.call(createRole, { body })).ok();
  const pat = await world.newUser('Pat Permissions');
  (await world.ada.call(replaceUserRoles, { params: { id: pat.id }, body: { role_ids: [role.id] } })).ok();
  const permissions = ['locations.read' as const, 'users.read' as const];
  (await world.ada.call(updateRole, { params: { id: role.id }, body: { permissions } })).ok();
  expect(await textsOf(pat)).toContain('The permissions of your role Opener changed');
});

test('a row is visible only while its subject is in scope, in the list and in the badge', async () => {
  const { user: mia, location } = await newManager('Olga');
  await add('Rae Row', [location.id]);
  const own = (await page(mia)).notifications.length;
  const before = await page(mia);
  const body = { location_ids: [world.locations.millRoad.id] };
  (await world.ada.call(replaceUserLocations, { params: { id: mia.id }, body })).ok();
  const after = await page(mia);
  // The row of the location left, one about the own access came or was added to another.
  expect(after.notifications.map(notificationText)).not.toContain('Rae Row joined Olga Street');
  expect(after.unread).toBe(after.notifications.length);
  expect(before.unread).toBe(own);
  const row = before.notifications.find(({ subject_name }) => subject_name === 'Olga Street');
  const mark = { params: { id: row?.id ?? '' }, body: { is_read: true } };
  expect((await mia.call(markNotificationRead, mark)).problem().status).toBe(404);
});

test('seen clears the badge, read is per row, and later rows are not swallowed', async () => {
  const { user: mia, location } = await newManager('Pia');
  await add('First One', [location.id]);
  const shown = await page(mia);
  expect(shown).toMatchObject({ unseen: 2, unread: 2 });
  const until = shown.notifications[0]?.last_at ?? '';
  nextInterval();
  await add('Second One', [location.id]);
  expect((await mia.call(markNotificationsSeen, { body: { until } })).ok()).toEqual({ unseen: 1, unread: 3 });
  const [second, first] = (await page(mia)).notifications as [Notification, Notification];
  expect([second.is_seen, first.is_seen]).toEqual([false, true]);
  const read = async (id: string, is_read: boolean) =>
    (await mia.call(markNotificationRead, { params: { id }, body: { is_read } })).ok();
  expect(await read(first.id, true)).toEqual({ unseen: 1, unread: 2 });
  expect(await read(first.id, false)).toEqual({ unseen: 1, unread: 3 });
  expect((await mia.call(markNotificationsRead, { body: { until } })).ok()).toEqual({ unseen: 1, unread: 1 });
  // An earlier time moves nothing back, and one in the future counts as now.
  const earlier = '2020-01-01T00:00:00.000Z';
  expect((await mia.call(markNotificationsSeen, { body: { until: earlier } })).ok().unseen).toBe(1);
  (await mia.call(markNotificationsSeen, { body: { until: '2099-01-01T00:00:00.000Z' } })).ok();
  nextInterval();
  await add('Third One', [location.id]);
  expect(await page(mia)).toMatchObject({ unseen: 1, unread: 2 });
  // Another act makes a read row unread again.
  (await mia.call(markNotificationsRead, { body: { until: new Date(clock).toISOString() } })).ok();
  clock += 1000;
  await add('Fourth One', [location.id]);
  expect(await page(mia)).toMatchObject({ unseen: 1, unread: 1 });
  expect(await textsOf(mia)).toContain('2 users joined Pia Street');
});

test('more than 20 rows of a kind in a day become one', async () => {
  const { user: mia, location } = await newManager('Quinn');
  const ids = [location.id];
  for (let n = 1; n < 23; n++) {
    const body = { ...airport, name: `Quinn ${n}` };
    ids.push((await world.ada.call(createLocation, { body })).ok().id);
  }
  const body = { location_ids: ids };
  (await world.ada.call(replaceUserLocations, { params: { id: mia.id }, body })).ok();
  await add('Many', ids.slice(0, 15));
  await add('More', ids.slice(15));
  await add('Known', ids.slice(0, 1));
  const texts = (await textsOf(mia)).filter((text) => !text.startsWith('Your'));
  expect(texts).toHaveLength(21);
  expect(texts).toContain('And 3 more: locations that users joined or left');
  expect(texts).toContain('2 users joined Quinn Street');
});

test('a kind that is switched off in the bell is not listed, and security cannot be switched off', async () => {
  const { user: mia, location } = await newManager('Rita');
  const change = (kind: string, bell: boolean, email: string) =>
    mia.call(saveNotificationSettings, { body: { settings: [{ kind, bell, email }] } as never });
  expect((await change('location_users', false, 'never')).ok().settings).toContainEqual({
    ...{ kind: 'location_users', bell: false, email: 'never' },
  });
  await add('Quiet One', [location.id]);
  expect((await textsOf(mia)).filter((text) => text.includes('Quiet'))).toEqual([]);
  expect((await change('security', false, 'now')).problem().status).toBe(400);
  expect((await change('security', true, 'daily')).problem().status).toBe(400);
  expect((await change('everything', true, 'now')).problem().status).toBe(400);
  (await change('security', true, 'now')).ok();
  const time_zone = 'America/Chicago';
  (await mia.call(saveNotificationSettings, { body: { time_zone } })).ok();
  expect((await mia.call(getNotificationSettings, {})).ok().time_zone).toBe(time_zone);
  for (const zone of ['Mars/Base', '+05:00', 'x'.repeat(100)]) {
    expect((await mia.call(saveNotificationSettings, { body: { time_zone: zone } })).problem().status).toBe(
      400,
    );
  }
  const kinds = (await mia.call(getNotificationSettings, {})).ok().settings.map(({ kind }) => kind);
  expect(kinds).not.toContain('backup_failed');
});

test('the rows and settings of a user go with the user', async () => {
  const { user: mia, location } = await newManager('Tess');
  await add('Last One', [location.id]);
  const settings = [{ kind: 'run' as const, bell: true, email: 'daily' as const }];
  (await mia.call(saveNotificationSettings, { body: { settings } })).ok();
  (await world.ada.call(deleteUser, { params: { id: mia.id } })).ok();
  for (const table of ['notifications', 'notification_settings'] as const) {
    const query = world.app.database.read.selectFrom(table).where('user_id', '=', mia.id);
    expect(await query.selectAll().execute()).toEqual([]);
  }
});

test('purge deletes rows after 90 days and all above 1,000 of a user, the oldest read ones first', async () => {
  const { user: mia } = await newManager('Sara');
  await world.settle();
  const { database } = world.app;
  const at = (n: number) => new Date(clock - n * minute).toISOString();
  await database.write(async (tx) => {
    for (let n = 0; n < 1005; n++) {
      await tx
        .insertInto('notifications')
        .values({
          ...{ id: crypto.randomUUID(), user_id: mia.id, kind: 'security', subject_type: 'account' },
          ...{ subject_id: null, subject_name: '', location_id: null, details: '{}', count: 1 },
          ...{ first_at: at(n), last_at: at(n), read_at: n === 0 ? at(0) : null, merge_key: `k${n}` },
          ...{ is_in_bell: true, email: null },
        })
        .execute();
    }
  });
  await purgeNotifications(world.app);
  const keys = async () =>
    (
      await database.read
        .selectFrom('notifications')
        .select('merge_key')
        .where('user_id', '=', mia.id)
        .execute()
    )
      .map((row) => row.merge_key)
      .filter((key) => key.startsWith('k'));
  const left = await keys();
  expect(left).toHaveLength(1000 - 1);
  expect(left).not.toContain('k0');
  expect(left).not.toContain('k1004');
  clock += 91 * 1440 * minute;
  await purgeNotifications(world.app);
  expect(await keys()).toEqual([]);
  expect(await database.read.selectFrom('notifications').selectAll().execute()).toEqual([]);
});
