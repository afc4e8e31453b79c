import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  createLocation,
  deleteLocation,
  getLocation,
  listLocations,
  updateLocation,
} from '../../../contract/locations.ts';
import { listUsers } from '../../../contract/users.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const harbor = { name: 'Harbor', address: '9 Quay', city: 'Kingston', state: 'NY', zip: '12401' };

describe('an administrator', () => {
  test('createLocation adds a location, trimmed and with the state in upper case', async () => {
    const body = { ...harbor, name: '  Harbor ', state: 'ny', phone: ' ' };
    const made = (await world.ada.call(createLocation, { body })).ok();
    expect(made).toMatchObject({ ...harbor, state: 'NY', phone: null });
    expect(made.created_at).toBe(made.updated_at);
    const read = (await world.ada.call(getLocation, { params: { id: made.id } })).ok();
    expect(read).toEqual({ ...made, assigned_count: 0 });
  });

  test('createLocation names every wrong field at once, in the words of the specification', async () => {
    const body = { name: '', address: ' ', city: '', state: 'N', zip: '123', phone: 'x'.repeat(41) };
    const refused = (await world.ada.call(createLocation, { body })).problem();
    expect(refused).toMatchObject({
      title: 'Failed to create location',
      status: 400,
      code: 'validation_failed',
    });
    expect(Object.fromEntries((refused.issues ?? []).map((issue) => [issue.path, issue.message]))).toEqual({
      name: 'Name is required',
      address: 'Address is required',
      city: 'City is required',
      state: 'State is required',
      zip: 'ZIP code must be at least 5 characters',
      phone: 'Must be at most 40 characters',
    });
    const long = (await world.ada.call(createLocation, { body: { ...harbor, state: 'NYC' } })).problem();
    expect(long.detail).toBe('State must be 2 characters');
  });

  test('createLocation adds one location when the request is repeated, and refuses its id for another', async () => {
    const body = { ...harbor, id: randomUUID() };
    const first = (await world.ada.call(createLocation, { body })).ok();
    expect((await world.ada.call(createLocation, { body })).ok()).toEqual(first);
    const other = await world.ada.call(createLocation, { body: { ...body, name: 'Other' } });
    expect(other.problem()).toMatchObject({
      status: 409,
      code: 'conflict',
      title: 'Failed to create location',
    });
  });

  test('updateLocation edits only what was sent, and updated_at moves on', async () => {
    const made = (await world.ada.call(createLocation, { body: harbor })).ok();
    const params = { id: made.id };
    const edited = (await world.ada.call(updateLocation, { params, body: { phone: '(518) 555-0100' } })).ok();
    expect(edited).toMatchObject({ ...harbor, phone: '(518) 555-0100' });
    expect(edited.updated_at > made.updated_at).toBe(true);
    const same = (await world.ada.call(updateLocation, { params, body: { phone: '(518) 555-0100' } })).ok();
    expect(same.updated_at).toBe(edited.updated_at);
  });

  test('updateLocation edits a location whose name is older than the rule for names, but refuses another such name', async () => {
    const { id } = (await world.ada.call(createLocation, { body: harbor })).ok();
    const name = 'Har\u202Ebour\nPier';
    const { write } = world.app.database;
    await write((tx) => tx.updateTable('locations').set({ name }).where('id', '=', id).execute());
    const edit = (body: { name?: string; phone?: string }) =>
      world.ada.call(updateLocation, { params: { id }, body });
    expect((await edit({ phone: '555-0100' })).ok()).toMatchObject({ name, phone: '555-0100' });
    expect((await edit({ name: `${name}s` })).problem()).toMatchObject({
      status: 400,
      issues: [{ path: 'name', message: 'Contains invisible characters' }],
    });
    expect((await edit({ name: 'Pier' })).ok().name).toBe('Pier');
  });

  test('updateLocation says who changed the location and when, and overwrites nothing', async () => {
    const made = (await world.ada.call(createLocation, { body: harbor })).ok();
    const params = { id: made.id };
    const first = (await world.ada.call(updateLocation, { params, body: { name: 'Pier' } })).ok();
    const stale = await world.ada.call(
      updateLocation,
      { params, body: { name: 'Dock' } },
      { ifMatch: made.updated_at },
    );
    expect(stale.problem()).toMatchObject({
      status: 412,
      code: 'stale',
      detail: 'Ada Owner changed this after you opened it. Nothing was overwritten.',
      changed: { by: 'Ada Owner', at: first.updated_at },
    });
    expect((await world.ada.call(getLocation, { params })).ok().name).toBe('Pier');
    const fresh = await world.ada.call(
      updateLocation,
      { params, body: { name: 'Dock' } },
      { ifMatch: first.updated_at },
    );
    expect(fresh.ok().name).toBe('Dock');
  });

  test('updateLocation changes nothing when it is repeated because its answer was lost', async () => {
    const made = (await world.ada.call(createLocation, { body: harbor })).ok();
    const edit = () =>
      world.ada.call(
        updateLocation,
        { params: { id: made.id }, body: { name: 'Pier' } },
        { ifMatch: made.updated_at },
      );
    const first = (await edit()).ok();
    expect((await edit()).ok()).toEqual(first);
  });

  test('deleteLocation deletes a location with its assignments', async () => {
    const location = (await world.ada.call(createLocation, { body: harbor })).ok();
    const clerk = await world.newUser('Harbor Clerk', ['employee'], [location]);
    const params = { id: location.id };
    expect((await world.ada.call(getLocation, { params })).ok().assigned_count).toBe(1);
    (await world.ada.call(deleteLocation, { params })).ok();
    expect((await world.ada.call(getLocation, { params })).problem()).toMatchObject({
      status: 404,
      code: 'not_found',
    });
    const { users } = (await world.ada.call(listUsers, { query: { q: clerk.email } })).ok();
    expect(users.map((user) => user.location_ids)).toEqual([[]]);
    const again = await world.ada.call(deleteLocation, { params });
    expect(again.problem()).toMatchObject({ status: 404, title: 'Failed to delete location' });
  });

  test('listLocations pages through all locations, newest first, without a gap or a repetition', async () => {
    for (let n = 0; n < 5; n += 1)
      (await world.ada.call(createLocation, { body: { ...harbor, name: `Page ${n}` } })).ok();
    const all = (await world.ada.call(listLocations, { query: { limit: 1000 } })).ok();
    const seen: string[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: { limit: number; after?: string } = { limit: 2, ...(after && { after }) };
      const reply = await world.ada.call(listLocations, { query });
      const page = reply.ok();
      expect(page.total).toBe(all.total);
      seen.push(...page.locations.map((location) => location.id));
      after = page.next;
    }
    expect(seen).toEqual(all.locations.map((location) => location.id));
    const times = all.locations.map((location) => location.created_at);
    expect(times).toEqual(times.toSorted().reverse());
  });

  test('listLocations finds locations by name, address or city, whatever the case and accents, and takes wildcards literally', async () => {
    const body = { ...harbor, name: 'Café 100%', address: 'Rue_1', city: 'Québec' };
    const { id } = (await world.ada.call(createLocation, { body })).ok();
    const find = async (q: string) =>
      (await world.ada.call(listLocations, { query: { q } })).ok().locations.map((location) => location.id);
    for (const q of ['CAFE', 'café 100%', 'ue_1', 'QUEBEC', ' cafe ']) expect(await find(q)).toEqual([id]);
    for (const q of ['caf_', '1%0', 'a%é', '\\', "' or 1=1 --"]) expect(await find(q)).toEqual([]);
  });

  test('listLocations finds locations by ZIP code, by city with state, and by phone with or without its country code', async () => {
    const body = { ...harbor, city: 'Ogdensburg', state: 'NY', zip: '13669', phone: '(315) 555-0142' };
    const { id } = (await world.ada.call(createLocation, { body })).ok();
    const find = async (q: string) =>
      (await world.ada.call(listLocations, { query: { q } })).ok().locations.map((location) => location.id);
    for (const q of ['13669', 'ogdensburg, ny', 'Ogdensburg NY 13669', '315-555-0142', '+1 (315) 555-0142'])
      expect(await find(q)).toEqual([id]);
    const change = { params: { id }, body: { zip: '13670', phone: '+1 315 555 0143' } };
    (await world.ada.call(updateLocation, change)).ok();
    for (const q of ['13670', '3155550143']) expect(await find(q)).toEqual([id]);
    expect(await find('13669')).toEqual([]);
  });
});

describe('a user with own locations', () => {
  test('a user with own locations sees only these in lists, counts, searches and single reads', async () => {
    const viewer = await world.newUser('Vic Viewer', ['viewer'], [world.locations.millRoad]);
    const page = (await viewer.call(listLocations, { query: {} })).ok();
    expect(page).toMatchObject({ total: 1, next: null });
    expect(page.locations.map((location) => location.name)).toEqual([millRoad.name]);
    expect((await viewer.call(listLocations, { query: { q: 'airport' } })).ok()).toMatchObject({
      total: 0,
      locations: [],
    });
    const foreign = (
      await viewer.call(getLocation, { params: { id: world.locations.airport.id } })
    ).problem();
    const unknown = (await viewer.call(getLocation, { params: { id: randomUUID() } })).problem();
    expect({ ...foreign, request_id: '' }).toEqual({ ...unknown, request_id: '' });
  });

  test('a manager edits their own locations, but adds and deletes none', async () => {
    const manager = await world.newUser('Max Manager', ['manager'], [world.locations.millRoad]);
    const mine = { id: world.locations.millRoad.id };
    const foreign = { id: world.locations.airport.id };
    expect((await manager.call(updateLocation, { params: mine, body: { phone: '1' } })).ok().phone).toBe('1');
    expect(
      (await manager.call(updateLocation, { params: foreign, body: { phone: '1' } })).problem().status,
    ).toBe(404);
    expect((await manager.call(createLocation, { body: harbor })).problem().status).toBe(403);
    expect((await manager.call(deleteLocation, { params: mine })).problem().status).toBe(403);
  });

  test('a viewer or an employee changes no location', async () => {
    const viewer = await world.newUser('Vera Viewer', ['viewer', 'employee'], [world.locations.millRoad]);
    const params = { id: world.locations.millRoad.id };
    expect((await viewer.call(updateLocation, { params, body: { phone: '2' } })).problem().status).toBe(403);
  });
});

test('the location endpoints refuse a request without a session', async () => {
  const params = { id: world.locations.millRoad.id };
  const replies = [
    await world.nobody.call(listLocations, { query: {} }),
    await world.nobody.call(getLocation, { params }),
    await world.nobody.call(createLocation, { body: harbor }),
    await world.nobody.call(updateLocation, { params, body: {} }),
    await world.nobody.call(deleteLocation, { params }),
  ];
  expect(replies.map((reply) => reply.problem().code)).toEqual(Array(5).fill('unauthenticated'));
});

test('listLocations and listUsers answer with the named rows in scope only, at most 100, and refuse what is no id', async () => {
  const { millRoad, airport } = world.locations;
  const named = { query: { ids: `${airport.id},${millRoad.id},${randomUUID()}` } };
  const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort();
  const all = (await world.ada.call(listLocations, named)).ok();
  expect([idsOf(all.locations), all.total]).toEqual([[airport.id, millRoad.id].sort(), 2]);
  const one = await world.newUser('Ida Named', ['manager'], [millRoad]);
  const other = await world.newUser('Otto Other', ['employee'], [airport]);
  expect(idsOf((await one.call(listLocations, named)).ok().locations)).toEqual([millRoad.id]);
  const users = { query: { ids: `${one.id},${other.id}` } };
  expect(idsOf((await world.ada.call(listUsers, users)).ok().users)).toEqual([one.id, other.id].sort());
  expect(idsOf((await one.call(listUsers, users)).ok().users)).toEqual([one.id]);
  const many = (count: number) => Array.from({ length: count }, () => randomUUID()).join();
  for (const list of ['users', 'locations']) {
    const status = async (ids: string) => (await world.ada.raw('GET', `/api/${list}?ids=${ids}`)).status;
    expect(await status(many(100))).toBe(200);
    for (const ids of [many(101), '', 'nonsense', `${millRoad.id},`, 'x'.repeat(5000)])
      expect(await status(ids)).toBe(400);
  }
});

test('the location endpoints find nothing by an id that is no UUID, and name every issue of a wrong limit, cursor or body', async () => {
  const status = async (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
    (await world.ada.raw(method, path, body, headers)).status;
  expect(await status('GET', '/api/locations/xyz')).toBe(404);
  expect(await status('GET', '/api/locations?limit=0')).toBe(400);
  expect(await status('GET', '/api/locations?limit=1001')).toBe(400);
  expect(await status('GET', '/api/locations?after=nonsense')).toBe(400);
  expect(await status('GET', `/api/locations?q=${'x'.repeat(201)}`)).toBe(400);
  expect(await status('GET', '/api/locations?q=%00')).toBe(400);
  expect(await status('POST', '/api/locations', '{')).toBe(400);
  expect(await status('POST', '/api/locations', '[]')).toBe(400);
  expect(await status('POST', '/api/locations', 'x', { 'content-type': 'text/plain' })).toBe(415);
  expect(await status('POST', '/api/locations', { ...harbor, name: 'x'.repeat(2_000_000) })).toBe(413);
  expect(await status('PUT', '/api/locations', {})).toBe(404);
});
