import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  exportLocationAccessOn,
  exportUserAccessOn,
  getLocationAccessOn,
  getUserAccessOn,
} from '../../../contract/access-on.ts';
import { listAudit } from '../../../contract/audit.ts';
import { createCovers, endCover } from '../../../contract/covers.ts';
import { dayAt } from '../../../contract/fields/zone-clock.ts';
import { createLocation, deleteLocation } from '../../../contract/locations.ts';
import { deleteUser, replaceUserLocations, replaceUserRoles, updateUser } from '../../../contract/users.ts';
import { createClient } from '../../testing/requests/client.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { airport, startWorld, type User, type World } from '../../testing/worlds/world.ts';

const dayMs = 86_400_000;
const zone = 'America/New_York';

let clock = Date.parse('2026-11-03T15:00:00.000Z');
let world: World;
let [began, busy, today] = ['', '', ''];
let gone: User;
let left: User;
let moved: User;
let boss: User;
let manager: User;
let viewer: User;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock), env: { TIME_ZONE: zone } });
  const { ada, locations, roleIds } = world;
  const { millRoad } = locations;
  const dayNow = () => dayAt(new Date(clock), zone);
  began = dayNow();
  clock += dayMs;
  await renew(ada);
  busy = dayNow();
  boss = await world.newUser('Bo Boss', ['admin']);
  gone = await world.newUser('Gus Gone', ['employee'], [millRoad]);
  left = await world.newUser('Lea Left', ['employee'], [millRoad]);
  moved = await world.newUser('Mo Moved', ['employee'], [millRoad]);
  manager = await world.newUser('Max Manager', ['manager'], [millRoad]);
  viewer = await world.newUser('Vic Viewer', ['viewer'], [millRoad]);
  clock += 3 * dayMs;
  await renew(ada);
  (await ada.call(deleteUser, { params: { id: gone.id } })).ok();
  (await ada.call(updateUser, { params: { id: left.id }, body: { is_active: false } })).ok();
  const elsewhere = { params: { id: moved.id }, body: { location_ids: [locations.airport.id] } };
  (await ada.call(replaceUserLocations, elsewhere)).ok();
  const noAdmin = { params: { id: boss.id }, body: { role_ids: [roleIds.employee] } };
  (await ada.call(replaceUserRoles, noAdmin)).ok();
  clock += 1000;
  for (const user of [manager, viewer]) await renew(user);
  today = dayNow();
});
afterAll(() => world.close());

/** Tokens end after an hour. */
async function renew(user: User) {
  Object.assign(user, createClient(world.url, await signInAs(world.app, user)));
}

const accessOn = async (reader: User, day: string, { id } = world.locations.millRoad as { id: string }) =>
  (await reader.call(getLocationAccessOn, { params: { id }, query: { day } })).ok();
const namesOf = ({ rows }: { rows: { name: string }[] }) => rows.map((row) => row.name);

describe('who could see a location', () => {
  test('getLocationAccessOn names everybody to an administrator, also those who left and lost it since', async () => {
    const found = await accessOn(world.ada, busy);
    expect(namesOf(found)).toEqual([
      ...['Ada Owner', 'Bo Boss', 'Gus Gone', 'Lea Left', 'Max Manager', 'Mo Moved', 'Vic Viewer'],
    ]);
    const at = expect.stringMatching(/^2026-11-04T/);
    const [, head, deleted] = found.rows;
    expect(deleted).toMatchObject({ id: gone.id, is_deleted: true, roles: ['employee'], until: null });
    expect(deleted?.reasons).toEqual([
      { why: 'assigned', through: null, granted: { at, by: 'Ada Owner' }, from: at, until: null },
    ]);
    expect(head?.reasons).toEqual([
      { why: 'all_locations', through: 'admin', granted: { at, by: 'Ada Owner' }, from: at, until: null },
    ]);
    expect(found).toMatchObject({ hidden_count: 0, total: 7, not_undone: [], time_zone: zone });
    const now = await accessOn(world.ada, today);
    const until = (name: string) => now.rows.find((user) => user.name === name)?.until;
    expect(namesOf(now)).toEqual(namesOf(found));
    for (const name of ['Gus Gone', 'Lea Left', 'Mo Moved', 'Bo Boss'])
      expect([name, until(name)]).toEqual([name, '2026-11-07T15:00:00.000Z']);
    expect(until('Max Manager')).toBeNull();
  });

  test('getLocationAccessOn names to a manager who was at the location, and counts those who saw all of them', async () => {
    const found = await accessOn(manager, busy);
    expect(namesOf(found)).toEqual(['Gus Gone', 'Lea Left', 'Max Manager', 'Mo Moved', 'Vic Viewer']);
    expect(found.hidden_count).toBe(2);
    const text = JSON.stringify(found);
    for (const hidden of ['Ada Owner', 'Bo Boss', world.ada.id, boss.id, 'Airport'])
      expect(text).not.toContain(hidden);
  });

  test('getLocationAccessOn counts those who left for a reader who may not know the past of users', async () => {
    const found = await accessOn(viewer, busy);
    expect(namesOf(found)).toEqual(['Max Manager', 'Vic Viewer']);
    expect(found.hidden_count).toBe(5);
    expect(JSON.stringify(found)).not.toMatch(/Gone|Left|Moved/);
  });

  test('getLocationAccessOn refuses a day to come, says when the log began, and knows nothing before it', async () => {
    const ask = (day: string) =>
      world.ada.call(getLocationAccessOn, { params: { id: world.locations.millRoad.id }, query: { day } });
    expect((await ask('2026-11-08')).problem().status).toBe(400);
    expect((await ask('2026-02-30')).problem().status).toBe(400);
    expect((await ask('2026-11-02')).ok()).toMatchObject({ log_began: began, rows: [], total: 0 });
    expect(namesOf((await ask(began)).ok())).toEqual(['Ada Owner']);
    const unknown = { params: { id: world.locations.millRoad.id }, query: { day: busy, limit: '5' } };
    expect((await world.ada.call(getLocationAccessOn, unknown)).status).toBe(400);
  });

  test('getLocationAccessOn has nobody for a location that came later, and begins with it on its first day', async () => {
    const location = (await world.ada.call(createLocation, { body: { ...airport, name: 'Later' } })).ok();
    expect(await accessOn(world.ada, busy, location)).toMatchObject({ rows: [], total: 0 });
    const { rows } = await accessOn(world.ada, today, location);
    expect(rows.map(({ name, from }) => [name, from])).toEqual([['Ada Owner', location.created_at]]);
    (await world.ada.call(deleteLocation, { params: { id: location.id } })).ok();
  });

  test('getLocationAccessOn knows covers until they ended, also of a user who was deleted', async () => {
    const { ada, locations } = world;
    const lent = (await ada.call(createLocation, { body: { ...airport, name: 'Lent' } })).ok();
    const users = [];
    for (const name of ['Cy Covers', 'Di Deleted']) {
      const user = await world.newUser(name, ['employee'], [locations.airport]);
      const body = { user_id: user.id, location_ids: [lent.id], ends_at: '2026-11-09T23:59' };
      const { covers } = (await ada.call(createCovers, { body })).ok();
      users.push({ user, cover: covers[0]?.id ?? '' });
    }
    const [cy, di] = users;
    const from = new Date(clock).toISOString();
    clock += 60_000;
    (await ada.call(endCover, { params: { id: cy?.cover ?? '' } })).ok();
    (await ada.call(deleteUser, { params: { id: di?.user.id ?? '' } })).ok();
    const until = new Date(clock).toISOString();
    clock += 1000;
    const found = (await accessOn(ada, today, lent)).rows.filter(({ name }) => name !== 'Ada Owner');
    const granted = { at: from, by: 'Ada Owner' };
    const reasons = [{ why: 'cover', through: null, granted, from, until }];
    expect(found.map((user) => [user.name, user.is_deleted, user.reasons])).toEqual([
      ['Cy Covers', false, reasons],
      ['Di Deleted', true, reasons],
    ]);
    (await ada.call(deleteUser, { params: { id: cy?.user.id ?? '' } })).ok();
    (await ada.call(deleteLocation, { params: { id: lent.id } })).ok();
  });

  test('the endpoints answer what is out of scope like what does not exist, and need both permissions', async () => {
    const query = { day: busy };
    const readers: [User, string][] = [[manager, world.locations.airport.id]];
    for (const [reader, foreign] of readers) {
      const answers = async (location: string, user: string) => {
        const replies = [
          await reader.call(getLocationAccessOn, { params: { id: location }, query }),
          await reader.call(exportLocationAccessOn, { params: { id: location }, query }),
          await reader.call(getUserAccessOn, { params: { id: user }, query }),
          await reader.call(exportUserAccessOn, { params: { id: user }, query }),
        ];
        return replies.map((reply) => ({ ...reply.problem(), request_id: '' }));
      };
      const outside = await answers(foreign, moved.id);
      expect(outside.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
      expect(outside).toEqual(await answers(randomUUID(), randomUUID()));
    }
    const auditor = await world.newUser('Al Auditor', [], [world.locations.millRoad]);
    const role_ids = [await ownRole(world, 'auditor', ['audit.read', 'locations.read'])];
    (await world.ada.call(replaceUserRoles, { params: { id: auditor.id }, body: { role_ids } })).ok();
    const params = { id: world.locations.millRoad.id };
    expect((await auditor.call(getLocationAccessOn, { params, query })).status).toBe(403);
    (await world.ada.call(deleteUser, { params: { id: auditor.id } })).ok();
  });
});

describe('what a user could see', () => {
  test('getUserAccessOn names the locations in scope of the reader, and roles for all locations', async () => {
    const ask = async (reader: User, id: string, day: string) =>
      (await reader.call(getUserAccessOn, { params: { id }, query: { day } })).ok();
    const before = await ask(world.ada, moved.id, busy);
    expect(before.rows.map(({ name }) => name)).toEqual(['Mill Road']);
    const now = await ask(world.ada, moved.id, today);
    expect(now.rows.map(({ name, from, until }) => [name, from, until])).toEqual([
      ['Airport', '2026-11-07T15:00:00.000Z', null],
      ['Mill Road', null, '2026-11-07T15:00:00.000Z'],
    ]);
    const head = await ask(world.ada, boss.id, busy);
    expect(head.rows).toMatchObject([
      {
        ...{ id: null, name: 'All locations', is_deleted: false },
        reasons: [{ through: 'admin', granted: { by: 'Ada Owner' } }],
      },
    ]);
    expect(await ask(manager, left.id, busy)).toMatchObject({ total: 1, rows: [{ name: 'Mill Road' }] });
    expect(await ask(world.ada, left.id, began)).toMatchObject({ total: 0, rows: [] });
  });

  test('getUserAccessOn names a location that was deleted since, to readers of all locations only', async () => {
    const { ada, locations } = world;
    const location = (await ada.call(createLocation, { body: { ...airport, name: 'Closed Depot' } })).ok();
    const { id } = await world.newUser('Dee Depot', ['employee'], [location, locations.millRoad]);
    (await ada.call(deleteLocation, { params: { id: location.id } })).ok();
    clock += 1000;
    const ask = async (reader: User) =>
      (await reader.call(getUserAccessOn, { params: { id }, query: { day: today } })).ok();
    expect((await ask(ada)).rows).toMatchObject([{ name: 'Mill Road' }]);
    // It was there for no time at all; now for a while.
    const again = (await ada.call(createLocation, { body: { ...airport, name: 'Old Depot' } })).ok();
    const body = { location_ids: [again.id, locations.millRoad.id] };
    (await ada.call(replaceUserLocations, { params: { id }, body })).ok();
    clock += 60_000;
    (await ada.call(deleteLocation, { params: { id: again.id } })).ok();
    clock += 1000;
    const found = await ask(ada);
    expect(found.rows.map((one) => [one.id, one.name])).toEqual([
      [locations.millRoad.id, 'Mill Road'],
      [null, 'Old Depot'],
    ]);
    expect(found.rows[1]?.reasons).toMatchObject([{ why: 'assigned', granted: { by: 'Ada Owner' } }]);
    expect(JSON.stringify(await ask(manager))).not.toContain('Depot,');
    expect((await ask(manager)).rows.map(({ name }) => name)).toEqual(['Mill Road']);
    (await ada.call(deleteUser, { params: { id } })).ok();
  });
});

describe('the CSV', () => {
  const linesOf = async (reader: User, path: string) => {
    const reply = await reader.raw('GET', path);
    expect(reply.status).toBe(200);
    return (await reply.text()).replace('\ufeff', '').trim().split('\r\n');
  };

  test('exportLocationAccessOn has a row for each reason, counts whom the reader may not know, and is recorded', async () => {
    const path = `/api/locations/${world.locations.millRoad.id}/access-on.csv?day=${busy}`;
    const [head, ...lines] = await linesOf(manager, path);
    expect(head).toBe('User,User (id),Roles,Why,Granted by,Granted (UTC),From (UTC),Until (UTC)');
    expect(lines[0]).toBe(
      `Gus Gone,${gone.id},employee,Assigned,another administrator,2026-11-04 15:00:00,2026-11-04 15:00:00,`,
    );
    expect(lines).toHaveLength(6);
    expect(lines[5]).toBe('and 2 whom you cannot see,,,,,,,');
    const { entries } = (await world.ada.call(listAudit, { query: { limit: 1 } })).ok();
    expect(entries[0]).toMatchObject({
      action: 'access.exported',
      sentence: 'Max Manager exported who has access',
    });
  });

  test('exportUserAccessOn has a row for each reason', async () => {
    const lines = await linesOf(world.ada, `/api/users/${boss.id}/access-on.csv?day=${busy}`);
    expect(lines).toEqual([
      'Location,Location (id),Why,Granted by,Granted (UTC),From (UTC),Until (UTC)',
      'All locations,,"Role admin, all locations",Ada Owner,2026-11-04 15:00:00,2026-11-04 15:00:00,',
    ]);
    const before = await linesOf(world.ada, `/api/users/${boss.id}/access-on.csv?day=2026-11-01`);
    expect(before[1]).toContain(`The audit log begins on ${began}`);
  });
});
