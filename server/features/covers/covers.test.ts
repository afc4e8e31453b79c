import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { coverReasons, reasons } from '../../../contract/access/reasons.ts';
import { listAudit } from '../../../contract/audit.ts';
import { type Cover, changeCover, createCovers, endCover, listCovers } from '../../../contract/covers.ts';
import { listLocationUsers } from '../../../contract/location-access.ts';
import { closeLocation, createLocation, deleteLocation, listLocations } from '../../../contract/locations.ts';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import { listNotifications } from '../../../contract/notifications/notifications.ts';
import * as runs from '../../../contract/runs.ts';
import { getOwnAccess } from '../../../contract/user-access.ts';
import {
  createUser,
  deleteUser,
  getUser,
  listUsers,
  replaceUserLocations,
  updateUser,
} from '../../../contract/users.ts';
import { createClient } from '../../testing/requests/client.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { reportCovers } from './report-covers.service.ts';

/** Wednesday, noon in Albany. */
const noon = Date.parse('2026-11-25T17:00:00.000Z');
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
let at = noon;
let world: World;
/** Manages Mill Road and Airport. */
let dee: User;
/** Manages Airport alone. */
let abe: User;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(at) });
  const { millRoad, airport } = world.locations;
  dee = await world.newUser('Dee District', ['manager'], [millRoad, airport]);
  abe = await world.newUser('Abe Airport', ['manager'], [airport]);
});
afterAll(() => world.close());
afterEach(() => {
  at = noon;
});

let made = 0;
const newEmployee = () => world.newUser(`Sam ${++made}`, ['employee'], [world.locations.millRoad]);
const sunday = '2026-11-29T23:59';
const give = (actor: User, user: { id: string }, more: object = {}) =>
  actor.call(createCovers, {
    body: {
      ...{ user_id: user.id, location_ids: [world.locations.airport.id], ends_at: sunday, reason: null },
      ...more,
    },
  });
const given = async (actor: User, user: { id: string }, more: object = {}) => {
  const [cover] = (await give(actor, user, more)).ok().covers;
  if (!cover) throw new Error('No cover came back');
  return cover;
};
const again = async ({ id, email }: User) => {
  const token = await signInAs(world.app, { id, email });
  return { ...createClient(world.url, token), id, email, token };
};
const seen = async (user: User) => {
  const { locations } = (await (await again(user)).call(listLocations, { query: {} })).ok();
  return locations.map(({ name }) => name).sort();
};
const sentences = async (user: { id: string }) => {
  const ada = await again(world.ada);
  const { entries } = (await ada.call(listAudit, { query: { user: user.id } })).ok();
  return entries
    .filter(({ action }) => action.startsWith('cover.'))
    .map(({ sentence, at }) => `${at} ${sentence}`);
};
const texts = async (user: User) => {
  await world.settle();
  const { notifications } = (await (await again(user)).call(listNotifications, { query: {} })).ok();
  return notifications.map((row) => notificationText(row));
};

test('a cover gives a location until its end, in location time, and then nothing', async () => {
  const sam = await newEmployee();
  const cover = await given(dee, sam, { reason: 'Holiday' });
  expect(cover).toMatchObject({
    ...{ state: 'on', starts_at: '2026-11-25T17:00:00.000Z', ends_at: '2026-11-30T04:59:00.000Z' },
    ...{ reason: 'Holiday', may_extend: true, may_end: true, granted: { by: 'Dee District' } },
    location: { name: 'Airport', time_zone: 'America/New_York' },
  });
  expect(await seen(sam)).toEqual(['Airport', 'Mill Road']);
  const names = (await abe.call(listUsers, { query: {} })).ok().users.map(({ full_name }) => full_name);
  expect(names).toContain(`Sam ${made}`);
  at = Date.parse(cover.ends_at) - 1;
  expect(await seen(sam)).toEqual(['Airport', 'Mill Road']);
  at += 1;
  expect(await seen(sam)).toEqual(['Mill Road']);
  const later = await again(abe);
  expect((await later.call(getUser, { params: { id: sam.id } })).status).toBe(404);
  expect((await later.call(listCovers, { query: { user: sam.id } })).ok().covers).toEqual([]);
  // A clock that is set back shows the cover again, because it is true when it is read.
  at -= hourMs;
  expect(await seen(sam)).toEqual(['Airport', 'Mill Road']);
});

test('the next request of a user knows that a cover was given, ended or begins', async () => {
  const sam = await newEmployee();
  const names = async () =>
    (await sam.call(listLocations, { query: { sort: 'name' } })).ok().locations.map(({ name }) => name);
  expect(await names()).toEqual(['Mill Road']);
  const cover = await given(dee, sam);
  expect(await names()).toEqual(['Airport', 'Mill Road']);
  (await dee.call(endCover, { params: { id: cover.id } })).ok();
  expect(await names()).toEqual(['Mill Road']);
  await given(dee, sam, { starts_at: '2026-11-25T12:30' });
  expect(await names()).toEqual(['Mill Road']);
  at += 30 * 60_000;
  expect(await names()).toEqual(['Airport', 'Mill Road']);
});

test('a cover that begins later is seen at its location, and by nobody before at work', async () => {
  const sam = await newEmployee();
  const cover = await given(dee, sam, { starts_at: '2026-11-27T08:00' });
  expect(cover).toMatchObject({ state: 'upcoming', starts_at: '2026-11-27T13:00:00.000Z' });
  expect(await seen(sam)).toEqual(['Mill Road']);
  expect((await abe.call(getUser, { params: { id: sam.id } })).status).toBe(404);
  const { covers } = (await abe.call(listCovers, { query: { location: world.locations.airport.id } })).ok();
  expect(covers.find(({ id }) => id === cover.id)).toMatchObject({
    user: { name: `Sam ${made}` },
    may_end: true,
  });
  at = Date.parse(cover.starts_at);
  expect(await seen(sam)).toEqual(['Airport', 'Mill Road']);
});

test.each([
  [
    'an end before the start',
    { starts_at: '2026-11-28T08:00', ends_at: '2026-11-28T07:59' },
    coverReasons.endsFirst,
  ],
  ['an end that passed', { ends_at: '2026-11-25T11:59' }, coverReasons.endPassed],
  ['a start that passed', { starts_at: '2026-11-25T11:58' }, coverReasons.startPassed],
  [
    'a start too far ahead',
    { starts_at: '2027-03-01T08:00', ends_at: '2027-03-02T08:00' },
    coverReasons.tooFar(90),
  ],
  ['more than 90 days', { ends_at: '2027-02-24T12:00' }, coverReasons.tooLong(90)],
  ['the year 9999', { ends_at: '9999-12-31T23:59' }, coverReasons.tooLong(90)],
  ['a day that does not exist', { ends_at: '2026-02-30T08:00' }, 'There is no such day or time'],
  ['a place the user has', { location_ids: 'millRoad' }, 'This user has Mill Road already.'],
])('createCovers refuses %s', async (_, more, message) => {
  const sam = await newEmployee();
  const ids = 'location_ids' in more ? { location_ids: [world.locations.millRoad.id] } : {};
  const refused = (await give(dee, sam, { ...more, ...ids })).problem();
  expect(refused).toMatchObject({ status: 400, issues: [{ message: expect.stringContaining(message) }] });
});

test('90 days are 90 days when the clock is put back within them', async () => {
  at = Date.parse('2026-10-01T12:00:00.000Z');
  const sam = await newEmployee();
  expect((await give(await again(dee), sam, { ends_at: '2026-12-30T08:00' })).status).toBe(200);
});

test('two covers of a user at a location do not overlap, also not when both are saved at once', async () => {
  const sam = await newEmployee();
  const replies = await Promise.all([give(dee, sam), give(dee, sam), give(world.ada, sam)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  expect((await give(dee, sam)).problem().issues).toMatchObject([
    { message: coverReasons.overlaps('Airport') },
  ]);
  const after = await given(dee, sam, { starts_at: sunday, ends_at: '2026-12-02T08:00' });
  const [first] = (await dee.call(listCovers, { query: { user: sam.id } })).ok().covers;
  const body = { ends_at: '2026-11-30T08:00' };
  const moved = await dee.call(changeCover, { params: { id: first?.id ?? '' }, body });
  expect(moved.problem().issues).toMatchObject([{ message: coverReasons.overlaps('Airport') }]);
  (await dee.call(endCover, { params: { id: after.id } })).ok();
  (await dee.call(changeCover, { params: { id: first?.id ?? '' }, body })).ok();
});

test('who lends sees the user and the location, has the permissions of the user, and does not only cover it', async () => {
  const { millRoad, airport } = world.locations;
  const sam = await newEmployee();
  expect((await give(abe, sam)).problem()).toMatchObject({ status: 404, detail: reasons.userMissing });
  expect((await give(dee, { id: randomUUID() })).problem()).toMatchObject({
    status: 404,
    detail: reasons.userMissing,
  });
  const mia = await world.newUser(`Mia ${++made}`, ['manager'], [millRoad]);
  expect((await give(mia, sam)).problem()).toMatchObject({ status: 400, issues: [{ path: 'location_ids' }] });
  const boss = await world.newUser(`Boss ${made}`, ['admin'], [millRoad], { password: 'long enough' });
  expect((await give(dee, boss)).problem()).toMatchObject({ status: 403, detail: reasons.higherRole });
  // Mia covers Airport: she sees it, and neither lends it nor prolongs her own stay.
  const own = await given(dee, mia);
  expect(await seen(mia)).toEqual(['Airport', 'Mill Road']);
  expect((await give(mia, sam)).problem()).toMatchObject({
    status: 403,
    detail: coverReasons.only('Airport'),
  });
  const longer = await mia.call(changeCover, {
    params: { id: own.id },
    body: { ends_at: '2026-12-20T08:00' },
  });
  expect(longer.problem()).toMatchObject({ status: 403, detail: coverReasons.only('Airport') });
  const assigned = await mia.call(replaceUserLocations, {
    params: { id: mia.id },
    body: { location_ids: [millRoad.id, airport.id] },
  });
  expect(assigned.problem()).toMatchObject({
    status: 400,
    issues: [{ message: coverReasons.only('Airport') }],
  });
  const [shown] = (await mia.call(listCovers, { query: { user: mia.id } })).ok().covers;
  expect(shown).toMatchObject({ may_extend: false, may_end: true });
  const inactive = await newEmployee();
  (await world.ada.call(updateUser, { params: { id: inactive.id }, body: { is_active: false } })).ok();
  expect((await give(world.ada, inactive)).problem()).toMatchObject({
    status: 409,
    detail: coverReasons.inactive,
  });
});

test('a closed location is not covered, and a cover there is not prolonged', async () => {
  const body = { name: 'Pier', address: '1 Pier', city: 'Troy', state: 'NY', zip: '12180' };
  const { id } = (await world.ada.call(createLocation, { body })).ok();
  const sam = await newEmployee();
  const cover = await given(world.ada, sam, { location_ids: [id] });
  (await world.ada.call(closeLocation, { params: { id }, body: { closed_on: '2026-11-24' } })).ok();
  const refused = { status: 400, issues: [{ message: reasons.closed('Pier') }] };
  expect((await give(world.ada, await newEmployee(), { location_ids: [id] })).problem()).toMatchObject(
    refused,
  );
  const moved = { params: { id: cover.id }, body: { ends_at: '2026-12-01T08:00' } };
  expect((await world.ada.call(changeCover, moved)).problem()).toMatchObject(refused);
  (await world.ada.call(deleteLocation, { params: { id } })).ok();
  expect((await world.ada.call(listCovers, { query: { user: sam.id } })).ok().covers).toEqual([]);
});

test('the manager of the covered location ends a cover, once, and does not edit its user', async () => {
  const sam = await newEmployee();
  const { id } = await given(dee, sam);
  const edited = await abe.call(updateUser, { params: { id: sam.id }, body: { phone: '1' } });
  expect(edited.problem()).toMatchObject({ status: 403, detail: reasons.noneYours });
  // Whose locations decide who manages them: the cover takes nobody from their own manager.
  const mia = await world.newUser(`Mia ${++made}`, ['manager'], [world.locations.millRoad]);
  (await mia.call(updateUser, { params: { id: sam.id }, body: { phone: '2' } })).ok();
  expect((await mia.call(endCover, { params: { id } })).problem()).toMatchObject({
    ...{ status: 404, detail: coverReasons.missing },
  });
  expect((await abe.call(endCover, { params: { id } })).ok()).toMatchObject({ state: 'over' });
  expect((await abe.call(endCover, { params: { id } })).ok()).toMatchObject({ state: 'over' });
  expect(await seen(sam)).toEqual(['Mill Road']);
  expect((await sentences(sam)).slice(0, 1)).toEqual([
    `2026-11-25T17:00:00.000Z Abe Airport ended the cover of Airport by Sam ${made - 1}`,
  ]);
  expect((await sentences(sam)).length).toBe(2);
  const late = await dee.call(changeCover, { params: { id }, body: { ends_at: '2026-12-01T08:00' } });
  expect(late.problem()).toMatchObject({ status: 409, detail: coverReasons.over });
  // Clocks of servers differ: what was ended stays over.
  at -= hourMs;
  expect(await seen(sam)).toEqual(['Mill Road']);
});

test('who covers a location does not manage who works there, on a page, in a run or by invitations', async () => {
  const { millRoad, airport } = world.locations;
  const mia = await world.newUser(`Mia ${++made}`, ['manager'], [millRoad]);
  const tom = await world.newUser(`Tom ${made}`, ['employee'], [airport]);
  const input = { email: `new${made}@x.example`, full_name: 'New', location_ids: [airport.id] };
  const { id: waiting } = (await world.ada.call(createUser, { body: input })).ok();
  await given(dee, mia);
  const refused = { status: 403, detail: reasons.noneYours };
  const edit = { params: { id: tom.id }, body: { phone: '1' } };
  expect((await mia.call(updateUser, edit)).problem()).toMatchObject(refused);
  const selection = { ids: [tom.id] };
  const body = { about: 'users' as const, act: { act: 'deactivate' as const }, selection };
  const { id } = (await mia.call(runs.createRun, { body })).ok();
  await world.workOnRuns();
  expect((await mia.call(runs.listRunLines, { params: { id }, query: {} })).ok().lines).toMatchObject([
    { planned: 'rejected', reason: reasons.noneYours },
  ]);
  const toInvite = async (actor: User) => {
    const params = { id: airport.id };
    const list = await actor.call(listLocationUsers, { params, query: { list: 'cannot_see' } });
    return list.ok().to_invite.map(({ id }) => id);
  };
  expect(await toInvite(abe)).toContain(waiting);
  expect(await toInvite(mia)).not.toContain(waiting);
});

test('the log gets the start and the end at their moments, once, and who is concerned a reminder a day before', async () => {
  const sam = await newEmployee();
  const cover = await given(dee, sam, { starts_at: '2026-11-26T08:00' });
  const report = () => Promise.all([reportCovers(world.app), reportCovers(world.app)]);
  await report();
  at = Date.parse(cover.ends_at) - dayMs - 1;
  await report();
  const told = 'You cover Airport from Thu, Nov 26, 8:00 AM until Sun, Nov 29, 11:59 PM';
  expect((await texts(sam)).sort()).toEqual([told, 'Your roles changed: role employee added']);
  at += 1;
  await report();
  await report();
  const reminder = `The cover of Airport by Sam ${made} ends Sun, Nov 29, 11:59 PM`;
  for (const user of [sam, dee, abe])
    expect((await texts(user)).filter((text) => text === reminder)).toHaveLength(1);
  const offered = async (user: User) => {
    const { notifications } = (await (await again(user)).call(listNotifications, { query: {} })).ok();
    return notifications.find((row) => row.cover?.id === cover.id)?.cover?.may_extend;
  };
  expect([await offered(dee), await offered(abe), await offered(sam)]).toEqual([true, true, false]);
  const body = { ends_at: '2026-12-03T08:00' };
  const moved = (await (await again(abe)).call(changeCover, { params: { id: cover.id }, body })).ok();
  await report();
  // The end is another one: the reminder is gone until a day before it.
  for (const user of [sam, dee, abe]) expect(await texts(user)).not.toContain(reminder);
  at = Date.parse(moved.ends_at) + 5 * 60_000;
  await report();
  await report();
  expect(await sentences(sam)).toEqual([
    `2026-12-03T13:00:00.000Z The cover of Airport by Sam ${made} expired`,
    `2026-11-29T04:59:00.000Z Abe Airport moved the end of the cover of Airport by Sam ${made} from Sun, Nov 29, 11:59 PM to Thu, Dec 3, 8:00 AM`,
    `2026-11-26T13:00:00.000Z The cover of Airport by Sam ${made} started`,
    `2026-11-25T17:00:00.000Z Dee District let Sam ${made} cover Airport from Thu, Nov 26, 8:00 AM until Sun, Nov 29, 11:59 PM`,
  ]);
  // A clock set back finds nothing to report again.
  at -= hourMs;
  await report();
  at += hourMs;
  await report();
  expect(await sentences(sam)).toHaveLength(4);
});

test('an assignment gets an end: it ends now and becomes a cover, and what has no end stays', async () => {
  const { millRoad, airport } = world.locations;
  const sam = await newEmployee();
  const set = (body: object, actor = dee) =>
    actor.call(replaceUserLocations, { params: { id: sam.id }, body: { location_ids: [], ...body } });
  (await set({ location_ids: [millRoad.id, airport.id] })).ok();
  (await set({ location_ids: [millRoad.id], covers: [{ location_id: airport.id, ends_at: sunday }] })).ok();
  const on = async () => (await dee.call(listCovers, { query: { user: sam.id } })).ok().covers;
  expect(await on()).toMatchObject([{ location: { id: airport.id }, ends_at: '2026-11-30T04:59:00.000Z' }]);
  expect(await seen(sam)).toEqual(['Airport', 'Mill Road']);
  // Without covers, no cover is touched.
  (await set({ location_ids: [millRoad.id] })).ok();
  expect(await on()).toHaveLength(1);
  const both = await set({
    location_ids: [millRoad.id],
    covers: [{ location_id: millRoad.id, ends_at: sunday }],
  });
  expect(both.problem().issues).toMatchObject([{ message: coverReasons.held('Mill Road') }]);
  const later = [{ location_id: airport.id, ends_at: '2026-12-01T08:00' }];
  (await set({ location_ids: [millRoad.id], covers: later })).ok();
  // As an undo gives it back.
  (await set({ location_ids: [millRoad.id], covers: [] })).ok();
  (await set({ location_ids: [millRoad.id], covers: [{ ...later[0], reason: 'Holiday' }] })).ok();
  expect(await on()).toMatchObject([{ reason: 'Holiday' }]);
  expect(await on()).toMatchObject([{ ends_at: '2026-12-01T13:00:00.000Z' }]);
  (await set({ location_ids: [millRoad.id], covers: [] })).ok();
  expect(await on()).toEqual([]);
  expect(await seen(sam)).toEqual(['Mill Road']);
  // All or nothing: a cover that is refused leaves the assignments as they were.
  const refused = await set({ covers: [{ location_id: airport.id, ends_at: '2026-11-24T08:00' }] });
  expect(refused.status).toBe(400);
  expect(await seen(sam)).toEqual(['Mill Road']);
});

test('a run lets a user cover the selected locations, and its undo ends the covers', async () => {
  const { millRoad, airport } = world.locations;
  const sam = await newEmployee();
  const act = { act: 'cover' as const, user_id: sam.id, ends_at: sunday, reason: 'Holiday' };
  const body = { about: 'locations' as const, act, selection: { ids: [millRoad.id, airport.id] } };
  const apply = async (id: string) => {
    await world.workOnRuns();
    (await dee.call(runs.applyRun, { params: { id }, body: {} })).ok();
    await world.workOnRuns();
    return (await dee.call(runs.listRunLines, { params: { id }, query: {} })).ok().lines;
  };
  const run = (await dee.call(runs.createRun, { body })).ok();
  expect(run.title).toBe(`Let Sam ${made} cover 2 locations until Sun, Nov 29, 11:59 PM`);
  const changes = [{ field: 'Cover', before: null, after: `Sam ${made} until Sun, Nov 29, 11:59 PM` }];
  expect(await apply(run.id)).toMatchObject([
    { subject: { name: 'Mill Road' }, result: 'rejected', reason: coverReasons.held('Mill Road') },
    { subject: { name: 'Airport' }, result: 'updated', changes },
  ]);
  expect(await seen(sam)).toEqual(['Airport', 'Mill Road']);
  const undo = (await dee.call(runs.undoRun, { params: { id: run.id }, body: {} })).ok();
  expect(await apply(undo.id)).toMatchObject([{ result: 'updated' }]);
  expect(await seen(sam)).toEqual(['Mill Road']);
  const unknown = { ...body, act: { ...act, user_id: randomUUID() } };
  expect((await dee.call(runs.createRun, { body: unknown })).status).toBe(400);
});

test('who can see a location lists who covers it, with the end and who granted it', async () => {
  const sam = await newEmployee();
  const cover = await given(dee, sam);
  const read = async () => {
    const query = { q: `Sam ${made}` };
    const { users } = (
      await abe.call(listLocationUsers, { params: { id: world.locations.airport.id }, query })
    ).ok();
    return users;
  };
  expect(await read()).toMatchObject([
    {
      id: sam.id,
      assigned: null,
      cover: { ends_at: cover.ends_at, by: 'Dee District', at: cover.granted.at },
    },
  ]);
  expect((await sam.call(getOwnAccess, {})).ok().covers).toMatchObject([{ id: cover.id, may_extend: false }]);
  (await dee.call(endCover, { params: { id: cover.id } })).ok();
  expect(await read()).toEqual([]);
});

test('the preview of a bulk deactivation names the covers that it ends', async () => {
  const [sam, eve] = [await newEmployee(), await newEmployee()];
  await given(dee, sam);
  const body = { about: 'users' as const, act: { act: 'deactivate' as const } };
  const selection = { ids: [sam.id, eve.id] };
  const run = (await world.ada.call(runs.createRun, { body: { ...body, selection } })).ok();
  await world.workOnRuns();
  const { lines } = (await world.ada.call(runs.listRunLines, { params: { id: run.id }, query: {} })).ok();
  const status = { field: 'Status', before: 'Active', after: 'Inactive' };
  const cover = { field: 'Cover', before: 'Airport until Sun, Nov 29, 11:59 PM', after: null };
  const changesOf = (user: User) => lines.find(({ subject }) => subject.id === user.id)?.changes;
  expect(changesOf(sam)).toEqual([status, cover]);
  expect(changesOf(eve)).toEqual([status]);
});

test('a deactivation ends the covers of the user, and cancels those that they granted and that have not started', async () => {
  const { millRoad, airport } = world.locations;
  const [sam, eve] = [await newEmployee(), await newEmployee()];
  const gil = await world.newUser(`Gil ${++made}`, ['manager'], [millRoad, airport]);
  await given(gil, sam);
  await given(gil, sam, { starts_at: '2026-12-01T08:00', ends_at: '2026-12-02T08:00' });
  await given(gil, eve);
  await given(gil, eve, { starts_at: '2026-12-01T08:00', ends_at: '2026-12-02T08:00' });
  const off = (id: string) => world.ada.call(updateUser, { params: { id }, body: { is_active: false } });
  const endedWith = async (reader: User, { id }: User) =>
    (await reader.call(listCovers, { query: { ended_with: id } })).ok().covers.map(named);
  const named = ({ user, location, state }: Cover) => [user.id, location.name, state];
  const [ofSam, ofGil] = [await endedWith(world.ada, sam), await endedWith(world.ada, gil)];
  expect(ofSam).toEqual([
    [sam.id, 'Airport', 'on'],
    [sam.id, 'Airport', 'upcoming'],
  ]);
  // Those of other locations are not named.
  const max = await world.newUser(`Max ${++made}`, ['manager'], [millRoad]);
  expect(await endedWith(max, sam)).toEqual([]);
  const endedNow = (answer: Awaited<ReturnType<typeof off>>) =>
    answer.ok().ended?.covers.map(({ user, location }) => [user.id, location.name]);
  expect(endedNow(await off(sam.id))).toEqual(ofSam.map((cover) => cover.slice(0, 2)));
  expect(await endedWith(world.ada, gil)).toEqual([[eve.id, 'Airport', 'upcoming']]);
  expect(ofGil).toHaveLength(2);
  expect(endedNow(await off(gil.id))).toEqual([[eve.id, 'Airport']]);
  const open = async (user: User) =>
    (await world.ada.call(listCovers, { query: { user: user.id } })).ok().covers;
  expect(await open(sam)).toEqual([]);
  expect(await open(eve)).toMatchObject([{ state: 'on' }]);
  expect((await sentences(eve))[0]).toContain('canceled the cover of Airport by');
  (await world.ada.call(updateUser, { params: { id: sam.id }, body: { is_active: true } })).ok();
  expect(await seen(sam)).toEqual(['Mill Road']);
  (await world.ada.call(deleteUser, { params: { id: eve.id } })).ok();
  expect(await open(eve)).toEqual([]);
});
