import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLocation, getLocation } from '../../../contract/locations.ts';
import { assignPerson, listLocationPeople, type ReachPerson, removePerson } from '../../../contract/reach.ts';
import {
  createUser,
  deleteUser,
  getUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import type { Client } from '../../testing/client.ts';
import { ownRole } from '../../testing/own-role.ts';
import { type Person, startWorld, type World } from '../../testing/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

async function peopleOf(reader: Client, id: string, list: 'can_see' | 'cannot_see' = 'can_see') {
  return (await reader.call(listLocationPeople, { params: { id }, query: { list, limit: 1000 } })).ok();
}

const kiosk = { name: 'Kiosk', address: '2 Pier', city: 'Kingston', state: 'NY', zip: '12401' };
const openStore = async ({ ada }: World) => (await ada.call(createLocation, { body: kiosk })).ok();

const namesOf = (people: ReachPerson[]) => people.map((person) => person.full_name);

test('the list is what the server really allows, for every person and store', async () => {
  const own = await startWorld();
  try {
    const { ada, stores } = own;
    const { millRoad, airport } = stores;
    const auditor = await ownRole(own, 'auditor', ['locations.all', 'audit.read']);
    const area = await ownRole(own, 'area', ['locations.all', 'locations.read']);
    const clerk = await ownRole(own, 'clerk', ['users.read']);
    const keys = await ownRole(own, 'keys', ['locations.read'], { requires_second_factor: true });
    const give = async ({ id }: Person, role_ids: string[]) =>
      (await ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
    const people = [
      ada,
      await own.person('Assigned Admin', ['admin'], [millRoad]),
      await own.person('Mill Manager', ['manager'], [millRoad]),
      await own.person('Airport Manager', ['manager'], [airport]),
      await own.person('Both Employee', ['employee', 'viewer'], [millRoad, airport]),
      await own.person('Storeless Viewer', ['viewer']),
      await own.person('Roleless Associate', [], [millRoad]),
      await own.person('Nobody Much'),
      await own.person('Idle Auditor'),
      await own.person('Auditing Employee', ['employee'], [airport]),
      await own.person('Area Lead'),
      await own.person('Store Clerk', [], [millRoad]),
      await own.person('Key Holder', [], [millRoad]),
      await own.person('Left Employee', ['employee'], [millRoad]),
      await own.person('Left Admin', ['admin']),
      await own.person('Back Again', ['viewer'], [airport]),
    ];
    const named = (name: string) =>
      people.find((person) => person.email.startsWith(name)) ?? expect.fail(`${name} is missing`);
    await give(named('idle.'), [auditor]);
    await give(named('auditing.'), [auditor, own.roleIds.employee]);
    await give(named('area.'), [area]);
    await give(named('store.'), [clerk]);
    await give(named('key.'), [keys]);
    const setActive = async (name: string, is_active: boolean) =>
      (await ada.call(updateUser, { params: { id: named(name).id }, body: { is_active } })).ok();
    await setActive('left.e', false);
    await setActive('left.a', false);
    // Never invited: there is no way to call as them.
    const unjoined = { email: 'new@northline.example', full_name: 'New Hire', location_ids: [millRoad.id] };
    (await ada.call(createUser, { body: unjoined })).ok();
    const gone = await own.person('Gone Employee', ['employee'], [millRoad]);
    (await ada.call(deleteUser, { params: { id: gone.id } })).ok();

    for (const { id } of [millRoad, airport]) {
      const allowed = await Promise.all(
        [...people, gone].map(async (person) => {
          const { status } = await person.call(getLocation, { params: { id } });
          return status === 200 ? [person.id] : [];
        }),
      );
      const listed = (await peopleOf(ada, id)).people;
      expect(listed.map((person) => person.id).sort()).toEqual(allowed.flat().sort());
      expect(listed.every((person) => person.obstacles.length === 0)).toBe(true);
    }

    const { people: kept } = await peopleOf(ada, millRoad.id, 'cannot_see');
    expect(kept.map((person) => [person.full_name, person.obstacles])).toEqual([
      ['Idle Auditor', ['no_role']],
      ['Key Holder', ['no_second_factor']],
      ['Left Admin', ['deactivated']],
      ['Left Employee', ['deactivated']],
      ['New Hire', ['not_joined', 'no_role']],
      ['Roleless Associate', ['no_role']],
      ['Store Clerk', ['no_role']],
    ]);
  } finally {
    await own.close();
  }
});

describe('an administrator', () => {
  test('reads why each person sees the store: who assigned them and when, or which role', async () => {
    const { id } = world.stores.airport;
    const eva = await world.person('Eva Employee', ['employee'], [world.stores.airport]);
    const { people, can_see, cannot_see, unnamed } = await peopleOf(world.ada, id);
    expect(namesOf(people)).toEqual(['Ada Owner', 'Eva Employee']);
    const [ada, employee] = people;
    expect(ada).toMatchObject({ assigned: null, all_stores_roles: ['admin'] });
    expect(employee).toMatchObject({
      id: eva.id,
      assigned: { by: 'Ada Owner', at: expect.stringMatching(/^\d{4}-.*Z$/) },
      all_stores_roles: [],
      roles: [{ name: 'employee' }],
      last_sign_in_at: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect({ can_see, cannot_see, unnamed }).toEqual({ can_see: 2, cannot_see: 0, unnamed: 0 });
  });

  test('reads who assigned somebody, by the name of then, also when the giver is deleted since', async () => {
    const store = await openStore(world);
    const giver = await world.person('Gil Giver', ['admin'], [store]);
    const { id: user_id } = await world.person('Rae Receiver', ['employee']);
    expect((await giver.call(assignPerson, { params: { id: store.id, user_id } })).status).toBe(204);
    const reader = await world.person('Max Manager', ['manager'], [store]);
    const giverSeenBy = async (client: Client) =>
      (await peopleOf(client, store.id)).people.find((one) => one.id === user_id)?.assigned?.by;
    expect([await giverSeenBy(world.ada), await giverSeenBy(reader)]).toEqual(['Gil Giver', 'Gil Giver']);

    expect((await world.ada.call(deleteUser, { params: { id: giver.id } })).status).toBe(204);
    expect(await giverSeenBy(world.ada)).toBe('Gil Giver');
    // Whether somebody who is gone was at the reader's stores is not known any more.
    expect(await giverSeenBy(reader)).toBeNull();
  });

  test('pages through a large store by name, and searches in it', async () => {
    const store = await openStore(world);
    for (let n = 0; n < 5; n += 1) await world.person(`Page ${n}`, ['employee'], [store]);
    const seen: (string | null)[] = [];
    for (let after: string | null = ''; after !== null; ) {
      const query: { limit: number; after?: string } = { limit: 2, ...(after && { after }) };
      const page = (await world.ada.call(listLocationPeople, { params: { id: store.id }, query })).ok();
      expect(page.total).toBe(6);
      seen.push(...namesOf(page.people));
      after = page.next;
    }
    expect(seen).toEqual(['Ada Owner', 'Page 0', 'Page 1', 'Page 2', 'Page 3', 'Page 4']);
    const query = { q: 'PAGE 3' };
    const found = (await world.ada.call(listLocationPeople, { params: { id: store.id }, query })).ok();
    expect(namesOf(found.people)).toEqual(['Page 3']);
    expect(found).toMatchObject({ total: 1, can_see: 6 });
  });

  test('assigns somebody from the store, and repeating it changes nothing', async () => {
    const store = await openStore(world);
    const { id: user_id } = await world.person('Amy Associate', ['employee']);
    const params = { id: store.id, user_id };
    for (let n = 0; n < 2; n += 1) (await world.ada.call(assignPerson, { params })).ok();
    const before = (await world.ada.call(getUserLocations, { params: { id: user_id } })).ok();
    expect(before.locations.map((location) => location.id)).toEqual([store.id]);
    (await world.ada.call(assignPerson, { params })).ok();
    expect((await world.ada.call(getUserLocations, { params: { id: user_id } })).ok()).toEqual(before);
  });

  test('takes somebody off the store, and repeating it is no error', async () => {
    const store = await openStore(world);
    const leaver = await world.person('Lou Leaver', ['employee'], [store, world.stores.airport]);
    const params = { id: store.id, user_id: leaver.id };
    for (let n = 0; n < 2; n += 1) expect((await world.ada.call(removePerson, { params })).status).toBe(204);
    expect((await leaver.call(getLocation, { params: { id: store.id } })).status).toBe(404);
    expect((await leaver.call(getLocation, { params: { id: world.stores.airport.id } })).status).toBe(200);
  });

  test('ends with one assignment when the same person is assigned many times at once', async () => {
    const store = await openStore(world);
    const { id: user_id } = await world.person('Ann Atonce', ['employee']);
    const params = { id: store.id, user_id };
    const replies = await Promise.all(
      Array.from({ length: 6 }, () => world.ada.call(assignPerson, { params })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(6).fill(204));
    expect((await peopleOf(world.ada, store.id)).can_see).toBe(2);
  });

  test('finds no store or person behind an unknown id', async () => {
    const { id } = world.stores.airport;
    const unknown = randomUUID();
    const assign = (id: string, user_id: string) => world.ada.call(assignPerson, { params: { id, user_id } });
    expect((await assign(unknown, world.ada.id)).problem().status).toBe(404);
    expect((await assign(id, unknown)).problem()).toMatchObject({
      status: 404,
      title: 'Failed to assign the person',
    });
    expect((await world.ada.call(removePerson, { params: { id, user_id: unknown } })).status).toBe(204);
    const after = { params: { id }, query: { after: unknown } };
    expect((await world.ada.call(listLocationPeople, after)).problem().status).toBe(400);
  });
});

describe('a manager', () => {
  test('learns how many people of the head office look in, not who they are', async () => {
    const own = await startWorld();
    try {
      const { millRoad, airport } = own.stores;
      const manager = await own.person('Mel Manager', ['manager'], [millRoad, airport]);
      await own.person('Bob Boss', ['admin'], [airport]);
      const left = await own.person('Lea Left', ['admin']);
      await own.ada.call(updateUser, { params: { id: left.id }, body: { is_active: false } });
      const seen = await peopleOf(manager, millRoad.id);
      // The one who shares another of the manager's stores is on their Users screen too.
      expect(namesOf(seen.people)).toEqual(['Bob Boss', 'Mel Manager']);
      expect(seen).toMatchObject({ can_see: 2, cannot_see: 0, unnamed: 1 });
      expect(seen.people.map((person) => person.assigned?.by)).toEqual([undefined, null]);
      const all = JSON.stringify([seen, await peopleOf(manager, millRoad.id, 'cannot_see')]);
      for (const hidden of [own.ada.id, own.ada.email, 'Ada Owner', left.id, 'Lea Left']) {
        expect(all).not.toContain(hidden);
      }
    } finally {
      await own.close();
    }
  });

  test('moves their own people between their own stores, and nobody else anywhere', async () => {
    const own = await startWorld();
    try {
      const { millRoad, airport } = own.stores;
      const second = await openStore(own);
      const manager = await own.person('Max Manager', ['manager'], [millRoad, second]);
      const associate = await own.person('Al Associate', ['employee'], [millRoad]);
      const foreign = await own.person('Fay Foreign', ['employee'], [airport]);
      const boss = await own.person('Bea Boss', ['admin'], [millRoad]);
      const put = (store: { id: string }, user_id: string) =>
        manager.call(assignPerson, { params: { id: store.id, user_id } });
      const remove = (store: { id: string }, user_id: string) =>
        manager.call(removePerson, { params: { id: store.id, user_id } });

      expect((await put(second, associate.id)).status).toBe(204);
      const listed = (await peopleOf(manager, second.id)).people.find((one) => one.id === associate.id);
      expect(listed?.assigned?.by).toBe('Max Manager');
      expect((await put(airport, associate.id)).problem().status).toBe(404);
      expect((await put(second, foreign.id)).problem().status).toBe(404);
      expect((await put(second, boss.id)).problem().status).toBe(403);
      expect((await remove(millRoad, boss.id)).problem().status).toBe(403);
      expect((await remove(airport, foreign.id)).problem().status).toBe(404);
      expect((await remove(millRoad, foreign.id)).status).toBe(204);
      expect(
        (await own.ada.call(getUserLocations, { params: { id: foreign.id } })).ok().locations,
      ).toHaveLength(1);
      for (const store of [second, millRoad, millRoad])
        expect((await remove(store, associate.id)).status).toBe(204);
      expect((await associate.call(getLocation, { params: { id: millRoad.id } })).status).toBe(404);
    } finally {
      await own.close();
    }
  });

  test('finds another store and an unknown one alike', async () => {
    const manager = await world.person('Mo Manager', ['manager'], [world.stores.millRoad]);
    const { id: user_id } = await world.person('Flo Foreign', ['employee'], [world.stores.airport]);
    const answers = async (id: string) => {
      const replies = [
        await manager.call(listLocationPeople, { params: { id }, query: {} }),
        await manager.call(assignPerson, { params: { id, user_id } }),
        await manager.call(removePerson, { params: { id, user_id } }),
      ];
      return replies.map((reply) => ({ ...reply.problem(), request_id: '' }));
    };
    const foreign = await answers(world.stores.airport.id);
    expect(foreign).toEqual(await answers(randomUUID()));
    expect(foreign.map((problem) => problem.status)).toEqual([404, 404, 404]);
  });
});

test('employees and viewers read the list and change nothing; without a role or a session nothing is told', async () => {
  const { id } = world.stores.millRoad;
  const viewer = await world.person('Vic Viewer', ['viewer', 'employee'], [world.stores.millRoad]);
  const nobodyMuch = await world.person('Noa Norole', [], [world.stores.millRoad]);
  expect(namesOf((await peopleOf(viewer, id)).people)).toContain('Vic Viewer');
  const { people } = await peopleOf(viewer, id, 'cannot_see');
  expect(people).toMatchObject([{ full_name: 'Noa Norole', obstacles: ['no_role'] }]);
  const params = { id, user_id: viewer.id };
  for (const [client, status] of [
    [viewer, 403],
    [nobodyMuch, 403],
    [world.nobody, 401],
  ] as const) {
    expect((await client.call(assignPerson, { params })).status).toBe(status);
    expect((await client.call(removePerson, { params })).status).toBe(status);
  }
  expect((await nobodyMuch.call(listLocationPeople, { params: { id }, query: {} })).status).toBe(403);
  expect((await world.nobody.call(listLocationPeople, { params: { id }, query: {} })).status).toBe(401);
});

test('where access is not enforced, the list says that everybody reaches the store', async () => {
  const open = await startWorld({ env: { ACCESS_POLICY: 'open' } });
  try {
    const stranger = await open.person('Sue Stranger');
    expect((await peopleOf(stranger, open.stores.millRoad.id)).is_open_to_all).toBe(true);
  } finally {
    await open.close();
  }
});
