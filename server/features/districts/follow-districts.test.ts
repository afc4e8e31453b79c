import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDistrict, deleteDistrict, moveLocation } from '../../../contract/districts.ts';
import { assignUser, removeUser } from '../../../contract/location-access.ts';
import { createLocation, deleteLocation } from '../../../contract/locations.ts';
import { createUser, replaceUserLocations } from '../../../contract/users.ts';
import { chooserOf, seededRandom, testSeed } from '../../testing/worlds/seeded-random.ts';
import { millRoad, startWorld, type World } from '../../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  // On a busy machine, changes that wait for each other must not time out.
  const patient = { DATABASE_LOCK_TIMEOUT_SECONDS: '60', DATABASE_QUERY_TIMEOUT_SECONDS: '60' };
  world = await startWorld({ env: { ...patient, DATABASE_CONNECT_TIMEOUT_SECONDS: '60' } });
});
afterAll(() => world.close());

interface Place {
  district: string | null;
}
interface Holder {
  assigned: Set<string>;
  districts: Set<string>;
}
interface Chain {
  users: Map<string, Holder>;
  locations: Map<string, Place>;
  districts: Set<string>;
}

let made = 0;
const newUser = async () => {
  const body = { email: `u${made++}@northline.example`, full_name: `User ${made}` };
  return (await world.ada.call(createUser, { body })).ok().id;
};
const newDistrict = async () =>
  (await world.ada.call(createDistrict, { body: { name: `District ${made++}` } })).ok().id;
const newLocation = async (district_id: string | null) => {
  const body = { ...millRoad, name: `Store ${made++}`, district_id };
  return (await world.ada.call(createLocation, { body })).ok().id;
};
const times = async <T>(count: number, make: () => Promise<T>) => {
  const all: T[] = [];
  for (let n = 0; n < count; n++) all.push(await make());
  return all;
};

/** 'user location assigned', in order. */
const lineOf = (user: string, location: string, isAssigned: boolean) => `${user} ${location} ${isAssigned}`;

/** What users see, found one by one. */
function unionOf({ users, locations }: Chain): string[] {
  const lines: string[] = [];
  for (const [user, { assigned, districts }] of users) {
    for (const [location, { district }] of locations) {
      const isThrough = district !== null && districts.has(district);
      if (assigned.has(location) || isThrough) lines.push(lineOf(user, location, assigned.has(location)));
    }
  }
  return lines.sort();
}

async function stored(): Promise<string[]> {
  const { read } = world.app.database;
  const rows = await read.selectFrom('user_locations').selectAll().execute();
  return rows.map((row) => lineOf(row.user_id, row.location_id, Boolean(row.is_assigned))).sort();
}

/** As the other tables have it. */
async function storedChain(): Promise<Chain> {
  const { read } = world.app.database;
  const users = new Map<string, Holder>();
  const holder = (id: string) => {
    const known = users.get(id) ?? { assigned: new Set(), districts: new Set() };
    users.set(id, known);
    return known;
  };
  for (const row of await read.selectFrom('user_districts').selectAll().execute())
    holder(row.user_id).districts.add(row.district_id);
  for (const row of await read.selectFrom('user_locations').selectAll().execute())
    if (row.is_assigned) holder(row.user_id).assigned.add(row.location_id);
  const places = await read.selectFrom('locations').select(['id', 'district_id']).execute();
  const locations = new Map(places.map(({ id, district_id }) => [id, { district: district_id }]));
  return { users, locations, districts: new Set() };
}

test('after random acts each user has the union of their assignments and districts', async () => {
  const { oneOf, chance, some, between } = chooserOf(seededRandom(testSeed()));
  const chain: Chain = {
    users: new Map(
      (await times(5, newUser)).map((id) => [id, { assigned: new Set(), districts: new Set() }]),
    ),
    locations: new Map(),
    districts: new Set(await times(3, newDistrict)),
  };
  for (const { id } of Object.values(world.locations)) chain.locations.set(id, { district: null });
  const aUser = () => oneOf([...chain.users]);
  const aLocation = () => oneOf([...chain.locations]);
  const aDistrict = () => (chance(0.2) ? null : oneOf([...chain.districts]));

  const acts: Record<string, () => Promise<void>> = {
    async replace() {
      const [id, user] = aUser();
      const location_ids = some([...chain.locations.keys()], between(0, 3));
      const district_ids = chance(0.6) ? some([...chain.districts], between(0, 2)) : undefined;
      const body = { location_ids, ...(district_ids && { district_ids }) };
      (await world.ada.call(replaceUserLocations, { params: { id }, body })).ok();
      user.assigned = new Set(location_ids);
      if (district_ids) user.districts = new Set(district_ids);
    },
    async assign() {
      const [[user_id, user], [id]] = [aUser(), aLocation()];
      (await world.ada.call(assignUser, { params: { id, user_id } })).ok();
      user.assigned.add(id);
    },
    async unassign() {
      const [[user_id, user], [id, { district }]] = [aUser(), aLocation()];
      const { status } = await world.ada.call(removeUser, { params: { id, user_id } });
      const isThroughOnly = district !== null && user.districts.has(district) && !user.assigned.has(id);
      expect(status).toBe(isThroughOnly ? 409 : 204);
      user.assigned.delete(id);
    },
    async move() {
      const [[id, place], district_id] = [aLocation(), aDistrict()];
      (await world.ada.call(moveLocation, { params: { id }, body: { district_id } })).ok();
      place.district = district_id;
    },
    async open() {
      const district = aDistrict();
      chain.locations.set(await newLocation(district), { district });
    },
    async remove() {
      if (chain.locations.size < 4) return;
      const [id] = aLocation();
      (await world.ada.call(deleteLocation, { params: { id } })).ok();
      chain.locations.delete(id);
      for (const user of chain.users.values()) user.assigned.delete(id);
    },
    async exchangeDistrict() {
      const id = oneOf([...chain.districts]);
      const isUsed = [...chain.locations.values()].some(({ district }) => district === id);
      const { status } = await world.ada.call(deleteDistrict, { params: { id } });
      expect(status).toBe(isUsed ? 409 : 204);
      if (isUsed) return;
      chain.districts.delete(id);
      for (const user of chain.users.values()) user.districts.delete(id);
      chain.districts.add(await newDistrict());
    },
  };
  for (let n = 0; n < 150; n++) {
    const name = oneOf(Object.keys(acts));
    await acts[name]?.();
    expect(await stored(), `TEST_SEED=${testSeed()}, act ${n}: ${name}`).toEqual(unionOf(chain));
  }
});

test('moves, grants and assignments at the same moment leave nothing behind', async () => {
  const districts = await times(2, newDistrict);
  const places = await times(3, () => newLocation(districts[0] ?? null));
  const users = await times(6, newUser);
  const [first = '', second = ''] = districts;
  const answers = await Promise.all([
    ...Array.from({ length: 24 }, (_, n) => {
      const params = { id: places[n % 3] ?? '' };
      const district_id = [first, second, null][(n >> 1) % 3] ?? null;
      return world.ada.call(moveLocation, { params, body: { district_id } });
    }),
    ...Array.from({ length: 36 }, (_, n) => {
      const body = {
        location_ids: n % 3 === 0 ? places.slice(0, 1 + (n % 2)) : [],
        district_ids: [[first], [second], [first, second], []][n % 4] ?? [],
      };
      return world.ada.call(replaceUserLocations, { params: { id: users[n % 6] ?? '' }, body });
    }),
    ...Array.from({ length: 24 }, (_, n) => {
      const params = { id: places[n % 3] ?? '', user_id: users[(n >> 2) % 6] ?? '' };
      return world.ada.call(n % 2 ? assignUser : removeUser, { params });
    }),
  ]);
  // Moved at the same moment, or seen through a district only.
  for (const answer of answers) expect([200, 204, 409]).toContain(answer.status);
  expect(await stored()).toEqual(unionOf(await storedChain()));
});
