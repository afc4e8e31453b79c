import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { builtInRoles, type Permission } from '../../../contract/access/permissions.ts';
import { createDistrict, moveLocation, updateDistrict } from '../../../contract/districts.ts';
import { closeLocation, createLocation, type Location } from '../../../contract/locations.ts';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import {
  listNotifications,
  markNotificationRead,
  markNotificationsRead,
  type Notification,
  saveNotificationSettings,
} from '../../../contract/notifications/notifications.ts';
import { createRole, updateRole } from '../../../contract/roles.ts';
import { applyRun, createRun, getRun } from '../../../contract/runs.ts';
import {
  createUser,
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { systemContext } from '../../kernel/access.ts';
import { notify } from '../../kernel/notifications/notify.ts';
import { createClient } from '../../testing/requests/client.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';

/** The sessions of this file last an hour. */
const minute = 60_000;
let clock = Date.parse('2026-11-20T12:00:00.000Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock) });
});
afterAll(() => world.close());

let made = 0;
const open = async (name: string) =>
  (await world.ada.call(createLocation, { body: { ...airport, name } })).ok();
const add = async (name: string, at: Location[], by = world.ada) => {
  const body = {
    email: `l${made++}@northline.example`,
    full_name: name,
    location_ids: at.map(({ id }) => id),
  };
  return (await by.call(createUser, { body })).ok();
};
const pageOf = async (user: User) => {
  await world.settle();
  return (await user.call(listNotifications, { query: { limit: 100 } })).ok();
};
/** Of locations. */
const linesOf = async (user: User) => {
  const { notifications } = await pageOf(user);
  return notifications.filter(({ kind }) => kind === 'location_users' || kind === 'location_closed');
};
const textsOf = async (user: User) => (await linesOf(user)).map(notificationText);
const move = async ({ id }: { id: string }, at: Location[]) => {
  const body = { location_ids: at.map((location) => location.id) };
  (await world.ada.call(replaceUserLocations, { params: { id }, body })).ok();
};

const request = { id: 'test', ip: '', user_agent: '', via: 'bulk' } as const;

test('an act at three locations leaves a row for each, however many manage them', async () => {
  const at = [await open('Row One'), await open('Row Two'), await open('Row Three')];
  for (let n = 0; n < 3; n++) await world.newUser(`Rowan ${n}`, ['manager'], at);
  await world.settle();
  const count = async (table: 'location_notices' | 'notifications' | 'notice_marks') =>
    (await world.app.database.read.selectFrom(table).selectAll().execute()).length;
  const before = [await count('location_notices'), await count('notifications'), await count('notice_marks')];
  await add('Rae Row', at);
  await world.settle();
  const after = [await count('location_notices'), await count('notifications'), await count('notice_marks')];
  expect(after.map((rows, index) => rows - (before[index] ?? 0))).toEqual([3, 0, 0]);
});

test('a first sign-in finds nothing from before it', async () => {
  const place = await open('First Street');
  const { id, email } = await add('Fay First', [place]);
  const role_ids = [world.roleIds.manager];
  (await world.ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
  clock += 1000;
  await add('Too Early', [place]);
  await world.settle();
  clock += 1000;
  const token = await signInAs(world.app, { id, email });
  const fay = { ...createClient(world.url, token), id, email, token };
  expect(await textsOf(fay)).toEqual([]);
  await add('In Time', [place]);
  expect(await textsOf(fay)).toEqual(['In Time joined First Street']);
});

test("a district's manager who has it hears as the managers of its locations do, whatever their role", async () => {
  const place = await open('District Street');
  const dee = await world.newUser('Dee District', ['viewer'], [await open('Her Office')]);
  const tom = await world.newUser('Tom Two', ['viewer'], [place]);
  const district = (
    await world.ada.call(createDistrict, { body: { name: 'East', manager_id: dee.id } })
  ).ok();
  const params = { id: place.id };
  (await world.ada.call(moveLocation, { params, body: { district_id: district.id } })).ok();
  await add('Not Hers Yet', [place]);
  expect(await textsOf(dee)).toEqual([]);
  clock += minute;
  const body = { location_ids: [], district_ids: [district.id] };
  (await world.ada.call(replaceUserLocations, { params: { id: dee.id }, body })).ok();
  clock += minute;
  await add('Now Hers', [place]);
  expect(await textsOf(dee)).toEqual(['Now Hers joined District Street']);
  expect(await textsOf(tom)).toEqual([]);
  const update = { params: { id: district.id }, body: { manager_id: null } };
  (await world.ada.call(updateDistrict, update)).ok();
  expect(await textsOf(dee)).toEqual([]);
});

test('a manager who moves hears of the new location from then on, and no longer of the one before', async () => {
  const [here, there] = [await open('Here Street'), await open('There Street')];
  const mo = await world.newUser('Mo Moved', ['manager'], [here]);
  await add('Ann Here', [here]);
  await add('Bob There', [there]);
  clock += minute;
  await move(mo, [there]);
  await add('Cid Here', [here]);
  await add('Dan There', [there]);
  expect(await textsOf(mo)).toEqual(['Dan There joined There Street']);
  clock += minute;
  await move(mo, [here, there]);
  // Assigned anew, and neither what was before nor the own move is told.
  expect(await textsOf(mo)).toEqual(['Dan There joined There Street']);
  const role_ids = [world.roleIds.employee];
  (await world.ada.call(replaceUserRoles, { params: { id: mo.id }, body: { role_ids } })).ok();
  expect(await textsOf(mo)).toEqual([]);
});

test('of several in ten minutes, a manager is not counted who joined, and neither are those before', async () => {
  const place = await open('Ten Street');
  await add('Before One', [place]);
  clock += 1000;
  const tess = await world.newUser('Tess Ten', ['manager'], [place]);
  clock += 1000;
  await add('After One', [place]);
  expect(await textsOf(tess)).toEqual(['After One joined Ten Street']);
  const gone = await add('After Two', [place]);
  expect(await textsOf(tess)).toEqual(['2 users joined Ten Street']);
  (await world.ada.call(deleteUser, { params: { id: gone.id } })).ok();
  expect(await textsOf(tess)).toEqual(['After Two left Ten Street', '2 users joined Ten Street']);
});

test('a user who is deactivated is told nothing and gets no email, and finds what happened at the location when they are active again', async () => {
  const place = await open('Quiet Street');
  const { email, ...eli } = await world.newUser('Eli Employee', ['employee'], [place]);
  clock += 1000;
  const max = await world.newUser('Max Manager', ['manager'], [place]);
  const atOnce = [{ kind: 'location_users' as const, bell: true, email: 'now' as const }];
  for (const user of [eli, max]) {
    (await user.call(saveNotificationSettings, { body: { settings: atOnce } })).ok();
    const body = { is_active: false };
    (await world.ada.call(updateUser, { params: { id: user.id }, body })).ok();
  }
  await world.settle();
  const own = async () => {
    await world.settle();
    const query = world.app.database.read.selectFrom('notifications').selectAll();
    return (await query.where('user_id', '=', eli.id).execute()).map(({ count }) => count);
  };
  const before = await own();
  const role_ids = [world.roleIds.viewer];
  (await world.ada.call(replaceUserRoles, { params: { id: eli.id }, body: { role_ids } })).ok();
  expect(await own()).toEqual(before);
  await add('Una Unseen', [place]);
  const params = { id: place.id };
  (await world.ada.call(closeLocation, { params, body: { closed_on: '2026-11-19' } })).ok();
  await world.workOnNotifications();
  const marks = world.app.database.read.selectFrom('notice_marks').select('user_id');
  const marked = (await marks.execute()).map(({ user_id }) => user_id);
  expect(marked).not.toContain(eli.id);
  expect(marked).not.toContain(max.id);
  (await world.ada.call(updateUser, { params: { id: max.id }, body: { is_active: true } })).ok();
  const token = await signInAs(world.app, max);
  const again = { ...createClient(world.url, token), id: max.id, email: max.email, token };
  expect(await textsOf(again)).toEqual(['Quiet Street was closed', 'Una Unseen joined Quiet Street']);
});

test('who switched a kind off does not see it, is not emailed, and finds it when it is on again', async () => {
  const place = await open('Still Street');
  const sue = await world.newUser('Sue Still', ['manager'], [place]);
  const choose = async (bell: boolean, email: 'now' | 'daily' | 'never') => {
    const settings = [{ kind: 'location_users' as const, bell, email }];
    (await sue.call(saveNotificationSettings, { body: { settings } })).ok();
  };
  await choose(false, 'never');
  await add('Hush One', [place]);
  expect(await textsOf(sue)).toEqual([]);
  const emailed = async () => {
    await world.workOnNotifications();
    const query = world.app.database.read.selectFrom('mail_outbox').select('subject');
    return (await query.where('to_address', '=', sue.email).execute()).map(({ subject }) => subject);
  };
  expect(await emailed()).toEqual([]);
  await choose(false, 'now');
  clock += 11 * minute;
  await add('Hush Two', [place]);
  expect(await emailed()).toEqual(['Hush Two joined Still Street']);
  expect(await textsOf(sue)).toEqual([]);
  await choose(true, 'never');
  expect(await textsOf(sue)).toEqual(['Hush Two joined Still Street', 'Hush One joined Still Street']);
});

test('a reader who may not see who left does not read that they joined', async () => {
  const place = await open('Past Street');
  const pam = await world.newUser('Pam Past', ['manager'], [place]);
  const lee = await add('Lee Leaver', [place]);
  clock += 11 * minute;
  await add('Sid Stays', [place]);
  const texts = ['Sid Stays joined Past Street', 'Lee Leaver joined Past Street'];
  (await world.ada.call(updateUser, { params: { id: lee.id }, body: { is_active: false } })).ok();
  expect(await textsOf(pam)).toEqual(texts);
  const params = { id: world.roleIds.manager };
  const role = (permissions: readonly string[]) =>
    world.ada.call(updateRole, { params, body: { permissions } as never });
  (await role(['locations.read', 'users.read'])).ok();
  expect(await textsOf(pam)).toEqual(texts.slice(0, 1));
  expect((await pageOf(pam)).unread).toBe((await pageOf(pam)).notifications.length);
  (await role(['users.read'])).ok();
  expect(await textsOf(pam)).toEqual([]);
  (await role(builtInRoles.find(({ name }) => name === 'manager')?.permissions ?? [])).ok();
});

test('a run over 1,000 users is one line and a row for each location, and not told to whom it assigned', async () => {
  const [from, to] = [await open('Run From'), await open('Run To')];
  const rita = await world.newUser('Rita Run', ['manager'], [from, to]);
  const joe = await world.newUser('Joe Joins', ['manager'], [from]);
  const ids: string[] = [];
  for (let n = 0; n < 19; n++) ids.push((await add(`Run ${n}`, [from])).id);
  await world.settle();
  clock += 11 * minute;
  const act = { act: 'locations' as const, add: [to.id], remove: [] };
  const body = { about: 'users' as const, act, selection: { ids: [...ids, joe.id] } };
  const { id } = (await world.ada.call(createRun, { body })).ok();
  await world.workOnRuns();
  const { confirm } = (await world.ada.call(getRun, { params: { id } })).ok();
  (await world.ada.call(applyRun, { params: { id }, body: { confirm } })).ok();
  await world.workOnRuns();
  expect((await world.ada.call(getRun, { params: { id } })).ok()).toMatchObject({ state: 'done' });
  const linesOfRun = async (user: User) =>
    (await linesOf(user)).filter(({ details }) => details.in_run === true);
  const text = /^Ada Owner moved (Run \d+|Joe Joins) and others at locations that you manage, /;
  const [line] = await linesOfRun(rita);
  const said = (line: Notification | undefined) => line && notificationText(line).replace(text, '');
  expect(said(line)).toBe('20 times');
  expect(line?.path).toBeNull();
  const mark = { params: { id: line?.id ?? '' }, body: { is_read: true } };
  (await rita.call(markNotificationRead, mark)).ok();
  expect((await linesOfRun(rita))[0]?.is_read).toBe(true);

  // It goes on with 980 others, in several transactions.
  const ctx = systemContext(world.app, 'Ada Owner', { ...request, run_id: id });
  const joined = {
    kind: 'location_users',
    act: 'joined',
    subject: { type: 'location', id: null, name: '' },
  } as const;
  for (let turn = 0; turn < 10; turn++) {
    clock += 1000;
    await world.app.database.write(async (tx) => {
      for (let n = 0; n < 98; n++)
        notify(
          { ...ctx, tx },
          { ...joined, receivers: { to: 'locations', ids: [to.id] }, about_id: randomUUID() },
        );
    });
    if (turn % 3 === 0) await world.settle();
  }
  const [more, ...others] = await linesOfRun(rita);
  expect(said(more)).toBe('1,000 times');
  expect(more?.is_read).toBe(false);
  expect(others).toEqual([]);
  expect(await linesOfRun(joe)).toEqual([]);
  const rows = world.app.database.read.selectFrom('location_notices').selectAll().where('run_id', '=', id);
  expect(await rows.execute()).toMatchObject([{ location_id: to.id, count: 1000, about_id: null }]);
});

test('a run is linked for those who may open it, and for nobody else', async () => {
  const place = await open('Link Street');
  const seeing = async (name: string, more: Permission[]) => {
    const permissions: Permission[] = ['locations.read', 'locations.all', ...more];
    const body = { name, description: '', permissions };
    const role = (await world.ada.call(createRole, { body })).ok();
    const user = await world.newUser(name, [], [place]);
    const role_ids = [role.id];
    (await world.ada.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids } })).ok();
    return user;
  };
  const readers = {
    auditor: await seeing('Audra Audits', ['audit.read']),
    overseer: await seeing('Olga Overall', []),
    employee: await world.newUser('Emil Employee', ['employee'], [place]),
  };
  clock += minute;
  const act = { act: 'close' as const, closed_on: '2026-11-20' };
  const body = { about: 'locations' as const, act, selection: { ids: [place.id] } };
  const { id } = (await world.ada.call(createRun, { body })).ok();
  await world.workOnRuns();
  (await world.ada.call(applyRun, { params: { id }, body: { confirm: null } })).ok();
  await world.workOnRuns();
  const seen = async (user: User) => {
    const [line] = await linesOf(user);
    const { status } = await user.call(getRun, { params: { id } });
    return [line && notificationText(line), line?.path, status];
  };
  const text = 'Link Street was closed';
  expect(await seen(readers.auditor)).toEqual([text, `/runs/${id}`, 200]);
  expect(await seen(readers.overseer)).toEqual([text, null, 404]);
  expect(await seen(readers.employee)).toEqual([text, null, 404]);

  // A manager has a row for a run of their own.
  const own = await open('Own Street');
  const runa = await world.newUser('Runa Runs', ['manager'], [own]);
  const { id: dora } = await add('Dora Done', [own]);
  const ofUsers = {
    about: 'users' as const,
    act: { act: 'deactivate' as const },
    selection: { ids: [dora] },
  };
  const run = (await runa.call(createRun, { body: ofUsers })).ok();
  await world.workOnRuns();
  const { confirm } = (await runa.call(getRun, { params: { id: run.id } })).ok();
  (await runa.call(applyRun, { params: { id: run.id }, body: { confirm } })).ok();
  await world.workOnRuns();
  const { notifications } = await pageOf(runa);
  const path = notifications.find(({ kind }) => kind === 'run')?.path;
  expect(path).toBe(`/runs/${run.id}`);
  expect((await runa.call(getRun, { params: { id: run.id } })).ok().can.undo).toBe(true);
});

test('more than twenty lines in a day are one, which is read and unread as one, and the badge counts it once', async () => {
  const at: Location[] = [];
  for (let n = 0; n < 23; n++) at.push(await open(`Fold ${n}`));
  const fred = await world.newUser('Fred Fold', ['manager'], at);
  (await fred.call(markNotificationsRead, { body: { until: new Date(clock).toISOString() } })).ok();
  const before = await pageOf(fred);
  clock += 24 * 60 * minute;
  const token = await signInAs(world.app, fred);
  const again = { ...createClient(world.url, token), id: fred.id, email: fred.email, token };
  const ada = {
    ...createClient(world.url, await signInAs(world.app, world.ada)),
    id: '',
    email: '',
    token: '',
  };
  await add('Flo Fold', at, { ...world.ada, ...ada });
  const page = await pageOf(again);
  const more = page.notifications.find(({ details }) => details.more === true);
  expect(more && notificationText(more)).toBe('And 3 more: locations that users joined or left');
  expect(page.unread - before.unread).toBe(21);
  expect(page.unseen - before.unseen).toBe(21);
  const mark = async (is_read: boolean) => {
    const params = { id: more?.id ?? '' };
    return (await again.call(markNotificationRead, { params, body: { is_read } })).ok().unread;
  };
  expect(await mark(true)).toBe(page.unread - 1);
  expect(await mark(false)).toBe(page.unread);
  const until = new Date(clock).toISOString();
  expect((await again.call(markNotificationsRead, { body: { until } })).ok().unread).toBe(0);
  // By pages, each line once.
  const ids: string[] = [];
  let after: string | undefined;
  do {
    const query = { limit: 5, ...(after && { after }) };
    const { notifications, next } = (await again.call(listNotifications, { query })).ok();
    ids.push(...notifications.map(({ id }) => id));
    after = next ?? undefined;
  } while (after);
  expect(ids).toEqual(page.notifications.map(({ id }) => id));
});
