import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Permission } from '../../../contract/access/permissions.ts';
import { getLocationAccessOn, getUserAccessOn } from '../../../contract/access-on.ts';
import { createDistrict, deleteDistrict, moveLocation, updateDistrict } from '../../../contract/districts.ts';
import { dayAt, instantOf } from '../../../contract/fields/zone-clock.ts';
import { assignUser, listLocationUsers, removeUser } from '../../../contract/location-access.ts';
import { createLocation, deleteLocation } from '../../../contract/locations.ts';
import { createRole, deleteRole, updateRole } from '../../../contract/roles.ts';
import {
  createUser,
  deleteUser,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { type Client, createClient } from '../../testing/requests/client.ts';
import { chooserOf, seededRandom, testSeed } from '../../testing/worlds/seeded-random.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { airport, startWorld, type World } from '../../testing/worlds/world.ts';

const zone = 'America/New_York';
const minuteMs = 60_000;

let clock = Date.parse('2026-10-28T15:00:00.000Z');
let world: World;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(clock), env: { TIME_ZONE: zone } });
});
afterAll(() => world.close());

interface Grant {
  by: string;
  at: string;
}

interface Role {
  id: string;
  name: string;
  permissions: Permission[];
  requiresFactor: boolean;
}

interface District {
  id: string;
  name: string;
}

interface PastUser {
  id: string;
  name: string;
  isActive: boolean;
  hasJoined: boolean;
  roles: Map<Role, Grant>;
  locations: Map<string, Grant>;
  districts: Map<District, Grant>;
}

/** The plain model: what is true now, and what was true from each moment on. */
class Model {
  users: PastUser[] = [];
  roles: Role[] = [];
  districts: District[] = [];
  /** Each with its district. */
  locations = new Map<string, District | null>();
  private moments: { at: string; facts: Map<string, Grant> }[] = [];

  record() {
    const facts = new Map<string, Grant>();
    for (const user of this.users) {
      const held = [...user.roles.keys()];
      const may = (permission: Permission) => held.some((role) => role.permissions.includes(permission));
      const sees = user.isActive && user.hasJoined && may('locations.read');
      if (!sees || held.some((role) => role.requiresFactor)) continue;
      for (const [role, grant] of user.roles) {
        if (!role.permissions.includes('locations.all')) continue;
        for (const id of this.locations.keys())
          facts.set([user.id, id, 'all_locations', role.name].join('|'), grant);
      }
      for (const [id, district] of this.locations) {
        const grant = district && user.districts.get(district);
        if (grant) facts.set([user.id, id, 'district', district.name].join('|'), grant);
      }
      for (const [id, grant] of user.locations) facts.set([user.id, id, 'assigned', ''].join('|'), grant);
    }
    this.moments.push({ at: new Date(clock).toISOString(), facts });
  }

  /** Each fact of the day with who granted it last, and from and until when it was true. */
  onDay(day: string) {
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const start = instantOf(day, '00:00', zone).toISOString();
    const now = new Date(clock).toISOString();
    const isToday = day === dayAt(new Date(clock), zone);
    const end = isToday ? now : instantOf(next, '00:00', zone).toISOString();
    const found = new Map<string, Grant & { from: string | null; until: string | null }>();
    for (const [index, { at, facts }] of this.moments.entries()) {
      const following = this.moments[index + 1]?.at;
      const until = following !== undefined && following < end ? following : end;
      if ((following !== undefined && following <= start) || at > end || (at === end && !isToday)) continue;
      for (const [fact, grant] of facts) {
        const known = found.get(fact);
        const from = known ? known.from : at > start ? at : null;
        found.set(fact, { ...grant, from, until: until < end ? until : null });
      }
    }
    return found;
  }
}

const model = new Model();
const choose = chooserOf(seededRandom(testSeed() + 36));
let actors: { name: string; client: Client }[];
let named = 0;

const at = () => new Date(clock).toISOString();
const grantBy = (actor: { name: string }): Grant => ({ by: actor.name, at: at() });

async function join(person: PastUser) {
  const email = `${person.name.toLowerCase().replace(' ', '.')}@northline.example`;
  if (!person.hasJoined) await signInAs(world.app, { id: person.id, email });
  person.hasJoined = true;
}

async function act(actor: (typeof actors)[number]) {
  const { client } = actor;
  const others = model.users.filter(({ name }) => !name.endsWith('Owner'));
  const places = [...model.locations.keys()];
  const own = model.roles.filter(({ name }) => !['admin', 'manager', 'employee', 'viewer'].includes(name));
  const person = others.length > 0 ? choose.oneOf(others) : null;
  const n = choose.between(0, 30);
  if (!person || (n < 3 && others.length < 12)) {
    const name = `User ${named++}`;
    const location_ids = choose.some(places, choose.between(0, 2));
    const is_active = choose.chance(0.9);
    const email = `${name.toLowerCase().replace(' ', '.')}@northline.example`;
    const body = { email, full_name: name, is_active, location_ids };
    const { id } = (await client.call(createUser, { body })).ok();
    const locations = new Map(location_ids.map((id) => [id, grantBy(actor)]));
    model.users.push({
      id,
      name,
      isActive: is_active,
      hasJoined: false,
      roles: new Map(),
      locations,
      districts: new Map(),
    });
  } else if (n < 7) {
    const chosen = choose.some(model.roles, choose.between(0, 2));
    const params = { id: person.id };
    (await client.call(replaceUserRoles, { params, body: { role_ids: chosen.map(({ id }) => id) } })).ok();
    person.roles = new Map(chosen.map((role) => [role, person.roles.get(role) ?? grantBy(actor)]));
  } else if (n < 11) {
    const chosen = choose.some(places, choose.between(0, 3));
    const given = choose.chance(0.5) ? choose.some(model.districts, choose.between(0, 2)) : null;
    const params = { id: person.id };
    const district_ids = given?.map(({ id }) => id);
    const body = { location_ids: chosen, ...(district_ids && { district_ids }) };
    (await client.call(replaceUserLocations, { params, body })).ok();
    if (given)
      person.districts = new Map(given.map((one) => [one, person.districts.get(one) ?? grantBy(actor)]));
    person.locations = new Map(chosen.map((id) => [id, person.locations.get(id) ?? grantBy(actor)]));
  } else if (n < 13) {
    const id = choose.oneOf(places);
    const params = { id, user_id: person.id };
    const isAssigned = person.locations.has(id);
    const district = model.locations.get(id);
    if (!isAssigned && district && person.districts.has(district) && choose.chance(0.5)) return;
    (await client.call(isAssigned ? removeUser : assignUser, { params })).ok();
    if (isAssigned) person.locations.delete(id);
    else person.locations.set(id, grantBy(actor));
  } else if (n < 16) {
    const body = { is_active: !person.isActive, ...(choose.chance(0.5) && { phone: `555-01${named++}` }) };
    (await client.call(updateUser, { params: { id: person.id }, body })).ok();
    person.isActive = !person.isActive;
  } else if (n < 17) {
    (await client.call(deleteUser, { params: { id: person.id } })).ok();
    model.users = model.users.filter((user) => user !== person);
  } else if (n < 18 && own.length < 4) {
    const permissions: Permission[] = choose.some(['locations.read', 'locations.all', 'users.read'], 2);
    const body = { name: `Role ${named++}`, permissions };
    const { id } = (await client.call(createRole, { body })).ok();
    model.roles.push({ id, ...body, requiresFactor: false });
  } else if (n < 21 && own.length > 0) {
    const role = choose.oneOf(own);
    const permissions: Permission[] = choose.some(['locations.read', 'locations.all', 'users.read'], 2);
    const name = choose.chance(0.4) ? `Role ${named++}` : role.name;
    const requires_second_factor = choose.chance(0.2);
    const body = { permissions, name, requires_second_factor };
    (await client.call(updateRole, { params: { id: role.id }, body })).ok();
    Object.assign(role, { permissions, name, requiresFactor: requires_second_factor });
  } else if (n < 22 && own.length > 0) {
    const role = choose.oneOf(own);
    (await client.call(deleteRole, { params: { id: role.id } })).ok();
    model.roles = model.roles.filter((one) => one !== role);
    for (const user of model.users) user.roles.delete(role);
  } else if (n < 23 && places.length > 2) {
    const id = choose.oneOf(places.slice(2));
    (await client.call(deleteLocation, { params: { id } })).ok();
    model.locations.delete(id);
    for (const user of model.users) user.locations.delete(id);
  } else if (n < 25 && model.districts.length < 3) {
    const name = `District ${named++}`;
    const { id } = (await client.call(createDistrict, { body: { name } })).ok();
    model.districts.push({ id, name });
  } else if (n < 28 && model.districts.length > 0) {
    const id = choose.oneOf(places);
    const district = choose.oneOf([null, ...model.districts]);
    const body = { district_id: district?.id ?? null };
    (await client.call(moveLocation, { params: { id }, body })).ok();
    model.locations.set(id, district);
  } else if (n < 29 && model.districts.length > 0) {
    const district = choose.oneOf(model.districts);
    const isEmpty = ![...model.locations.values()].includes(district);
    const params = { id: district.id };
    if (isEmpty) {
      (await client.call(deleteDistrict, { params })).ok();
      model.districts = model.districts.filter((one) => one !== district);
      for (const user of model.users) user.districts.delete(district);
    } else {
      const name = `District ${named++}`;
      (await client.call(updateDistrict, { params, body: { name } })).ok();
      district.name = name;
    }
  } else if (places.length < 5) {
    const name = `Place ${named++}`;
    const district = choose.chance(0.5) ? null : (choose.some(model.districts, 1)[0] ?? null);
    const body = { ...airport, name, district_id: district?.id ?? null };
    const { id } = (await client.call(createLocation, { body })).ok();
    model.locations.set(id, district);
  } else await join(person);
  if (choose.chance(0.5) && person) await join(person);
}

async function signIn() {
  const names = ['Ada Owner', 'Bea Owner'];
  const owners = names.flatMap((name) => model.users.filter((user) => user.name === name));
  actors = await Promise.all(
    owners.map(async ({ id, name }) => {
      const token = await signInAs(world.app, {
        id,
        email: `${name.slice(0, 3).toLowerCase()}@northline.example`,
      });
      return { name, client: createClient(world.url, token) };
    }),
  );
}

async function begin() {
  const { ada, roleIds, locations } = world;
  for (const { id } of Object.values(locations)) model.locations.set(id, null);
  const builtIn: Record<keyof World['roleIds'], Permission[]> = {
    admin: ['locations.read', 'locations.all'],
    manager: ['locations.read'],
    employee: ['locations.read'],
    viewer: ['locations.read'],
  };
  for (const [name, id] of Object.entries(roleIds)) {
    const permissions = builtIn[name as keyof World['roleIds']];
    model.roles.push({ id, name, permissions, requiresFactor: false });
  }
  const bea = await world.newUser('Bea Owner', ['admin']);
  const [admin] = model.roles.filter(({ name }) => name === 'admin');
  if (!admin) throw new Error('There is no role admin');
  const owner = (id: string, name: string, by: string): PastUser => {
    const roles = new Map([[admin, { by, at: at() }]]);
    return { id, name, isActive: true, hasJoined: true, roles, locations: new Map(), districts: new Map() };
  };
  model.users.push(owner(ada.id, 'Ada Owner', 'the system'), owner(bea.id, 'Bea Owner', 'Ada Owner'));
}

test('access on each day is what a plain model recorded on it, and today that of the access list', async () => {
  await begin();
  model.record();
  const first = dayAt(new Date(clock), zone);
  for (let acts = 0; acts < 110; acts++) {
    // Some days have many acts, and some none.
    clock += choose.chance(0.15) ? choose.between(1, 40) * 60 * minuteMs : choose.between(1, 50) * minuteMs;
    await signIn();
    await act(choose.oneOf(actors));
    model.record();
  }
  clock += minuteMs;
  await signIn();
  const today = dayAt(new Date(clock), zone);
  const [{ client } = expect.fail('Nobody is signed in')] = actors;
  const days: string[] = [];
  for (let ms = Date.parse(first); ms <= Date.parse(today); ms += 86_400_000)
    days.push(new Date(ms).toISOString().slice(0, 10));
  expect(days.length).toBeGreaterThan(8);
  let compared = 0;
  for (const day of days) {
    const expected = model.onDay(day);
    for (const id of model.locations.keys()) {
      const found = (await client.call(getLocationAccessOn, { params: { id }, query: { day } })).ok();
      expect(found.not_undone).toEqual([]);
      const facts = found.rows.flatMap((user) =>
        user.reasons.map(({ why, through, granted, from, until }) => [
          [user.id, id, why, through ?? ''].join('|'),
          { ...granted, from, until },
        ]),
      );
      const ofLocation = [...expected].filter(([fact]) => fact.split('|')[1] === id);
      expect([day, Object.fromEntries(facts)]).toEqual([day, Object.fromEntries(ofLocation)]);
      compared += facts.length;
    }
    for (const { id } of choose.some(model.users, 4)) {
      const found = (await client.call(getUserAccessOn, { params: { id }, query: { day } })).ok();
      expect(found.not_undone).toEqual([]);
      const own = [...expected.keys()].filter((fact) => fact.startsWith(id));
      const isAll = (fact: string) => fact.includes('|all_locations|');
      const roles = new Set(own.filter(isAll).map((fact) => fact.split('|')[3]));
      const isWhole = ({ id, is_deleted }: (typeof found.rows)[number]) => id === null && !is_deleted;
      const everywhere = found.rows.filter(isWhole);
      const there = found.rows.filter((row) => !isWhole(row));
      const through = everywhere.flatMap(({ reasons }) => reasons.map((reason) => reason.through));
      expect([day, through.sort()]).toEqual([day, [...roles].sort()]);
      const facts = there.flatMap((location) =>
        location.reasons.map((reason) => [location.id ?? location.name, reason.why].join('|')),
      );
      const gone = (fact: string) => !model.locations.has(fact.split('|')[1] ?? '');
      const seen = own
        .filter((fact) => !isAll(fact) && !gone(fact))
        .map((fact) => fact.split('|').slice(1, 3).join('|'));
      expect([day, facts.filter((fact) => !fact.startsWith('Place')).sort()]).toEqual([day, seen.sort()]);
      expect(facts.length).toBe(own.filter((fact) => !isAll(fact)).length);
    }
  }
  expect(compared).toBeGreaterThan(80);
  for (const id of model.locations.keys()) {
    const now = (await client.call(listLocationUsers, { params: { id }, query: { limit: 1000 } })).ok();
    const seeing = [...model.onDay(today)].filter(
      ([fact, { until }]) => fact.split('|')[1] === id && until === null,
    );
    expect(new Set(seeing.map(([fact]) => fact.split('|')[0]))).toEqual(
      new Set(now.users.map((user) => user.id)),
    );
  }
}, 300_000);
