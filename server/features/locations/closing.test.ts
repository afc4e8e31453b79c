import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listAudit } from '../../../contract/audit.ts';
import { assignUser } from '../../../contract/location-access.ts';
import {
  closeLocation,
  createLocation,
  getLocation,
  type Location,
  listLocations,
  reopenLocation,
  updateLocation,
} from '../../../contract/locations.ts';
import {
  createUser,
  getUserLocations,
  listUsers,
  replaceUserLocations,
  updateUser,
} from '../../../contract/users.ts';
import { startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const kiosk = { name: 'Kiosk', address: '2 Pier', city: 'Kingston', state: 'NY', zip: '12401' };
const add = async (more: object = {}): Promise<Location> =>
  (await world.ada.call(createLocation, { body: { ...kiosk, ...more } })).ok();

describe('the number of a location', () => {
  test('is kept as typed and found by a search', async () => {
    const made = await add({ number: ' A-0417 ' });
    expect(made.number).toBe('A-0417');
    const found = (await world.ada.call(listLocations, { query: { q: 'a-0417' } })).ok();
    expect(found.locations.map(({ id }) => id)).toEqual([made.id]);
    const params = { id: made.id };
    expect((await world.ada.call(updateLocation, { params, body: { number: null } })).ok().number).toBeNull();
    expect((await world.ada.call(listLocations, { query: { q: 'a-0417' } })).ok().total).toBe(0);
  });

  test('belongs to one location, whose name the refusal gives', async () => {
    await add({ name: 'Depot', number: 'B 12' });
    const other = await add();
    const refusal = {
      status: 409,
      code: 'number_taken',
      issues: [{ path: 'number', message: 'Depot already has this number' }],
    };
    const body = { ...kiosk, number: 'b12' };
    expect((await world.ada.call(createLocation, { body })).problem()).toMatchObject(refusal);
    const params = { id: other.id };
    expect(
      (await world.ada.call(updateLocation, { params, body: { number: 'B12' } })).problem(),
    ).toMatchObject(refusal);
  });

  test('is refused without a name when its location is out of scope', async () => {
    const mine = await add();
    await add({ name: 'Secret Depot', number: 'S-1' });
    const manager = await world.newUser('Nia Number', ['manager'], [mine]);
    const refused = await manager.call(updateLocation, { params: { id: mine.id }, body: { number: 's-1' } });
    expect(refused.problem()).toMatchObject({
      code: 'number_taken',
      detail: 'Another location already has this number',
    });
  });

  test('is given to one of several concurrent requests', async () => {
    const asked = Array.from({ length: 6 }, (_, index) => ({
      ...kiosk,
      name: `Twin ${index}`,
      number: 'T-1',
    }));
    const replies = await Promise.all(asked.map((body) => world.ada.call(createLocation, { body })));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409]);
    const edits = await Promise.all(
      (await Promise.all([add(), add(), add()])).map(({ id }) =>
        world.ada.call(updateLocation, { params: { id }, body: { number: 'T-2' } }),
      ),
    );
    expect(edits.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

describe('the employee number of a user', () => {
  const body = () => ({ email: `${randomUUID()}@northline.example`, full_name: 'Nora New' });

  test('belongs to one user, whose name the refusal gives, and is found by a search', async () => {
    const first = (await world.ada.call(createUser, { body: { ...body(), employee_number: 'E-77' } })).ok();
    expect(first.employee_number).toBe('E-77');
    const refused = await world.ada.call(createUser, { body: { ...body(), employee_number: 'e-77' } });
    expect(refused.problem()).toMatchObject({
      status: 409,
      code: 'number_taken',
      issues: [{ path: 'employee_number', message: 'Nora New already has this employee number' }],
    });
    const other = (await world.ada.call(createUser, { body: body() })).ok();
    const edit = await world.ada.call(updateUser, {
      params: { id: other.id },
      body: { employee_number: 'E-77' },
    });
    expect(edit.problem().code).toBe('number_taken');
    const found = (await world.ada.call(listUsers, { query: { q: 'e-77' } })).ok();
    expect(found.users.map(({ id }) => id)).toEqual([first.id]);
  });
});

describe('a location that is closed', () => {
  test('says since when, keeps its users, and is reopened; each is in the audit log once', async () => {
    const location = await add({ name: 'Old Mill' });
    const params = { id: location.id };
    const clerk = await world.newUser('Cleo Closed', ['employee'], [location]);
    const close = () => world.ada.call(closeLocation, { params, body: { closed_on: '2026-01-31' } });
    const closed = (await close()).ok();
    expect(closed.closed_on).toBe('2026-01-31');
    expect((await close()).ok()).toEqual(closed);
    expect((await world.ada.call(getLocation, { params })).ok()).toMatchObject({ assigned_count: 1 });
    const places = (await world.ada.call(getUserLocations, { params: { id: clerk.id } })).ok();
    expect(places.locations.map(({ id }) => id)).toEqual([location.id]);
    expect((await world.ada.call(reopenLocation, { params })).ok().closed_on).toBeNull();
    const { entries } = (await world.ada.call(listAudit, { query: { location: location.id } })).ok();
    const sentences = entries
      .map(({ sentence }) => sentence)
      .filter((sentence) => sentence.includes('Old Mill'));
    expect(sentences).toEqual(
      expect.arrayContaining([
        'Ada Owner closed the location Old Mill',
        'Ada Owner reopened the location Old Mill',
      ]),
    );
    expect(sentences.filter((sentence) => sentence.includes('closed the'))).toHaveLength(1);
  });

  test('accepts no new users, and lets its users be removed', async () => {
    const [open, shut] = [await add({ name: 'Open' }), await add({ name: 'Shut' })];
    const clerk = await world.newUser('Mo Moved', ['employee'], [shut]);
    (
      await world.ada.call(closeLocation, { params: { id: shut.id }, body: { closed_on: '2026-01-31' } })
    ).ok();
    const other = await world.newUser('Nia New', ['employee'], [open]);
    const message = 'Shut is closed. Reopen it to assign users to it.';
    const assigned = await world.ada.call(assignUser, { params: { id: shut.id, user_id: other.id } });
    expect(assigned.problem()).toMatchObject({ status: 400, detail: message });
    const replace = (id: string, location_ids: string[]) =>
      world.ada.call(replaceUserLocations, { params: { id }, body: { location_ids } });
    expect((await replace(other.id, [open.id, shut.id])).problem().detail).toBe(message);
    const email = `${randomUUID()}@northline.example`;
    const created = await world.ada.call(createUser, {
      body: { email, full_name: 'X', location_ids: [shut.id] },
    });
    expect(created.problem().detail).toBe(message);
    expect((await replace(clerk.id, [open.id, shut.id])).status).toBe(200);
    expect((await replace(clerk.id, [open.id])).status).toBe(200);
  });

  test.each([
    ['2026-02-30', 'There is no such day'],
    ['soon', 'Must be a day such as 2026-11-20'],
    ['2999-01-01', 'Planned closings are entered on their day. Choose today or a day before'],
  ])('does not close on %s', async (closed_on, message) => {
    const { id } = await add();
    const refused = await world.ada.call(closeLocation, { params: { id }, body: { closed_on } });
    expect(refused.problem()).toMatchObject({ status: 400, issues: [{ path: 'closed_on', message }] });
  });
});
