import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ChangeList, changedMaxRows, changeLists, listChanges } from '../../../contract/changes.ts';
import { sendInvitation } from '../../../contract/invitations.ts';
import {
  createLocation,
  deleteLocation,
  listLocations,
  updateLocation,
} from '../../../contract/locations.ts';
import { updateOrganization } from '../../../contract/organization.ts';
import { createRole, deleteRole, updateRole } from '../../../contract/roles.ts';
import {
  createUser,
  deleteUser,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { createView } from '../../../contract/views.ts';
import { recordChange } from '../../kernel/changes/record-change.ts';
import type { Client } from '../../testing/requests/client.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { purgeChanges } from './changes.service.ts';

let world: World;
let ada: User;
let mia: User;
let late = 0;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(Date.now() + late) });
  ({ ada } = world);
  mia = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
});
afterAll(() => world.close());

const since = async (client: Client, cursor: string, lists?: ChangeList[]) =>
  (await client.call(listChanges, { query: { since: cursor, ...(lists && { lists: lists.join() }) } })).ok();
const cursorOf = async (client: Client) => (await since(client, '')).cursor;
const nothing = { changed: [], reset: [], scope_changed: false };

/** What a reader is told after `act`: names of lists, and ids of rows. */
async function told(client: Client, act: () => Promise<unknown>) {
  const before = await cursorOf(client);
  await act();
  const { users, locations, changed, reset } = await since(client, before);
  const ids = (rows: typeof users | typeof locations) =>
    rows && [...rows.rows.map((row) => row.id), ...rows.removed.map((id) => `-${id}`)].sort();
  return {
    ...(users && { users: ids(users) }),
    ...(locations && { locations: ids(locations) }),
    ...(changed.length > 0 && { changed: changed.sort() }),
    ...(reset.length > 0 && { reset: reset.sort() }),
  };
}

let made = 0;
async function newUser(locations: string[] = []) {
  const body = { email: `n${made++}@new.example`, full_name: 'New User', location_ids: locations };
  return (await ada.call(createUser, { body })).ok();
}
const edit = (id: string, body: { phone?: string; is_active?: boolean; full_name?: string }) => async () =>
  (await ada.call(updateUser, { params: { id }, body })).ok();

test('the first page of a list has a cursor, after which the changed rows come as the list has them', async () => {
  const [first] = [(await ada.call(listUsers, { query: { limit: 1 } })).ok()];
  expect(first.next).not.toBeNull();
  const page = (await ada.call(listUsers, { query: { after: first.next ?? '' } })).ok();
  expect(page.cursor).toBeUndefined();
  expect((await ada.call(listLocations, { query: {} })).ok().cursor).toBeDefined();

  const user = await newUser([world.locations.airport.id]);
  const answer = await since(ada, first.cursor ?? '', ['users', 'locations']);
  const listed = (await ada.call(listUsers, { query: { ids: user.id } })).ok().users;
  expect(answer.users?.rows).toEqual(expect.arrayContaining(listed));
  const airportRow = answer.locations?.rows.find(({ id }) => id === world.locations.airport.id);
  expect(airportRow?.user_count).toBe(1);
  expect(await since(ada, answer.cursor)).toEqual({ ...nothing, cursor: answer.cursor });
});

test('acts change the rows whose values depend on them, and no others', async () => {
  const { millRoad, airport: air } = world.locations;
  const { id } = await newUser([millRoad.id]);
  expect(await told(ada, edit(id, { phone: '1' }))).toEqual({ users: [id] });
  expect(await told(ada, edit(id, { is_active: false }))).toEqual({
    ...{ users: [id], locations: [millRoad.id], changed: ['districts', 'sessions'] },
  });
  expect(await told(ada, edit(id, { is_active: true, full_name: 'Ann' }))).toEqual({
    ...{ users: [id], locations: [millRoad.id], changed: ['districts'] },
  });
  const role_ids = [world.roleIds.viewer];
  const roles = () => ada.call(replaceUserRoles, { params: { id }, body: { role_ids } });
  const changed = ['districts'];
  expect(await told(ada, roles)).toEqual({ users: [id], locations: [millRoad.id], changed });
  const move = () => ada.call(replaceUserLocations, { params: { id }, body: { location_ids: [air.id] } });
  expect(await told(ada, move)).toEqual({ users: [id], locations: [millRoad.id, air.id].sort(), changed });
  const invite = () => ada.call(sendInvitation, { params: { id }, body: { by: 'mail' } });
  expect(await told(ada, invite)).toEqual({ users: [id] });
  const signIn = () => signInAs(world.app, { id, email: 'new' });
  expect(await told(ada, signIn)).toEqual({ users: [id], changed: ['sessions'] });
  const gone = () => ada.call(deleteUser, { params: { id } });
  expect(await told(ada, gone)).toEqual({ users: [`-${id}`], locations: [air.id], changed });
});

test('a deleted location or role touches each user who had it', async () => {
  const location = (await ada.call(createLocation, { body: { ...airport, name: 'Short lived' } })).ok();
  const role = (
    await ada.call(createRole, { body: { name: 'Short lived', permissions: ['users.read'] } })
  ).ok();
  const users = [await newUser([location.id]), await newUser([location.id])].map(({ id }) => id).sort();
  for (const id of users)
    (await ada.call(replaceUserRoles, { params: { id }, body: { role_ids: [role.id] } })).ok();
  const rename = () => ada.call(updateRole, { params: { id: role.id }, body: { name: 'Renamed' } });
  expect(await told(ada, rename)).toEqual({ changed: ['roles'] });
  expect(await told(ada, () => ada.call(deleteRole, { params: { id: role.id } }))).toEqual({
    ...{ users, locations: [location.id], changed: ['districts', 'roles'] },
  });
  expect(await told(ada, () => ada.call(deleteLocation, { params: { id: location.id } }))).toEqual({
    ...{ users, locations: [`-${location.id}`] },
  });
});

test('a reader without all locations is told to read a list again, only for own locations, and never an id', async () => {
  const { millRoad, airport: air } = world.locations;
  const here = await newUser([millRoad.id]);
  const there = await newUser([air.id]);
  expect(await told(mia, edit(here.id, { phone: '2' }))).toEqual({ reset: ['users'] });
  expect(await told(mia, edit(there.id, { phone: '2' }))).toEqual({});
  expect(await told(mia, edit(there.id, { is_active: false }))).toEqual({});
  const rename = (id: string) => () =>
    ada.call(updateLocation, { params: { id }, body: { name: `Site ${made++}` } });
  expect(await told(mia, rename(millRoad.id))).toEqual({ reset: ['locations'] });
  expect(await told(mia, rename(air.id))).toEqual({});
  expect(await told(mia, edit(mia.id, { phone: '3' }))).toEqual({ reset: ['users'] });
});

test('a personal view concerns its owner, a shared one everybody', async () => {
  const view = (is_shared: boolean) => () =>
    ada.call(createView, { body: { list: 'users', name: `View ${made++}`, query: '', is_shared } });
  expect(await told(ada, view(false))).toEqual({ changed: ['views'] });
  expect(await told(mia, view(false))).toEqual({});
  expect(await told(mia, view(true))).toEqual({ changed: ['views'] });
});

test('a change of scope resets every list, and says so', async () => {
  const bo = await world.newUser('Bo Both', ['employee'], [world.locations.millRoad]);
  const before = await cursorOf(bo);
  const location_ids = [world.locations.airport.id];
  (await ada.call(replaceUserLocations, { params: { id: bo.id }, body: { location_ids } })).ok();
  const without = (...areas: ChangeList[]) => changeLists.filter((list) => !areas.includes(list));
  const reset = without('roles', 'audit', 'mail', 'registers');
  expect(await since(bo, before)).toMatchObject({ reset, scope_changed: true });
  const after = await cursorOf(bo);
  const role_ids = [world.roleIds.viewer];
  (await ada.call(replaceUserRoles, { params: { id: bo.id }, body: { role_ids } })).ok();
  expect(await since(bo, after)).toMatchObject({ reset: without('mail'), scope_changed: true });
});

test('a cursor that says nothing resets every list: garbled, foreign, ahead, of another epoch, too old', async () => {
  const { app } = world;
  const everything = { reset: [...changeLists], changed: [] };
  const own = await cursorOf(ada);
  const [epoch = '', seq = '', scope = ''] = own.split('.');
  const all = { ...everything, scope_changed: true };
  const other = await world.newUser('Abe Admin', ['admin']);
  for (const garbled of [
    '',
    'x',
    '\u0000.1.',
    own.slice(1),
    `${own}0`,
    await cursorOf(mia),
    await cursorOf(other),
  ])
    expect(await since(ada, garbled), garbled).toMatchObject(all);
  expect((await since(mia, own)).scope_changed).toBe(true);
  const same = { ...everything, scope_changed: false };
  expect(await since(ada, `${epoch}.${Number(seq) + 1000}.${scope}`)).toMatchObject(same);
  expect(await since(ada, `${randomUUID()}.${seq}.${scope}`)).toMatchObject(same);

  const now = await cursorOf(ada);
  late = 8 * 86_400_000;
  await purgeChanges(world.app);
  late = 0;
  expect(await since(ada, now)).toMatchObject(nothing);
  expect(await since(ada, own)).toMatchObject(same);
  await newUser();
  expect((await since(ada, now)).users?.rows).toHaveLength(1);
  expect(await since(ada, own)).toMatchObject(same);

  const before = await cursorOf(ada);
  const change = { list: 'users', act: 'put' } as const;
  await app.database.write(async (tx) => {
    for (let row = 0; row <= changedMaxRows; row++)
      recordChange({ app, tx }, { ...change, row_id: randomUUID(), audit_id: randomUUID() });
  });
  expect(await since(ada, before)).toMatchObject({ ...nothing, reset: ['users'] });
});

test('the name of the organization concerns everybody', async () => {
  const nell = await world.newUser('Nell None');
  const rename = () => ada.call(updateOrganization, { body: { product_name: `Chain ${made++}` } });
  expect(await told(nell, rename)).toEqual({ changed: ['settings'] });
});

test('a reader gets the same cursor while nothing changed, but not one who may not count changes', async () => {
  expect(await cursorOf(ada)).toBe(await cursorOf(ada));
  expect(await cursorOf(mia)).not.toBe(await cursorOf(mia));
  expect(await cursorOf(mia)).not.toContain('.');
});

test('a list that the reader may not read is refused', async () => {
  const nia = await world.newUser('Nia Nothing');
  const query = { since: '', lists: 'users' };
  expect((await nia.call(listChanges, { query })).problem().status).toBe(403);
  expect((await since(nia, '')).reset).toEqual(['settings', 'views', 'runs', 'sessions', 'notifications']);
  expect((await ada.call(listChanges, { query: { since: '', lists: 'users,people' } })).status).toBe(400);
});

test('nobody hears of what is outside of their scope: kinds of changes by kinds of readers', async () => {
  const { locations, app } = world;
  const readers: Record<string, User> = {
    admin: ada,
    here: await world.newUser('Hal Here', ['manager'], [locations.millRoad]),
    there: await world.newUser('Tea There', ['viewer'], [locations.airport]),
    nothing: await world.newUser('Nil Nothing'),
  };
  const here = await newUser([locations.millRoad.id]);
  const loose = await newUser();
  const role = (await ada.call(createRole, { body: { name: 'Table', permissions: [] } })).ok();
  const view = (is_shared: boolean) =>
    ada.call(createView, { body: { list: 'users', name: `View ${made++}`, query: '', is_shared } });
  const rename = () => ada.call(updateRole, { params: { id: role.id }, body: { name: `Table ${made++}` } });
  const close = () =>
    ada.call(updateLocation, { params: { id: locations.millRoad.id }, body: { city: `Town ${made++}` } });
  const kinds: Record<string, [() => Promise<unknown>, Record<string, string>]> = {
    'a user here is edited': [edit(here.id, { phone: '1' }), { admin: 'users', here: 'users' }],
    'a user here leaves': [
      edit(here.id, { is_active: false }),
      { admin: 'districts locations sessions users', here: 'districts locations users' },
    ],
    'a user without a location is edited': [edit(loose.id, { phone: '2' }), { admin: 'users' }],
    'a location is edited': [close, { admin: 'locations', here: 'locations' }],
    'a role is renamed': [rename, { admin: 'roles', here: 'roles', there: 'roles' }],
    'a view is shared': [() => view(true), { admin: 'views', here: 'views', there: 'views' }],
    'a view is saved': [() => view(false), { admin: 'views' }],
    'a user there signs in': [
      () => signInAs(app, { id: loose.id, email: 'loose@new.example' }),
      { admin: 'sessions users' },
    ],
    'a user is deleted': [
      async () => (await ada.call(deleteUser, { params: { id: here.id } })).status,
      { admin: 'districts locations users', here: 'districts locations notifications users' },
    ],
  };
  await world.settle();
  for (const [kind, [act, expected]] of Object.entries(kinds)) {
    const before = await Promise.all(Object.values(readers).map(cursorOf));
    await act();
    await world.settle();
    for (const [index, [name, reader]] of Object.entries(readers).entries()) {
      const { users, locations, changed, reset } = await since(reader, before[index] ?? '');
      const heard = [...changed, ...reset, ...(users ? ['users'] : []), ...(locations ? ['locations'] : [])];
      expect(heard.sort().join(' '), `${kind}: ${name}`).toBe(expected[name] ?? '');
      if (name !== 'admin') expect(users ?? locations, `${kind}: ${name}`).toBeUndefined();
    }
  }
});
