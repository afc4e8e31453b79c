import {
  allPermissions,
  builtInRoles,
  type Permission,
  tokenPermissions,
} from '../../../contract/access/permissions.ts';
import {
  type Cover,
  type District,
  type Location,
  minuteOf,
  type Role,
  reachable,
  type Token,
  type User,
  type World,
  withLocations,
} from './model-world.ts';
import type { Chooser } from './seeded-random.ts';

/**
 * A chain of 5 to 40 users and 1 to 30 locations in 1 to 4 districts, with the odd cases on purpose: closed locations, users without a role
 * or location, with two roles, deactivated, at every location; an administrator who is the last one; roles with more
 * than their holder's colleagues have, with access to all locations, or that require a second factor; locations that were
 * moved, districts that were taken, covers that follow each other, were moved or ended.
 */
export function randomWorld(choose: Chooser): World {
  const { between, chance, oneOf, some, uuid } = choose;
  const districts: District[] = listOf(between(1, 4), () => ({ id: uuid(), manager: null }));
  const aDistrict = () => (chance(0.4) ? null : oneOf(districts).id);
  const locations = listOf(between(1, chance(0.3) ? 30 : 8), () => {
    const district = aDistrict();
    return { id: uuid(), is_closed: chance(0.2), district, was: chance(0.7) ? district : aDistrict() };
  });
  const roles: Role[] = builtInRoles.map(({ name, permissions }) => ({
    ...{ id: uuid(), name, permissions: [...permissions] },
    requires_factor: chance(0.1),
  }));
  roles.push(...listOf(between(1, 5), (n) => randomRole(choose, n)));
  const users = listOf(between(5, chance(0.3) ? 40 : 15), () =>
    randomUser(choose, roles, locations, districts),
  );
  for (const district of districts) if (chance(0.6)) district.manager = oneOf(users).id;
  makeAdministrators(choose, users, roles);
  const owner = () => oneOf(users).id;
  return withLocations({
    ...{ locations, roles, users, districts, covers: randomCovers(choose, users, locations, roles) },
    entries: listOf(between(3, 20), () => ({
      id: uuid(),
      locations: some(locations, between(0, 2)).map(({ id }) => id),
    })),
    views: listOf(between(2, 8), () => ({
      ...{ id: uuid(), owner: owner() },
      ...{ list: oneOf(['users', 'locations'] as const), is_shared: chance(0.5) },
    })),
    runs: listOf(between(1, 4), () => ({ id: uuid(), owner: owner() })),
    tokens: users.flatMap((user) =>
      listOf(oneOf([0, 0, 1, 2]), () => randomToken(choose, user, locations, districts)),
    ),
  });
}

/** Often one of an owner who has less than it was given, or of locations that are not theirs any more. */
function randomToken(
  { between, chance, oneOf, some, uuid }: Chooser,
  { id: owner }: User,
  locations: Location[],
  districts: District[],
): Token {
  const scope = oneOf(['all', 'locations', 'districts'] as const);
  const among = scope === 'districts' ? districts : locations;
  const isAnywhere = chance(0.7);
  const permissions = chance(0.5)
    ? [...tokenPermissions]
    : (['users.read', 'locations.read', ...some(tokenPermissions, between(0, 8))] as const);
  return {
    ...{ id: uuid(), owner, scope, is_ended: chance(0.05), permissions: [...new Set(permissions)] },
    networks: isAnywhere ? [] : some(Object.keys(reachable), between(1, 2)),
    expires_at: chance(0.8) ? '2100-01-01T00:00:00.000Z' : minuteOf(between(-5, 50)),
    places: scope === 'all' ? [] : some<{ id: string }>(among, between(0, 3)).map(({ id }) => id),
  };
}

function listOf<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

type RoleKind = 'some' | 'all' | 'all but one' | 'all here' | 'manager but one';

/**
 * Most have the permissions to read, so that there is something to find out. Some have all permissions, or those of a
 * manager, but one: a rule that forgets a permission is found only by an actor who lacks just that one.
 */
function randomRole({ between, chance, oneOf, some, uuid }: Chooser, n: number): Role {
  const reading: Permission[] = ['users.read', 'locations.read', 'roles.read'];
  const kind = oneOf<RoleKind>(['some', 'some', 'some', 'all', 'all but one', 'all here', 'manager but one']);
  const manager: readonly Permission[] = builtInRoles[1].permissions;
  const base = {
    some: [...(chance(0.8) ? reading : []), ...some(allPermissions, between(1, 10))],
    all: allPermissions,
    'all but one': some(allPermissions, allPermissions.length - 1),
    'all here': allPermissions.filter((permission) => permission !== 'locations.all'),
    'manager but one': some(manager, manager.length - 1),
  }[kind];
  return {
    ...{ id: uuid(), name: `Own role ${n}`, permissions: [...new Set(base)] },
    requires_factor: chance(0.15),
  };
}

function randomUser(choose: Chooser, roles: Role[], locations: Location[], districts: District[]): User {
  const { chance, oneOf, some, uuid } = choose;
  const usual = roles.filter((role) => role.name !== 'admin');
  const is_active = chance(0.85);
  const can_sign_in = chance(0.85);
  const has_factor = can_sign_in && chance(0.3);
  const working = has_factor && chance(0.2) ? 'unproven' : 'live';
  const session = !can_sign_in ? 'none' : is_active && chance(0.95) ? working : 'ended';
  const count = oneOf([0, 1, 1, 1, 2, 3]);
  const someDistricts = () => some(districts, oneOf([0, 0, 0, 1, 1, 2])).map(({ id }) => id);
  const held = someDistricts();
  const someRoles = () => some(usual, oneOf([0, 1, 1, 1, 1, 2, 3])).map(({ id }) => id);
  const now = someRoles();
  return {
    ...{ id: uuid(), is_active, can_sign_in, has_factor, session, session_id: uuid() },
    is_invited: !can_sign_in && is_active && chance(0.5),
    roles: now,
    held: chance(0.7) ? now : someRoles(),
    assigned: (chance(0.05) ? locations : some(locations, count)).map(({ id }) => id),
    districts: held,
    had: chance(0.7) ? held : someDistricts(),
    locations: [],
  };
}

/** Gives access, but not everywhere. */
export function isGiver({ roles: held }: User, roles: readonly Role[]): boolean {
  const own = roles.filter(({ id }) => held.includes(id)).flatMap(({ permissions }) => permissions);
  return own.includes('users.assign_locations') && !own.includes('locations.all');
}

/** In the hour around noon, some right after another one; many of users who give access themselves, but not everywhere. */
function randomCovers(
  { between, chance, oneOf, some, uuid }: Chooser,
  users: User[],
  locations: Location[],
  roles: Role[],
): Cover[] {
  const givers = users.filter((user) => user.session === 'live' && isGiver(user, roles));
  const covers: Cover[] = [];
  for (const user of new Set([...some(givers, 3), ...some(users, between(1, 5))])) {
    const elsewhere = locations.filter(({ id }) => !user.assigned.includes(id));
    const location = oneOf(elsewhere.length > 0 && chance(0.8) ? elsewhere : locations).id;
    let start = between(-20, 15);
    for (let n = chance(0.2) ? 2 : 1; n > 0; n--) {
      const end = start + between(1, 40);
      covers.push({
        ...{ id: uuid(), user: user.id, location, starts_at: minuteOf(start), ends_at: minuteOf(end) },
        was_until: minuteOf(chance(0.6) ? end : start + between(1, 40)),
        ended: chance(0.2) ? { by: chance(0.7) ? oneOf(users).id : null } : null,
      });
      start = end;
    }
  }
  return covers;
}

/** At least one who can sign in, as on every real system. Half of the chains have no second one. */
function makeAdministrators({ chance, some }: Chooser, users: User[], roles: Role[]): void {
  const admin = roles.find((role) => role.name === 'admin')?.id ?? '';
  const [first, second, third] = some(users, 3);
  if (first) {
    const roles = [...new Set([...first.roles, admin])];
    Object.assign(first, { roles, is_active: true, can_sign_in: true, is_invited: false, session: 'live' });
  }
  // A second one counts only when active and able to sign in.
  if (second && chance(0.5)) second.roles = [...second.roles, admin];
  if (third && chance(0.2)) third.roles = [...third.roles, admin];
}
