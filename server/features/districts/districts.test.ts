import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPermissions } from '../../../contract/access/permissions.ts';
import { listAudit } from '../../../contract/audit.ts';
import { createCovers, listCovers } from '../../../contract/covers.ts';
import {
  createDistrict,
  deleteDistrict,
  getDistrict,
  listDistricts,
  moveLocation,
  previewDistrictMove,
  updateDistrict,
} from '../../../contract/districts.ts';
import { assignUser, listLocationUsers, removeUser } from '../../../contract/location-access.ts';
import {
  closeLocation,
  createLocation,
  deleteLocation,
  getLocation,
  type Location,
  listLocations,
} from '../../../contract/locations.ts';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import { listNotifications } from '../../../contract/notifications/notifications.ts';
import { getOwnAccess, getUserAccess } from '../../../contract/user-access.ts';
import {
  deleteUser,
  getUser,
  getUserLocations,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { millRoad, startWorld, type User, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

let made = 0;
const add = async (name = `District ${randomUUID()}`, more: object = {}) =>
  (await world.ada.call(createDistrict, { body: { name, ...more } })).ok();
const open = async (district_id: string | null = null, name = `Store ${made++}`) =>
  (await world.ada.call(createLocation, { body: { ...millRoad, name, district_id } })).ok();
const move = (location: Location, district_id: string | null, actor: User = world.ada, ifMatch?: string) =>
  actor.call(
    moveLocation,
    { params: { id: location.id }, body: { district_id } },
    ifMatch ? { ifMatch } : {},
  );
const give = (user: User, district_ids: string[], actor: User = world.ada, location_ids: string[] = []) =>
  actor.call(replaceUserLocations, { params: { id: user.id }, body: { location_ids, district_ids } });
const inDays = (days: number) => new Date(Date.now() + days * 864e5).toISOString().slice(0, 16);
const sees = async (user: User) =>
  (await user.call(listLocations, { query: {} })).ok().locations.map(({ id }) => id);
const entriesAbout = async (id: string, actor: User = world.ada) => {
  const { entries } = (await actor.call(listAudit, { query: { limit: 100 } })).ok();
  return entries.filter((entry) => entry.subject.id === id).map((entry) => entry.sentence);
};
const newUser = (roles: Parameters<World['newUser']>[1] = ['employee'], at: Location[] = []) =>
  world.newUser(`User ${made++}`, roles, at);
/** Everything but access to all locations. */
async function areaLead(at: Location[] = []) {
  const user = await newUser([], at);
  const all = allPermissions.filter((permission) => permission !== 'locations.all');
  const role_ids = [await ownRole(world, `Lead ${randomUUID()}`, all)];
  (await world.ada.call(replaceUserRoles, { params: { id: user.id }, body: { role_ids } })).ok();
  return user;
}

describe('districts', () => {
  test('createDistrict adds one, once, and refuses a name that exists in any spelling', async () => {
    const id = randomUUID();
    const body = { id, name: '  Région  Nord ', number: '4' };
    const first = (await world.ada.call(createDistrict, { body })).ok();
    expect(first).toMatchObject({ name: 'Région  Nord', number: '4', manager: null, location_count: 0 });
    expect((await world.ada.call(createDistrict, { body })).ok()).toEqual(first);
    const again = await world.ada.call(createDistrict, { body: { name: 'REGION NORD' } });
    expect(again.problem()).toMatchObject({
      status: 409,
      detail: 'Another district has this name already',
      issues: [{ path: 'name' }],
    });
    const other = await add();
    const renamed = await world.ada.call(updateDistrict, {
      params: { id: other.id },
      body: { name: 'region nord' },
    });
    expect(renamed.problem()).toMatchObject({
      status: 409,
      detail: 'Another district has this name already',
    });
  });

  test('listDistricts orders numbers by their value', async () => {
    for (const name of ['Zone 10', 'Zone 9']) await add(name);
    const { districts } = (await world.ada.call(listDistricts, {})).ok();
    const names = districts.map((one) => one.name).filter((name) => name.startsWith('Zone'));
    expect(names).toEqual(['Zone 9', 'Zone 10']);
  });

  test('updateDistrict refuses a stale edit, records the change and is heard of at its locations', async () => {
    const district = await add();
    const location = await open(district.id);
    const mia = await newUser(['manager'], [location]);
    const edit = (body: object, ifMatch: string) =>
      world.ada.call(updateDistrict, { params: { id: district.id }, body }, { ifMatch });
    const edited = (await edit({ name: `${district.name} West` }, district.updated_at)).ok();
    expect((await edit({ name: 'Other' }, district.updated_at)).status).toBe(412);
    expect((await edit({ name: edited.name }, district.updated_at)).ok()).toEqual(edited);
    expect(await entriesAbout(district.id, mia)).toEqual([
      `ada@northline.example edited the district ${edited.name}`.replace(
        'ada@northline.example',
        'Ada Owner',
      ),
    ]);
  });

  test('a manager of a district is an active user, and is nobody while deactivated or deleted', async () => {
    const kim = await newUser();
    const district = await add(undefined, { manager_id: kim.id });
    const read = async () =>
      (await world.ada.call(getDistrict, { params: { id: district.id } })).ok().manager;
    expect(await read()).toMatchObject({ id: kim.id });
    const setActive = (is_active: boolean) =>
      world.ada.call(updateUser, { params: { id: kim.id }, body: { is_active } });
    expect((await setActive(false)).ok().ended?.managed_districts).toBe(1);
    expect(await read()).toBeNull();
    const chosen = await world.ada.call(createDistrict, {
      body: { name: randomUUID(), manager_id: kim.id },
    });
    expect(chosen.problem()).toMatchObject({
      status: 400,
      issues: [{ path: 'manager_id', message: 'The manager must be an active user' }],
    });
    (await setActive(true)).ok();
    expect(await read()).toMatchObject({ id: kim.id });
    (await world.ada.call(deleteUser, { params: { id: kim.id } })).ok();
    expect(await read()).toBeNull();
  });

  test('getDistrict says that its manager does not see all its open locations, only while that is true', async () => {
    const kim = await newUser();
    const district = await add(undefined, { manager_id: kim.id });
    const misses = async (reader: User = world.ada) =>
      (await reader.call(getDistrict, { params: { id: district.id } })).ok().manager_misses;
    expect(await misses()).toBe(false);
    const [one, other] = [await open(district.id), await open(district.id)];
    expect(await misses()).toBe(true);
    (await give(kim, [], world.ada, [one.id])).ok();
    expect(await misses()).toBe(true);
    // Who sees only the location that the manager sees hears nothing of the other.
    const lead = await areaLead([one]);
    expect(await misses(lead)).toBe(false);
    const ends_at = new Date(world.app.now().getTime() + 864e5).toISOString().slice(0, 16);
    const cover = { user_id: kim.id, location_ids: [other.id], ends_at };
    (await world.ada.call(createCovers, { body: cover })).ok();
    expect(await misses()).toBe(false);
    const third = await open(district.id);
    expect(await misses()).toBe(true);
    const setRoles = (role_ids: string[]) =>
      world.ada.call(replaceUserRoles, { params: { id: kim.id }, body: { role_ids } });
    (await setRoles([world.roleIds.admin])).ok();
    expect(await misses()).toBe(false);
    (await setRoles([])).ok();
    const closed = { params: { id: third.id }, body: { closed_on: '2026-01-31' } };
    (await world.ada.call(closeLocation, closed)).ok();
    expect(await misses()).toBe(false);
    await open(district.id);
    (await give(kim, [district.id])).ok();
    expect(await misses()).toBe(false);
    (await world.ada.call(updateDistrict, { params: { id: district.id }, body: { manager_id: null } })).ok();
    expect(await misses()).toBe(false);
  });

  test('deleteDistrict is refused while it has locations, and then takes it from its users', async () => {
    const district = await add();
    const location = await open(district.id);
    (
      await world.ada.call(closeLocation, {
        params: { id: location.id },
        body: { closed_on: '2026-01-31' },
      })
    ).ok();
    const user = await newUser();
    (await give(user, [district.id])).ok();
    const remove = () => world.ada.call(deleteDistrict, { params: { id: district.id } });
    expect((await remove()).problem()).toMatchObject({
      status: 409,
      detail: `${district.name} has 1 location. Move it to another district, or out of this one, and delete it then.`,
    });
    (await move(location, null)).ok();
    (await remove()).ok();
    expect((await remove()).status).toBe(404);
    expect((await entriesAbout(user.id))[0]).toMatch(/took the district .* from/);
    expect((await world.ada.call(getUser, { params: { id: user.id } })).ok().districts).toEqual([]);
  });

  test('a reader sees the districts of their locations and those that they have, and counts their own scope', async () => {
    const [here, there] = [await add(), await add()];
    const [mine, other] = [await open(here.id), await open(here.id)];
    await open(there.id);
    const lead = await areaLead([mine]);
    const seen = async () =>
      (await lead.call(listDistricts, {})).ok().districts.map(({ id, ...one }) => [id, one] as const);
    expect(await seen()).toEqual([
      [here.id, expect.objectContaining({ location_count: 1, is_whole: false })],
    ]);
    expect((await lead.call(getDistrict, { params: { id: there.id } })).problem().status).toBe(404);
    (await give(lead, [here.id])).ok();
    expect(await seen()).toEqual([
      [here.id, expect.objectContaining({ location_count: 2, is_whole: true, user_count: 1 })],
    ]);
    expect(await sees(lead)).toContain(other.id);
    const { users } = (await lead.call(getDistrict, { params: { id: here.id } })).ok();
    expect(users).toMatchObject([{ id: lead.id, granted: { by: null } }]);
    const asked = await lead.call(createDistrict, { body: { name: randomUUID() } });
    expect(asked.status).toBe(403);
  });
});

describe('a user with a district', () => {
  test('sees its locations, those of tomorrow too, until it is taken', async () => {
    const district = await add();
    const first = await open(district.id);
    const user = await newUser();
    (await give(user, [district.id])).ok();
    const second = await open(district.id);
    expect((await sees(user)).sort()).toEqual([first.id, second.id].sort());
    const { locations, districts } = (
      await world.ada.call(getUserLocations, { params: { id: user.id } })
    ).ok();
    expect(locations).toEqual([]);
    expect(districts).toEqual([{ id: district.id, name: district.name, location_count: 2, is_mine: true }]);
    expect((await world.ada.call(getLocation, { params: { id: second.id } })).ok().user_count).toBe(1);
    (await give(user, [])).ok();
    expect(await sees(user)).toEqual([]);
    const [taken, given] = await entriesAbout(user.id);
    expect(given).toBe(`Ada Owner gave User ${made - 2} the district ${district.name}`);
    expect(taken).toBe(`Ada Owner took the district ${district.name} from User ${made - 2}`);
  });

  test('has it in the rows of Users, for readers who see the district', async () => {
    const [seen, empty] = [await add('Rows B'), await add('Rows A')];
    const location = await open(seen.id);
    const user = await newUser();
    (await give(user, [seen.id, empty.id])).ok();
    const read = async (reader: User, include?: 'refs') => {
      const { users, included } = (
        await reader.call(listUsers, { query: { ids: user.id, ...(include && { include }) } })
      ).ok();
      return { ids: users[0]?.district_ids, names: included?.districts };
    };
    const both = [empty, seen].map(({ id, name }) => ({ id, name }));
    expect(await read(world.ada, 'refs')).toEqual({ ids: [empty.id, seen.id], names: both });
    expect(await read(world.ada)).toEqual({ ids: [empty.id, seen.id], names: undefined });
    // A manager of one of its locations sees that district alone.
    const manager = await newUser(['manager'], [location]);
    expect(await read(manager, 'refs')).toEqual({ ids: [seen.id], names: both.slice(1) });
  });

  test('has a location for two reasons, and one of them is enough', async () => {
    const district = await add();
    const location = await open(district.id);
    const user = await newUser(['employee'], [location]);
    (await give(user, [district.id], world.ada, [location.id])).ok();
    const params = { id: location.id, user_id: user.id };
    (await world.ada.call(removeUser, { params })).ok();
    expect(await sees(user)).toEqual([location.id]);
    expect((await world.ada.call(removeUser, { params })).problem()).toMatchObject({
      status: 409,
      detail: expect.stringContaining(`through the district ${district.name}`),
    });
    (await world.ada.call(assignUser, { params })).ok();
    (await give(user, [], world.ada, [location.id])).ok();
    expect(await sees(user)).toEqual([location.id]);
    (await give(user, [district.id])).ok();
    expect(await sees(user)).toEqual([location.id]);
  });

  test('has both reasons on the page of the user, the access list of the location and their own access', async () => {
    const district = await add();
    const [one, other] = [await open(district.id), await open(district.id)];
    const user = await newUser(['employee']);
    (await give(user, [district.id], world.ada, [one.id])).ok();
    const through = {
      at: expect.any(String),
      by: 'Ada Owner',
      district: { id: district.id, name: district.name },
    };
    const assigned = { at: expect.any(String), by: 'Ada Owner' };
    const { locations } = (await world.ada.call(getUserAccess, { params: { id: user.id } })).ok();
    expect(locations).toMatchObject([
      { id: one.id, assigned, through },
      { id: other.id, assigned: null, through },
    ]);
    const listed = async (location: Location) => {
      const answer = await world.ada.call(listLocationUsers, { params: { id: location.id }, query: {} });
      return answer.ok().users.find(({ id }) => id === user.id);
    };
    expect(await listed(one)).toMatchObject({ assigned, through });
    expect(await listed(other)).toMatchObject({ assigned: null, through });
    const own = (await user.call(getOwnAccess, {})).ok().locations;
    // They do not see Ada, who works at no location of theirs.
    expect(own[1]).toMatchObject({ id: other.id, assigned: null, through: { ...through, by: null } });
  });

  test('keeps it when locations are replaced without districts', async () => {
    const district = await add();
    const location = await open(district.id);
    const user = await newUser();
    (await give(user, [district.id])).ok();
    const body = { location_ids: [world.locations.airport.id] };
    const saved = (await world.ada.call(replaceUserLocations, { params: { id: user.id }, body })).ok();
    expect(saved.districts).toEqual([{ id: district.id, name: district.name }]);
    expect((await sees(user)).sort()).toEqual([location.id, world.locations.airport.id].sort());
  });

  test('is given one only by somebody who has it whole', async () => {
    const [half, foreign] = [await add(), await add()];
    const mine = await open(half.id);
    await open(half.id);
    const hidden = await open(foreign.id);
    const lead = await areaLead([mine]);
    const user = await newUser(['employee'], [mine]);
    const refused = await give(user, [half.id], lead, [mine.id]);
    expect(refused.problem()).toMatchObject({
      status: 403,
      detail: `You cannot give or take ${half.name}: you do not have the whole district. Ask an administrator.`,
    });
    for (const id of [foreign.id, randomUUID()]) {
      const unknown = await give(user, [id], lead, [mine.id]);
      expect(unknown.problem()).toMatchObject({ status: 400, issues: [{ path: 'district_ids' }] });
    }
    (await give(lead, [half.id], world.ada, [mine.id])).ok();
    (await give(user, [foreign.id], world.ada, [mine.id])).ok();
    (await give(user, [half.id], lead, [mine.id])).ok();
    // Another's district stays, unseen.
    expect((await sees(user)).length).toBe(3);
    expect(await sees(user)).toContain(hidden.id);
    const { districts } = (await lead.call(getUser, { params: { id: user.id } })).ok();
    expect(districts).toEqual([{ id: half.id, name: half.name }]);
  });

  test('cannot take their own last locations from themselves', async () => {
    const district = await add();
    await open(district.id);
    const lead = await areaLead();
    (await give(lead, [district.id])).ok();
    expect((await give(lead, [], lead)).status).toBe(409);
    expect((await give(lead, [district.id], lead)).status).toBe(200);
  });
});

describe('a move', () => {
  test('says before who gains and who loses the location, then does so, records it and tells them', async () => {
    const [from, to] = [await add(), await add()];
    const location = await open(from.id);
    const [loser, gainer, both, assigned] = [
      await newUser(['manager']),
      await newUser(['manager']),
      await newUser(),
      await newUser(['employee'], [location]),
    ];
    (await give(loser, [from.id])).ok();
    (await give(gainer, [to.id])).ok();
    (await give(both, [from.id, to.id])).ok();
    (await give(assigned, [from.id], world.ada, [location.id])).ok();
    const params = { id: location.id };
    const preview = (
      await world.ada.call(previewDistrictMove, { params, query: { district_id: to.id } })
    ).ok();
    expect(preview).toMatchObject({
      gain: { users: [{ id: gainer.id }], total: 1 },
      lose: { users: [{ id: loser.id }], total: 1 },
    });
    const { updated_at } = (await move(location, to.id)).ok();
    expect((await move(location, to.id)).ok()).toEqual({ district_id: to.id, updated_at });
    expect((await move(location, null, world.ada, location.updated_at)).status).toBe(412);
    expect(await sees(loser)).toEqual([]);
    for (const user of [gainer, both, assigned]) expect(await sees(user)).toEqual([location.id]);
    const { entries } = (await gainer.call(listAudit, { query: { action: 'location.moved' } })).ok();
    expect(entries).toMatchObject([
      {
        sentence: `Ada Owner moved the location ${location.name} from ${from.name} to ${to.name}`,
        changes: expect.arrayContaining([
          { field: 'District', before: from.name, after: to.name },
          { field: 'Users who gained it', before: null, after: '1' },
        ]),
      },
    ]);
    await world.settle();
    const told = async (user: User) =>
      (await user.call(listNotifications, { query: {} }))
        .ok()
        .notifications.filter(({ kind }) => kind === 'access_changed')
        .map(notificationText);
    // With the district that they were given in the same minutes.
    for (const user of [loser, gainer]) expect(await told(user)).toEqual(['Your access changed 3 times']);
  });

  test('says before which of those who lose the location cover it, and until when', async () => {
    const from = await add();
    const location = await open(from.id);
    const [coverer, other] = [await newUser(['manager']), await newUser(['manager'])];
    const { millRoad: at } = world.locations;
    for (const { id } of [location, at]) {
      const body = { user_id: coverer.id, location_ids: [id], ends_at: inDays(id === at.id ? 2 : 1) };
      (await world.ada.call(createCovers, { body })).ok();
    }
    for (const user of [coverer, other]) (await give(user, [from.id])).ok();
    const { covers } = (await world.ada.call(listCovers, { query: { location: location.id } })).ok();
    const params = { id: location.id };
    const { lose } = (await world.ada.call(previewDistrictMove, { params, query: {} })).ok();
    expect(lose.users.map(({ id, covers_until }) => [id, covers_until])).toEqual([
      [coverer.id, covers[0]?.ends_at],
      [other.id, null],
    ]);
    (await move(location, null)).ok();
    expect(await sees(coverer)).toContain(location.id);
  });

  test('at the same moment as another one is refused, and says who made that one', async () => {
    const names = ['Ada Owner', `User ${made}`];
    const movers = [world.ada, await newUser(['admin'])];
    const districts = [await add(), await add()];
    const location = await open();
    const moves = districts.map(({ id }, n) => move(location, id, movers[n], location.updated_at));
    const answers = await Promise.all(moves);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect(answers[1 - winner]?.problem()).toMatchObject({
      detail: `${names[winner]} changed this after you opened it. Nothing was overwritten.`,
    });
    const { district_id } = (await world.ada.call(getLocation, { params: { id: location.id } })).ok();
    expect(district_id).toBe(districts[winner]?.id);
  });

  test('needs a district that exists', async () => {
    const location = await open();
    expect((await move(location, randomUUID())).problem()).toMatchObject({
      status: 400,
      issues: [{ path: 'district_id' }],
    });
    const query = { district_id: randomUUID() };
    const preview = await world.ada.call(previewDistrictMove, { params: { id: location.id }, query });
    expect(preview.problem().status).toBe(400);
  });

  test('a deleted location leaves its district', async () => {
    const district = await add();
    const location = await open(district.id);
    (await world.ada.call(deleteLocation, { params: { id: location.id } })).ok();
    (await world.ada.call(deleteDistrict, { params: { id: district.id } })).ok();
  });

  test('createLocation in a district needs the act that moves locations', async () => {
    const district = await add();
    const mine = await open(district.id);
    const lead = await areaLead([mine]);
    const body = { ...millRoad, name: 'New', district_id: district.id };
    expect((await lead.call(createLocation, { body })).status).toBe(403);
    const unknown = { ...body, district_id: randomUUID() };
    expect((await world.ada.call(createLocation, { body: unknown })).problem()).toMatchObject({
      status: 400,
      issues: [{ path: 'district_id' }],
    });
  });
});
