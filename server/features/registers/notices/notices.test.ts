import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setDayNote } from '../../../../contract/day-notes.ts';
import { closeLocation, createLocation, type Location } from '../../../../contract/locations.ts';
import {
  notificationReason,
  notificationText,
} from '../../../../contract/notifications/notification-words.ts';
import {
  listNotifications,
  type Notification,
  saveNotificationSettings,
} from '../../../../contract/notifications/notifications.ts';
import { getLocationWatch, watchLocation } from '../../../../contract/notifications/watches.ts';
import { updateOrganization } from '../../../../contract/organization.ts';
import { createRegister, listReporting, updateRegister } from '../../../../contract/registers.ts';
import { replaceUserRoles, updateUser } from '../../../../contract/users.ts';
import { createClient } from '../../../testing/requests/client.ts';
import { mcm, type SummaryValue, summary } from '../../../testing/requests/register-xml.ts';
import { signInAs } from '../../../testing/worlds/sign-in-as.ts';
import { millRoad, startWorld, type User, type World } from '../../../testing/worlds/world.ts';
import { noticeAbsent } from './absent.service.ts';

/** 10:30 in Albany. */
let clock = Date.parse('2026-11-24T15:30:00Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock) });
});
afterAll(() => world.close());

async function again(user: User): Promise<User> {
  const token = await signInAs(world.app, user);
  return { ...user, ...createClient(world.url, token), token };
}

/** Of whom the world adds users, too. */
const ownerAgain = async () => Object.assign(world.ada, await again(world.ada));

async function connect(number: string) {
  const ada = await ownerAgain();
  const body = { ...millRoad, name: `Store ${number}`, number };
  const location = (await ada.call(createLocation, { body })).ok();
  const front = { name: `Front of ${number}`, location_ids: [location.id] };
  const { register, key } = (await ada.call(createRegister, { body: front })).ok();
  const send = async (file: string) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/xml' };
    expect((await world.nobody.raw('POST', '/api/register-files?name=a.xml', file, headers)).ok).toBe(true);
  };
  const headOf = (date: string, sequence: number) => ({
    ...{ store: number, business_date: date, began: `${date}T00:10:00`, ended: `${date}T23:50:00`, sequence },
  });
  const close = (date: string, amount: string, sequence = 1) =>
    send(mcm(headOf(date, sequence), [{ code: '12', amount }]));
  const till = (date: string, over: string, closing: string, sequence = 1) => {
    const values: SummaryValue[] = [
      ['statistics/transactions', '0', '9'],
      ['statistics/overShort', over, '0'],
      ['closingBalance', closing, '0'],
    ];
    return send(summary(headOf(date, sequence), values));
  };
  return { location, register, close, till };
}

const kinds = ['register_silent', 'day_missing', 'day_corrected', 'over_short'];
async function bellOf(user: User): Promise<Notification[]> {
  await noticeAbsent(world.app);
  await Promise.all([noticeAbsent(world.app), noticeAbsent(world.app)]);
  await world.settle();
  const fresh = await again(user);
  const { notifications } = (await fresh.call(listNotifications, { query: { limit: 100 } })).ok();
  return notifications.filter(({ kind }) => kinds.includes(kind));
}
/** Of each location, of which day and by how many Reporting says that they were told, and their names. */
async function toldOf(user: User, location: Location) {
  const { locations } = (await (await again(user)).call(listReporting, { query: {} })).ok();
  const told = locations.find(({ id }) => id === location.id)?.notified;
  return told && [told.date, ...told.names, told.others];
}
const textsOf = async (user: User) => (await bellOf(user)).map(notificationText).sort();
const cast = async (name: string, at: Location[]) => ({
  mia: await world.newUser(`Mia ${name}`, ['manager'], at),
  val: await world.newUser(`Val ${name}`, ['viewer'], at),
  eve: await world.newUser(`Eve ${name}`, ['employee'], at),
  out: await world.newUser(`Out ${name}`, ['manager'], []),
});

test('a silent register and a missing day are told once, to who may see sales there, when others send', async () => {
  const [elm, oak] = [await connect('1'), await connect('2')];
  const { mia, val, eve, out } = await cast('One', [elm.location]);
  for (const date of ['2026-11-20', '2026-11-21', '2026-11-22', '2026-11-23']) {
    await oak.close(date, '7.00');
    if (date !== '2026-11-22') await elm.close(date, '5.00');
  }
  const gap = 'Store 1: Sun, Nov 22 was missing';
  for (const user of [mia, val]) expect(await textsOf(user)).toEqual([gap]);
  for (const user of [eve, out]) expect(await textsOf(user)).toEqual([]);
  expect((await bellOf(mia))[0]?.path).toBe(`/locations/${elm.location.id}/sales`);
  // Reporting names those whose bell has it; who came later was not told.
  clock += 1000;
  await world.newUser('Lea Later', ['manager'], [elm.location]);
  expect(await toldOf(mia, elm.location)).toEqual(['2026-11-22', 'Mia One', 'Val One', 0]);
  expect(await toldOf(world.ada, oak.location)).toBeNull();

  // A night later nothing came from anybody: that says nothing about a store.
  clock = Date.parse('2026-11-25T15:30:00Z');
  expect(await textsOf(mia)).toEqual([gap]);
  await oak.close('2026-11-24', '7.00');
  const news = ['Store 1 was silent since Tue, Nov 24, 10:30 AM', 'Store 1: Tue, Nov 24 was missing'];
  // Exactly at the limit it is not silent.
  expect(await textsOf(mia)).toEqual([news[1], gap].sort());
  clock += 60_000;
  await oak.close('2026-11-25', '1.00');
  expect(await textsOf(mia)).toEqual([...news, gap].sort());
  clock += 3_600_000;
  await oak.close('2026-11-25', '2.00', 2);
  expect(await textsOf(mia)).toEqual([...news, gap].sort());
  // It speaks, and is silent again.
  await elm.close('2026-11-24', '5.00');
  clock += 25 * 3_600_000;
  await oak.close('2026-11-26', '2.00');
  const again = 'Store 1 was silent since Wed, Nov 25, 11:31 AM';
  expect(await textsOf(mia)).toContain(again);
  expect((await bellOf(mia)).filter(({ kind }) => kind === 'register_silent')).toHaveLength(2);
});

test('a closed location and the limit of the organization keep it quiet', async () => {
  clock = Date.parse('2026-12-01T16:00:00Z');
  const [shut, slow, busy] = [await connect('11'), await connect('12'), await connect('13')];
  const { mia } = await cast('Two', [shut.location, slow.location]);
  for (const { close } of [shut, slow, busy]) await close('2026-11-30', '5.00');
  (await world.ada.call(updateOrganization, { body: { silent_hours: 48 } })).ok();
  const params = { id: shut.location.id };
  (await world.ada.call(closeLocation, { params, body: { closed_on: '2026-11-30' } })).ok();
  clock += 30 * 3_600_000;
  await busy.close('2026-12-01', '5.00');
  expect(await textsOf(mia)).toEqual(['Store 12: Tue, Dec 1 was missing']);
  clock += 20 * 3_600_000;
  await busy.close('2026-12-02', '5.00');
  expect((await textsOf(mia))[0]).toBe('Store 12 was silent since Tue, Dec 1, 11:00 AM');
  expect((await textsOf(mia)).join()).not.toContain('Store 11');
  await ownerAgain();
  (await world.ada.call(updateOrganization, { body: { silent_hours: 24 } })).ok();
});

test('a correction is told with its amount, several in one line, and none in the night of the close', async () => {
  clock = Date.parse('2026-12-10T04:58:00Z');
  const { location, close } = await connect('21');
  const { mia, eve } = await cast('Three', [location]);
  await close('2026-12-08', '400.00');
  await close('2026-12-09', '400.00');
  clock += 3_600_000;
  await close('2026-12-09', '410.00', 2);
  expect(await textsOf(mia)).toEqual([]);
  clock = Date.parse('2026-12-10T12:01:00Z');
  await close('2026-12-09', '97.60', 3);
  expect(await textsOf(mia)).toEqual(['Store 21: Wed, Dec 9 was corrected, −$312.40']);
  expect((await bellOf(mia))[0]?.path).toBe(`/locations/${location.id}/sales/2026-12-09`);
  await close('2026-12-08', '401.00', 2);
  expect(await textsOf(mia)).toEqual(['Store 21: 2 closed days were corrected']);
  expect(await textsOf(eve)).toEqual([]);
});

test('a till off by more than the limit is told once, with its side where the sign is decided; one that nobody counted is not', async () => {
  clock = Date.parse('2026-12-15T15:30:00Z');
  const { location, register, close, till } = await connect('31');
  const { mia, eve, out } = await cast('Four', [location]);
  const params = { id: location.id };
  const mark = { note: '', is_closed: true };
  (await world.ada.call(setDayNote, { params: { ...params, business_date: '2026-12-13' }, body: mark })).ok();
  for (const [date, over, closing] of [
    ['2026-12-08', '10.00', '200.00'],
    ['2026-12-09', '-12.40', '200.00'],
    ['2026-12-10', '957.14', '957.14'],
    ['2026-12-11', '0', '0'],
    ['2026-12-12', '31.00', '200.00'],
    ['2026-12-13', '55.00', '200.00'],
    // Of long before.
    ['2026-11-02', '99.00', '200.00'],
  ] as const) {
    await close(date, '5.00');
    await till(date, over, closing);
  }
  const off = ['Wed, Dec 9', 'Sat, Dec 12'].map(
    (day, index) => `Store 31: the till was off by ${['$12.40', '$31.00'][index]} on ${day}`,
  );
  expect(await textsOf(mia)).toEqual(off.toSorted());
  for (const user of [eve, out]) expect(await textsOf(user)).toEqual([]);
  expect((await bellOf(mia)).map(({ path }) => path).sort()).toEqual([
    `/locations/${location.id}/sales/2026-12-09`,
    `/locations/${location.id}/sales/2026-12-12`,
  ]);
  // Computed anew it says nothing new; another amount does.
  await till('2026-12-09', '-12.40', '200.00', 2);
  expect(await textsOf(mia)).toEqual(off.toSorted());
  const body = { over_short_sign: 'short' as const };
  (await world.ada.call(updateRegister, { params: { id: register.id }, body })).ok();
  expect(await textsOf(mia)).toEqual(off.toSorted());
  await till('2026-12-09', '12.50', '200.00', 3);
  expect(await textsOf(mia)).toContain('Store 31: the till was $12.50 short on Wed, Dec 9');
});

test('what comes after all is taken back: the notice says so, nobody has it to read, and no email tells it', async () => {
  clock = Date.parse('2027-01-12T15:30:00Z');
  const [ash, fir] = [await connect('5'), await connect('6')];
  const { mia } = await cast('Back', [ash.location]);
  for (const date of ['2027-01-08', '2027-01-09', '2027-01-10', '2027-01-11']) {
    await fir.close(date, '7.00');
    if (date !== '2027-01-09') await ash.close(date, '5.00');
  }
  const gap = 'Store 5: Sat, Jan 9 was missing';
  expect(await textsOf(mia)).toEqual([gap]);
  clock += 25 * 3_600_000;
  await fir.close('2027-01-12', '7.00');
  const silent = 'Store 5 was silent since Tue, Jan 12, 10:30 AM';
  const late = 'Store 5: Tue, Jan 12 was missing';
  expect(await textsOf(mia)).toEqual([silent, late, gap].sort());
  const waiting = async () =>
    (
      await world.app.database.read
        .selectFrom('notice_marks')
        .innerJoin('location_notices', 'location_notices.id', 'notice_marks.notice_id')
        .select('location_notices.kind')
        .where('location_notices.location_id', '=', ash.location.id)
        .where('notice_marks.user_id', '=', mia.id)
        .where('email', '=', 'daily')
        .execute()
    ).length;
  expect(await waiting()).toBe(3);
  await ash.close('2027-01-09', '5.00');
  const over = [`${silent}, and reported since`, `${gap}, and reported since`, late];
  expect(await textsOf(mia)).toEqual(over.toSorted());
  expect(await toldOf(mia, ash.location)).toEqual(['2027-01-12', 'Mia Back', 'Val Back', 0]);
  expect(await waiting()).toBe(1);
  const unread = (await bellOf(mia)).filter(({ is_read }) => !is_read).map(notificationText);
  expect(unread).toEqual([late]);
  // Silent again is told again.
  clock += 25 * 3_600_000;
  await fir.close('2027-01-13', '7.00');
  expect(await textsOf(mia)).toContain('Store 5 was silent since Wed, Jan 13, 11:30 AM');
});

test('who sees a location without being assigned there hears of its registers while they watch it and see it', async () => {
  clock = Date.parse('2027-02-02T15:30:00Z');
  const [yew, elm] = [await connect('51'), await connect('52')];
  const { mia, eve, out } = await cast('Watch', [yew.location]);
  const ada = await ownerAgain();
  const area = await world.newUser('Abe Area', ['admin'], []);
  const watch = async (user: User, is_watched = true, id = yew.location.id) =>
    (await again(user)).call(watchLocation, { params: { id }, body: { is_watched } });
  expect([(await watch(eve)).status, (await watch(out)).status]).toEqual([403, 404]);
  expect((await watch(area)).ok()).toEqual({ is_watched: true, is_assigned: false });
  expect((await watch(mia)).ok()).toEqual({ is_watched: true, is_assigned: true });
  const read = async (user: User) =>
    (await again(user)).call(getLocationWatch, { params: { id: yew.location.id } });
  expect((await read(area)).ok()).toEqual({ is_watched: true, is_assigned: false });
  expect([(await read(eve)).status, (await read(out)).status]).toEqual([403, 404]);
  const wrong = async (date: string) => {
    for (const { close, till } of [yew, elm]) {
      await close(date, '5.00');
      await till(date, '31.00', '200.00');
    }
  };
  await wrong('2027-01-30');
  const said = (day: string) => `Store 51: the till was off by $31.00 on ${day}`;
  // Once, though she also watches where she is assigned.
  for (const user of [mia, area]) expect(await textsOf(user)).toEqual([said('Sat, Jan 30')]);
  for (const user of [eve, out, ada]) expect(await textsOf(user)).toEqual([]);
  const [notice] = await bellOf(area);
  expect(notice && notificationReason(notice)).toBe('because you are assigned to Store 51 or watch it');
  const emails = world.app.database.read.selectFrom('notice_marks').select('email');
  expect(await emails.where('user_id', '=', area.id).execute()).toEqual([{ email: 'daily' }]);
  // Without the access there is nothing to hear, and nothing to read.
  const roles = async (role_ids: string[]) =>
    (await ada.call(replaceUserRoles, { params: { id: area.id }, body: { role_ids } })).ok();
  await roles([world.roleIds.viewer]);
  expect(await textsOf(area)).toEqual([]);
  await roles([world.roleIds.admin]);
  expect(await textsOf(area)).toEqual([said('Sat, Jan 30')]);
  expect((await watch(area, false)).ok()).toEqual({ is_watched: false, is_assigned: false });
  await wrong('2027-01-31');
  expect(await textsOf(area)).toEqual([]);
  expect(await textsOf(mia)).toContain(said('Sun, Jan 31'));
});

test('Reporting names who was told: assigned or watching, not who is quiet, left or may not see sales', async () => {
  clock = Date.parse('2027-02-16T15:30:00Z');
  const [bay, oak] = [await connect('71'), await connect('72')];
  const { mia, val } = await cast('Told', [bay.location]);
  const leo = await world.newUser('Leo Left', ['manager'], [bay.location]);
  const area = await world.newUser('Ann Area', ['admin'], []);
  const params = { id: bay.location.id };
  (await (await again(area)).call(watchLocation, { params, body: { is_watched: true } })).ok();
  const settings = [{ kind: 'register_silent' as const, bell: false, email: 'never' as const }];
  const quiet = async (user: User) =>
    (await (await again(user)).call(saveNotificationSettings, { body: { settings } })).ok();
  await bay.close('2027-02-15', '5.00');
  clock += 25 * 3_600_000;
  await oak.close('2027-02-16', '5.00');
  expect(await textsOf(area)).toContain('Store 71 was silent since Tue, Feb 16, 10:30 AM');
  const names = ['Leo Left', 'Mia Told', 'Val Told'];
  const ada = await ownerAgain();
  expect(await toldOf(ada, bay.location)).toEqual([null, 'Ann Area', ...names, 0]);
  // Her user is out of Mia's scope.
  expect(await toldOf(mia, bay.location)).toEqual([null, ...names, 1]);
  await quiet(val);
  (await ada.call(updateUser, { params: { id: leo.id }, body: { is_active: false } })).ok();
  const body = { role_ids: [world.roleIds.viewer] };
  (await ada.call(replaceUserRoles, { params: { id: area.id }, body })).ok();
  expect(await toldOf(ada, bay.location)).toEqual([null, 'Mia Told', 0]);
  // It speaks: there is nothing to be told.
  await bay.close('2027-02-16', '5.00');
  await noticeAbsent(world.app);
  expect(await toldOf(ada, bay.location)).toBeNull();
});

test('a user watches at most 200 locations, each once', async () => {
  clock = Date.parse('2027-02-03T15:30:00Z');
  const { location } = await connect('61');
  const ada = await ownerAgain();
  const watch = (id: string) => ada.call(watchLocation, { params: { id }, body: { is_watched: true } });
  (await watch(location.id)).ok();
  const ids = Array.from({ length: 200 }, () => randomUUID());
  await world.app.database.write(async (tx) => {
    const known = tx.selectFrom('locations').selectAll().where('id', '=', location.id);
    const row = await known.executeTakeFirstOrThrow();
    const others = ids.map((id) => ({ ...row, id, name: `Watched ${id}`, number: null, number_key: null }));
    await tx.insertInto('locations').values(others).execute();
    const created_at = new Date(clock).toISOString();
    const watches = ids.slice(1).map((location_id) => ({ user_id: ada.id, location_id, created_at }));
    await tx.insertInto('location_watches').values(watches).execute();
  });
  expect((await watch(ids[0] ?? '')).problem()).toMatchObject({ status: 409 });
  (await watch(location.id)).ok();
});
