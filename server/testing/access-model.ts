import { allPermissions, builtInRoles, type Permission } from '../../contract/access/permissions.ts';
import { type ProblemCode, problemStatus } from '../../contract/http/errors.ts';
import type { Answer, Ask, Body, Cover, Location, Role, Token, User, World } from './worlds/model-world.ts';
import { aTime, heldBy, reachable } from './worlds/model-world.ts';

/**
 * The rules of access, written a second time: from the specification, the decisions and the documents, without SQL
 * and not from the server's code. Read it from top to bottom. `access-model.test.ts` asks the real server the same
 * questions, in random worlds, and finds every difference (decision 91).
 */
function refuse(refusal: ProblemCode): never {
  throw Object.assign(new Error(refusal), { refusal });
}
/** What users may do, from their roles. Several roles add up. */
const rolesOf = (world: World, user: User) => world.roles.filter(({ id }) => user.roles.includes(id));
const allowed = (roles: Role[]) => new Set(roles.flatMap((role) => role.permissions));
const permissionsOf = (world: World, user: User) => allowed(rolesOf(world, user));
const hasAll = (held: Set<Permission>, all: Iterable<Permission>) => [...all].every((one) => held.has(one));
const isA = (world: World, user: User, name: string) => rolesOf(world, user).some((one) => one.name === name);
const isUnbound = (world: World, user: User) => permissionsOf(world, user).has('locations.all');
const asksForFactor = (roles: Role[]) => roles.some((role) => role.requires_factor);
const lacksFactor = (world: World, user: User) => !user.has_factor && asksForFactor(rolesOf(world, user));
/** One administrator who is active and can sign in always remains. */
const isLastAdmin = (world: World, user: User) => {
  const counts = (one: User) => one.is_active && one.can_sign_in && isA(world, one, 'admin');
  return counts(user) && world.users.filter(counts).length === 1;
};
function find<T extends { id: string }>(rows: T[], id: string): T {
  return rows.find((row) => row.id === id) ?? refuse('not_found');
}
/** A clock decides, and once somebody has ended it, no clock. */
const isOver = ({ ends_at, ended }: Cover, at: string) => ended !== null || at >= ends_at;
const isOn = (cover: Cover, at: string) => cover.starts_at <= at && !isOver(cover, at);
/** A token may what it was given, if its owner may; all locations follow from its scope. */
function withToken(held: Set<Permission>, { permissions, scope }: Token) {
  const isGiven = (one: Permission) =>
    one === 'locations.all' ? scope === 'all' : permissions.includes(one);
  return new Set([...held].filter(isGiven));
}
const works = ({ is_ended, expires_at, networks }: Token, { at, from }: Ask) =>
  !is_ended &&
  at < expires_at &&
  (networks.length === 0 || networks.some((one) => reachable[one]?.includes(from)));
const isPlaceOf = ({ locations }: World, token: Token | null, id: string) =>
  !token || token.places.includes(id) || token.places.includes(find(locations, id).district ?? '');
/** Nobody opens an account or a session, gives permissions or reads what is a user's own with a token. */
const kept = /^(signed_in|roles\.manage|mail\.read|users\.sessions|users\.reset_factor|sso\.\w+)$/;
const ofTokens = /^(GET|POST) \/api\/(dashboard|dashboard\/attention|runs.*)$/;
/** The world as one actor sees it at a moment. A row out of sight is not found, whatever is asked about it. */
function eyesOf(world: World, me: User, token: Token | null, at: string) {
  const held = token ? withToken(permissionsOf(world, me), token) : permissionsOf(world, me);
  const has = (permission: Permission) => held.has(permission);
  const everywhere = has('locations.all');
  /** A narrowed token looks among all locations for an owner who has all. */
  const narrow = token && token.scope !== 'all' ? token : null;
  const isAll = narrow !== null && isUnbound(world, me);
  const among = (some: string[]) =>
    (isAll ? ids(world.locations) : some).filter((location) => isPlaceOf(world, narrow, location));
  const covered = (user: User) =>
    world.covers.filter((one) => one.user === user.id && isOn(one, at)).map(({ location }) => location);
  const [own, seen] = [among(me.locations), among([...me.locations, ...covered(me)])];
  const reaches = (location: string) => everywhere || seen.includes(location);
  /** A cover lets its user see, and neither give the location nor manage anybody. */
  const owns = (location: string) => everywhere || own.includes(location);
  /** Users who left, and when users last signed in, are for those who manage users (decision 69). */
  const seesPast = has('users.update') || has('users.deactivate');
  const shares = (user: User) =>
    everywhere || user.id === me.id || [...user.locations, ...covered(user)].some(reaches);
  const sees = (user: User) => (user.is_active || seesPast) && shares(user);
  const isMine = ({ owner }: { owner: string }) => owner === me.id;
  const needs = (...permissions: Permission[]) => void (hasAll(held, permissions) || refuse('forbidden'));
  const users = () => world.users.filter(sees);
  const locations = () => world.locations.filter(({ id }) => reaches(id));
  /** Entries about no location are for readers with all of them. */
  const entries = () => world.entries.filter((entry) => everywhere || entry.locations.some(reaches));
  /** Own ones and shared ones, of lists that the actor may read. */
  const views = () =>
    world.views.filter((view) => (view.is_shared || isMine(view)) && has(`${view.list}.read`));
  /** Own ones, and with the audit log of all locations those of others. */
  const seesRuns = everywhere && has('audit.read');
  const runs = () => world.runs.filter((run) => has('users.read') && ((isMine(run) && !token) || seesRuns));
  /** Districts with a location in sight, and own ones. Who has one whole may give it. */
  const hasDistrict = (id: string) =>
    everywhere || ((isAll || me.districts.includes(id)) && (!narrow || narrow.places.includes(id)));
  const districts = () =>
    world.districts.filter(
      ({ id }) => hasDistrict(id) || locations().some(({ district }) => district === id),
    );
  const user = (id: string) => find(users(), id);
  const location = (id: string) => find(locations(), id);
  const role = (id: string) => find(world.roles, id);
  /** Of users in sight, and at own locations those to come. */
  const covers = () =>
    world.covers.filter((one) => {
      const isKnown =
        one.starts_at > at || one.ended?.by === me.id || users().some(({ id }) => id === one.user);
      return reaches(one.location) && isKnown;
    });
  const isHigher = (user: User) => !hasAll(held, permissionsOf(world, user));
  /** Locations are given to users who have one of the actor's own, and who may nothing that the actor may not. */
  const assign = (id: string) => {
    const one = user(id);
    const isHere = everywhere || one.locations.some(owns);
    return isHere && !isHigher(one) ? one : refuse('forbidden');
  };
  /** Everything else needs all their locations to be the actor's own. */
  const manage = (id: string) => {
    const one = assign(id);
    return one.locations.every(owns) ? one : refuse('forbidden');
  };
  const staff = (id: string) => world.users.filter((one) => one.locations.includes(id));
  return {
    ...{ world, me, token, at, held, has, everywhere, seesPast, reaches, owns, sees, covered, needs, users },
    ...{
      locations,
      districts,
      hasDistrict,
      covers,
      isHigher,
      entries,
      views,
      runs,
      user,
      location,
      role,
      assign,
      manage,
      staff,
    },
  };
}
type Eyes = ReturnType<typeof eyesOf>;

/** Rows as the actor reads them: without links out of the scope, and null where the reader may not know. */
const ids = (rows: { id: string }[]) => rows.map(({ id }) => id);
const refs = (all: string[]) => all.map((id) => ({ id }));
const page = (name: string, rows: unknown[]) => ({ [name]: rows, total: rows.length });
const userRow = (my: Eyes, user: User) => ({
  ...{ id: user.id, is_active: user.is_active, invitation: invitationOf(user) },
  has_second_factor: my.has('users.reset_factor') && my.everywhere ? user.has_factor : null,
  last_sign_in_at: my.seesPast && user.can_sign_in ? aTime : null,
});
const invitationOf = (user: User) => (user.can_sign_in ? 'joined' : user.is_invited ? 'invited' : null);
const here = (my: Eyes, { locations }: { locations: string[] }) => locations.filter(my.reaches);
const locationsOf = (my: Eyes, of: { locations: string[] }) => ({ locations: refs(here(my, of)) });
const districtsOf = (my: Eyes, user: User) => my.districts().filter(({ id }) => user.districts.includes(id));
const links = (my: Eyes, user: User) => ({
  ...{ roles: refs(user.roles), ...locationsOf(my, user), districts: refs(ids(districtsOf(my, user))) },
});
/** Why a user sees a location. */
const reasonsOf = ({ world }: Eyes, user: User, id: string) => {
  const { district } = find(world.locations, id);
  const isThrough = district !== null && user.districts.includes(district);
  const through = isThrough ? { district: { id: district } } : null;
  return { id, assigned: user.assigned.includes(id) ? {} : null, through };
};
const openIn = (my: Eyes, id: string) =>
  my.locations().filter((one) => one.district === id && !one.is_closed).length;
/** Counts what the actor sees. The manager is nobody while inactive. */
function districtRow(my: Eyes, { id, manager }: { id: string; manager: string | null }) {
  const holders = my.users().filter((user) => user.is_active && user.districts.includes(id));
  const managing = my.users().find((user) => user.id === manager && user.is_active);
  const counts = { location_count: openIn(my, id), user_count: holders.length };
  return { id, ...counts, is_whole: my.hasDistrict(id), manager: managing ? { id: managing.id } : null };
}
const aDistrict = ({ world }: Eyes, id: string | null | undefined) =>
  id && !world.districts.some((one) => one.id === id) ? refuse('validation_failed') : (id ?? null);
/** Who would see a location in another district, and who would not any more. */
function moved(my: Eyes, id: string, to: string | null) {
  const active = my.world.users.filter((user) => user.is_active);
  const isThen = (user: User) => user.assigned.includes(id) || (to !== null && user.districts.includes(to));
  const isNow = (user: User) => user.locations.includes(id);
  const total = (is: (user: User) => boolean) => ({ total: active.filter(is).length });
  return {
    gain: total((user) => isThen(user) && !isNow(user)),
    lose: total((user) => isNow(user) && !isThen(user)),
  };
}
function ownProfile({ world, me, held }: Eyes) {
  const second_factor = { is_set_up: me.has_factor, is_required: asksForFactor(rolesOf(world, me)) };
  const links = { locations: refs(me.locations), districts: refs(me.districts) };
  const own = { id: me.id, roles: refs(me.roles), ...links };
  return { ...own, permissions: [...held], second_factor };
}
const sessionsOf = (user: User) => (/live|unproven/.test(user.session) ? refs([user.session_id]) : []);
function locationRow({ world, staff }: Eyes, { id }: Location) {
  const active = staff(id).filter((user) => user.is_active);
  const manager_count = active.filter((user) => isA(world, user, 'manager')).length;
  return { id, user_count: active.length, manager_count };
}
/** Roles belong to no location: only readers with all of them learn how many users have one. */
function roleRow(my: Eyes, { id, permissions }: Role) {
  const holders = my.users().filter((user) => user.roles.includes(id));
  return { id, permissions, user_count: my.everywhere ? holders.length : null };
}
/** Who sees a location, by a link or a role for all locations. Who sees it from outside of the scope is counted. */
function accessList(my: Eyes, { id }: { id: string }) {
  const { world, users, location, sees, covered } = my;
  const at = location(id).id;
  const isReady = (user: User) => user.is_active && user.can_sign_in && !lacksFactor(world, user);
  const enters = (user: User) => isReady(user) && permissionsOf(world, user).has('locations.read');
  const linked = (user: User) => [...user.locations, ...covered(user)].includes(at) || isUnbound(world, user);
  const seeing = world.users.filter((user) => linked(user) && enters(user));
  const shown = seeing.filter(sees);
  const cannot_see = users().filter((user) => linked(user) && !enters(user)).length;
  const hidden_count = seeing.length - shown.length;
  const rows = shown.map((user) => {
    const cover = covered(user).includes(at) ? {} : null;
    return { ...reasonsOf(my, user, at), cover, id: user.id };
  });
  return { ...page('users', rows), can_see: shown.length, cannot_see, hidden_count };
}
/** The users that a list shows. */
function matching(my: Eyes, { location, role, status, sort }: Parts['query']) {
  if (sort === 'last_sign_in' && !my.seesPast) refuse('validation_failed');
  let found = my.users();
  if (location) found = found.filter((user) => my.reaches(location) && user.locations.includes(location));
  if (role) found = found.filter((user) => user.roles.includes(role));
  if (status) found = found.filter((user) => user.is_active === (status === 'active'));
  return found;
}
/** What needs attention, counted for those who may do something about it (decision 50). */
function attention({ world, has, everywhere, users, locations, staff }: Eyes) {
  const active = users().filter((user) => user.is_active);
  const count = (of: (user: User) => boolean) => active.filter(of).length;
  const isManager = (user: User) => user.is_active && isA(world, user, 'manager');
  const unmanaged = locations().filter((one) => !one.is_closed && !staff(one.id).some(isManager));
  // biome-ignore format: a check on a line.
  const checks: [string, boolean, number][] = [
    ['admins_without_second_factor', everywhere && has('users.reset_factor'), count((user) => isA(world, user, 'admin') && !user.has_factor)],
    ['locations_without_manager', has('locations.read') && has('users.assign_locations'), unmanaged.length],
    ['users_without_location', everywhere && has('users.assign_locations'), count((user) => user.locations.length === 0 && !isUnbound(world, user))],
    ['users_without_role', has('users.assign_roles'), count((user) => user.roles.length === 0)],
    ['users_not_invited', has('users.invite'), count((user) => invitationOf(user) === null)], ['invitations_not_accepted', has('users.invite'), 0],
    ['users_not_signing_in', has('users.update') && has('users.deactivate'), count((user) => user.can_sign_in)],
  ];
  const made = checks.filter(([, isMade]) => isMade && has('users.read'));
  return { checks: made.map(([check, , count]) => ({ check, count })) };
}
const mayShare = (my: Eyes, isShared = false) =>
  isShared ? my.needs('roles.manage', 'locations.all') : undefined;
/** A bulk act needs the permissions of the act. */
const bulk = new Map<unknown, Permission[]>([['deactivate', ['users.update', 'users.deactivate']]]);
bulk.set('invite', ['users.invite']).set('reopen', ['locations.update']);
/** Users cannot take from themselves what they could not give back. */
function keepOwn({ me, everywhere }: Eyes, user: User, keeps: boolean) {
  if (user.id === me.id && !everywhere && !keeps) refuse('conflict');
}
function mayLeave(my: Eyes, user: User) {
  keepOwn(my, user, false);
  if (isLastAdmin(my.world, user)) refuse('last_admin');
}
/** Locations outside of the scope are unknown. Closed ones, and those that the actor only covers, take nobody new. */
function mayEnter({ locations, owns }: Eyes, user: User | null, chosen: string[], more = () => {}) {
  const known = locations().filter(({ id }) => chosen.includes(id));
  if (known.length < new Set(chosen).size) refuse('validation_failed');
  more();
  const isNew = ({ id }: Location) => !user?.assigned.includes(id);
  const isShut = ({ id, is_closed }: Location) => is_closed || !owns(id);
  if (known.some((one) => isShut(one) && isNew(one))) refuse('validation_failed');
}
/** Districts out of sight are unknown and stay. Only those who have one whole give it or take it. */
function replaceLocations(my: Eyes, user: User, { location_ids = [], district_ids, covers }: Body) {
  const known = ids(my.districts());
  const hidden = user.districts.filter((id) => !known.includes(id));
  const after = district_ids ? [...new Set([...hidden, ...district_ids])] : user.districts;
  mayEnter(my, user, location_ids, () => {
    if (district_ids?.some((id) => !known.includes(id))) refuse('validation_failed');
    const changed = [...after, ...user.districts].filter(
      (id) => !after.includes(id) || !user.districts.includes(id),
    );
    if (!changed.every(my.hasDistrict)) refuse('forbidden');
  });
  const isKept = my.world.locations.some(({ district }) => district !== null && after.includes(district));
  keepOwn(my, user, location_ids.length > 0 || isKept);
  const assigned = [...location_ids, ...user.assigned.filter((id) => !my.reaches(id))];
  const changed = { ...user, locations: heldBy(my.world, { assigned, districts: after }) };
  const me = user.id === my.me.id ? changed : my.me;
  if (covers) replaceCovers(eyesOf(my.world, me, my.token, my.at), changed, covers);
  const shown = after.filter((id) => known.includes(id));
  return { locations: refs(location_ids), districts: refs(shown) };
}
/** Nobody grants upward, or takes what is above them. */
function replaceRoles(my: Eyes, user: User, role_ids: string[]) {
  const chosen = [...new Set(role_ids)].map(
    (id) => my.world.roles.find((role) => role.id === id) ?? refuse('validation_failed'),
  );
  const former = rolesOf(my.world, user);
  const moved = [...chosen, ...former].filter((role) => !chosen.includes(role) || !former.includes(role));
  if (!moved.every((role) => hasAll(my.held, role.permissions))) refuse('forbidden');
  // The last role that requires a second factor is no holder's to remove, unless they may change roles.
  const isFreed = user.id === my.me.id && asksForFactor(former) && !asksForFactor(chosen);
  if (isFreed) my.needs('roles.manage', 'locations.all');
  keepOwn(my, user, hasAll(allowed(chosen), allowed(former)));
  if (!chosen.some((role) => role.name === 'admin') && isLastAdmin(my.world, user)) refuse('last_admin');
  return { roles: refs(ids(chosen)) };
}

/** In ms. */
const minute = 60_000;
const longest = 90 * 24 * 60 * minute;
const time = (at: string) => Date.parse(at);
/** The moment when the clocks of all locations show it. */
const momentOf = (local: string) => new Date(time(`${local}:00-05:00`)).toISOString();
type Span = Pick<Cover, 'starts_at' | 'ends_at'>;
/** At most 90 days and a changed clock, which ends neither before it starts nor before now. */
function mayLast({ starts_at, ends_at }: Span, at: string) {
  const isLong = time(ends_at) - time(starts_at) > longest + 60 * minute;
  if (ends_at <= at || ends_at <= starts_at || isLong) refuse('validation_failed');
}
/** Only open locations are covered, by users who lack them, once at a time; and only who has them says so. */
function mayCover(
  { world, at, owns }: Eyes,
  user: User,
  { id, is_closed }: Location,
  span: Span,
  moved?: Cover,
) {
  if (!owns(id)) refuse('forbidden');
  const others = world.covers.filter((one) => one !== moved && one.user === user.id && one.location === id);
  const overlaps = (one: Cover) => one.starts_at < span.ends_at && span.starts_at < one.ends_at;
  const isHeld = !moved && user.locations.includes(id);
  if (is_closed || isHeld || others.some((one) => !isOver(one, at) && overlaps(one)))
    refuse('validation_failed');
}
function lend(my: Eyes, user: User, location: Location, local: { starts_at?: string; ends_at: string }) {
  const { at } = my;
  const start = local.starts_at === undefined ? at : momentOf(local.starts_at);
  // The minute that is running is now.
  const starts_at = start <= at && time(at) - time(start) < minute ? at : start;
  const span = { starts_at, ends_at: momentOf(local.ends_at) };
  if (starts_at < at || time(starts_at) - time(at) > longest) refuse('validation_failed');
  mayLast(span, at);
  if (!user.is_active) refuse('conflict');
  mayCover(my, user, location, span);
  return coverRow(my, {
    ...{ id: '', was_until: '', ended: null },
    ...span,
    user: user.id,
    location: location.id,
  });
}
function moveCover(my: Eyes, cover: Cover, local: string) {
  const ends_at = momentOf(local);
  const moved = { ...cover, ends_at };
  const user = find(my.world.users, cover.user);
  if (isOver(cover, my.at)) refuse('conflict');
  if (ends_at === cover.ends_at) return coverRow(my, cover);
  mayLast(moved, my.at);
  if (my.isHigher(user)) refuse('forbidden');
  if (ends_at > cover.ends_at) mayCover(my, user, my.location(cover.location), moved, cover);
  return coverRow(my, moved);
}
function endCover(my: Eyes, cover: Cover) {
  if (isOver(cover, my.at)) return coverRow(my, cover);
  if (my.isHigher(find(my.world.users, cover.user))) refuse('forbidden');
  return coverRow(my, { ...cover, ended: { by: my.me.id } });
}
/** Those that are on at the actor's locations become these. Others stay. */
function replaceCovers(my: Eyes, user: User, wanted: { location_id: string; ends_at: string }[]) {
  const { world, at, reaches } = my;
  if (!wanted.every(({ location_id }) => ids(my.locations()).includes(location_id)))
    refuse('validation_failed');
  for (const { location_id, ends_at } of wanted) {
    const on = world.covers.find(
      (one) => one.user === user.id && one.location === location_id && isOn(one, at),
    );
    if (on && reaches(location_id)) moveCover(my, on, ends_at);
    else lend(my, user, my.location(location_id), { ends_at });
  }
}
function coverRow(my: Eyes, cover: Cover) {
  const { id, user, location, starts_at, ends_at, ended } = cover;
  const { owns, at, has } = my;
  const state = isOver(cover, at) ? 'over' : starts_at > at ? 'upcoming' : 'on';
  const receiver = find(my.world.users, user);
  const may_end = state !== 'over' && has('users.assign_locations') && !my.isHigher(receiver);
  const may_extend = may_end && receiver.is_active && !my.location(location).is_closed && owns(location);
  const times = { starts_at, ends_at, ended_at: ended && aTime };
  return {
    ...(id && { id }),
    ...times,
    state,
    may_end,
    may_extend,
    user: { id: user },
    location: { id: location },
  };
}
/** All or none. */
function createCovers(my: Eyes, { user_id = '', location_ids = [], starts_at, ends_at = '' }: Body) {
  const user = my.user(user_id);
  if (my.isHigher(user)) refuse('forbidden');
  const chosen = [...new Set(location_ids)].sort();
  const known = chosen.map(
    (id) => my.locations().find((one) => one.id === id) ?? refuse('validation_failed'),
  );
  const rows = known.map((location) =>
    lend(my, user, location, { ends_at, ...(starts_at && { starts_at }) }),
  );
  return { covers: { ...rows, length: rows.length } };
}

type Parts = { id: string; user_id: string } & Required<Pick<Ask, 'query' | 'body'>>;
type Rule = (my: Eyes, parts: Parts) => unknown;
/** The permission that an endpoint names, and what it answers to those who have it. Nothing is 204. */
const may = (permission: Permission | 'signed_in', rule: Rule = () => ({})) => ({ permission, rule });

// biome-ignore format: a rule of one line stays on one line, as in a table.
const rules: Record<string, ReturnType<typeof may>> = {
  'GET /api/profile': may('signed_in', ownProfile),
  'PATCH /api/profile': may('signed_in', ownProfile),
  'GET /api/profile/sessions': may('signed_in', ({ me }) => ({ sessions: sessionsOf(me) })),
  'POST /api/profile/sessions/end-others': may('signed_in', () => ({ ended: 0 })),
  'GET /api/users': may('users.read', (my, { query }) =>
    page('users', matching(my, query).map((user) => ({ ...userRow(my, user), role_ids: user.roles, location_ids: here(my, user), district_ids: ids(districtsOf(my, user)) })))),
  'GET /api/users/count': may('users.read', (my, { query }) => ({ count: matching(my, query).length })),
  'GET /api/users/:id/position': may('users.read', (my, { id, query }) => {
    const found = matching(my, query);
    const isIn = found.includes(my.user(id));
    return { total: found.length, ...(isIn ? {} : { position: null }) };
  }),
  'GET /api/users/export.csv': may('users.export', (my) => my.needs('users.read') ?? ids(my.users())),
  'GET /api/users/:id': may('users.read', (my, { id }) => ({ ...userRow(my, my.user(id)), ...links(my, my.user(id)) })),
  'GET /api/users/:id/access': may('users.read', (my, { id }) => {
    const user = my.user(id);
    return { roles: refs(user.roles), locations: here(my, user).map((at) => reasonsOf(my, user, at)) };
  }),
  'GET /api/users/:id/locations': may('users.read', (my, { id }) => ({
    locations: refs(my.user(id).assigned.filter(my.reaches)),
    districts: districtsOf(my, my.user(id)).map(({ id }) => ({ id, location_count: openIn(my, id), is_mine: my.hasDistrict(id) })),
  })),
  'GET /api/users/:id/roles': may('users.read', ({ user }, { id }) => ({ roles: refs(user(id).roles) })),
  'POST /api/users': may('users.create', (my, { body: { location_ids = [] } }) => {
    mayEnter(my, null, location_ids);
    return my.everywhere || location_ids.length > 0 ? { roles: [], locations: refs(location_ids) } : refuse('validation_failed');
  }),
  'PATCH /api/users/:id': may('users.update', (my, { id, body: { is_active } }) => {
    const user = my.manage(id);
    if (is_active !== undefined && is_active !== user.is_active) my.needs('users.deactivate');
    if (is_active === false) mayLeave(my, user);
    return { id, is_active: is_active ?? user.is_active };
  }),
  'DELETE /api/users/:id': may('users.delete', (my, { id }) => mayLeave(my, my.manage(id))),
  'PUT /api/users/:id/email': may('users.update', ({ me, needs, manage }, { id }) => {
    const user = needs('users.invite') ?? manage(id);
    return user.id === me.id || !user.is_active ? refuse('conflict') : { id };
  }),
  'PUT /api/users/:id/locations': may('users.assign_locations', (my, { id, body }) =>
    replaceLocations(my, my.assign(id), body)),
  'PUT /api/users/:id/roles': may('users.assign_roles', (my, { id, body: { role_ids = [] } }) => replaceRoles(my, my.manage(id), role_ids)),
  'GET /api/users/:id/sessions': may('users.sessions', ({ manage }, { id }) => ({ sessions: sessionsOf(manage(id)) })),
  'DELETE /api/users/:id/sessions': may('users.sessions', ({ manage }, { id }) => ({ ended: sessionsOf(manage(id)).length })),
  'GET /api/users/:id/second-factor': may('users.reset_factor', ({ manage }, { id }) => ({ is_set_up: manage(id).has_factor })),
  'POST /api/users/:id/reset-factor': may('users.reset_factor', ({ me, manage }, { id }) => void (id === me.id ? refuse('conflict') : manage(id))),
  'GET /api/users/:id/invitation': may('users.invite', ({ user }, { id }) => ({ state: invitationOf(user(id)) })),
  'DELETE /api/users/:id/invitation': may('users.invite', ({ manage }, { id }) => void manage(id)),
  'POST /api/users/:id/invitation': may('users.invite', ({ needs, manage }, { id, body: { by } }) => {
    if (by === 'link') needs(...allPermissions);
    const user = manage(id);
    return user.is_active && !user.can_sign_in ? { state: 'invited' } : refuse('conflict');
  }),
  'GET /api/locations': may('locations.read', (my) => page('locations', my.locations().map((one) => locationRow(my, one)))),
  'GET /api/locations/count': may('locations.read', ({ locations }) => ({ count: locations().length })),
  'GET /api/locations/:id/position': may('locations.read', ({ locations, location }, { id }) => location(id) && { total: locations().length }),
  'GET /api/locations/export.csv': may('locations.read', ({ locations }) => ids(locations())),
  'GET /api/locations/:id': may('locations.read', (my, { id }) => ({ ...locationRow(my, my.location(id)), assigned_count: my.staff(id).filter(my.sees).length })),
  'POST /api/locations': may('locations.create', (my, { body: { district_id } }) => {
    if (district_id) my.needs('districts.manage', 'locations.all');
    const district = aDistrict(my, district_id);
    return { user_count: my.world.users.filter((user) => user.is_active && district && user.districts.includes(district)).length };
  }),
  'GET /api/locations/:id/district': may('districts.manage', (my, { id, query }) => {
    my.needs('locations.all');
    return moved(my, my.location(id).id, aDistrict(my, query.district_id));
  }),
  'PUT /api/locations/:id/district': may('districts.manage', (my, { id, body }) =>
    my.needs('locations.all') ?? (my.location(id) && { district_id: aDistrict(my, body.district_id) })),
  'GET /api/districts': may('districts.read', (my) => ({ districts: my.districts().map((one) => districtRow(my, one)) })),
  'GET /api/districts/:id': may('districts.read', (my, { id }) => {
    const holders = my.users().filter((user) => user.is_active && user.districts.includes(id));
    return { ...districtRow(my, find(my.districts(), id)), users: refs(my.has('users.read') ? ids(holders) : []) };
  }),
  'POST /api/districts': may('districts.manage', ({ needs }) => needs('locations.all') ?? { is_whole: true }),
  'PATCH /api/districts/:id': may('districts.manage', ({ needs, world, districts }, { id, body: { manager_id } }) => {
    const { manager } = needs('locations.all') ?? find(districts(), id);
    const isNew = manager_id !== undefined && manager_id !== manager;
    return isNew && !find(world.users, manager_id).is_active ? refuse('validation_failed') : { id };
  }),
  'DELETE /api/districts/:id': may('districts.manage', ({ needs, world, districts }, { id }) => {
    const { id: gone } = needs('locations.all') ?? find(districts(), id);
    if (world.locations.some(({ district }) => district === gone)) refuse('conflict');
  }),
  'GET /api/covers': may('users.read', (my, { query }) => ({
    covers: my.covers().filter((one) => query.over || !isOver(one, my.at)).map((one) => coverRow(my, one))
      .filter(({ user, location }) => user.id === (query.user ?? user.id) && location.id === (query.location ?? location.id)),
  })),
  'POST /api/covers': may('users.assign_locations', (my, { body }) => createCovers(my, body)),
  'PUT /api/covers/:id': may('users.assign_locations', (my, { id, body: { ends_at = '' } }) => moveCover(my, find(my.covers(), id), ends_at)),
  'POST /api/covers/:id/end': may('users.assign_locations', (my, { id }) => endCover(my, find(my.covers(), id))),
  'PATCH /api/locations/:id': may('locations.update', (my, { id }) => locationRow(my, my.location(id))),
  'POST /api/locations/:id/close': may('locations.update', (my, { id }) => locationRow(my, my.location(id))),
  'POST /api/locations/:id/reopen': may('locations.update', (my, { id }) => locationRow(my, my.location(id))),
  'DELETE /api/locations/:id': may('locations.delete', ({ location }, { id }) => void location(id)),
  'GET /api/locations/:id/users': may('users.read', accessList),
  'PUT /api/locations/:id/users/:user_id': may('users.assign_locations', (my, { id, user_id }) => mayEnter(my, my.location(id) && my.assign(user_id), [id])),
  'DELETE /api/locations/:id/users/:user_id': may('users.assign_locations', (my, { id, user_id }) => {
    const { district } = my.location(id);
    const user = my.staff(id).find((user) => user.id === user_id && my.sees(user));
    if (!user) return;
    if (!my.assign(user_id).assigned.includes(id)) refuse('conflict');
    keepOwn(my, user, user.locations.length > 1 || (district !== null && user.districts.includes(district)));
  }),
  'GET /api/roles': may('roles.read', (my) => ({ roles: my.world.roles.map((role) => roleRow(my, role)) })),
  'GET /api/roles/:id': may('roles.read', (my, { id }) => roleRow(my, my.role(id))),
  'POST /api/roles': may('roles.manage', ({ needs }, { body: { permissions = [] } }) => needs('locations.all', ...permissions) ?? { permissions, user_count: 0 }),
  'PATCH /api/roles/:id': may('roles.manage', ({ needs, role }, { id, body }) => {
    const { name, permissions } = needs('locations.all') ?? role(id);
    if (name === 'admin') refuse('conflict');
    return needs(...permissions, ...(body.permissions ?? [])) ?? { id, permissions: body.permissions ?? permissions };
  }),
  'DELETE /api/roles/:id': may('roles.manage', ({ needs, role }, { id }) => {
    const { name, permissions } = needs('locations.all') ?? role(id);
    return builtInRoles.some((one) => one.name === name) ? refuse('conflict') : needs(...permissions);
  }),
  'GET /api/audit': may('audit.read', (my) => ({ entries: my.entries().map((entry) => ({ id: entry.id, ...locationsOf(my, entry) })) })),
  'GET /api/dashboard': may('signed_in', ({ has, locations }) => ({ total_locations: has('locations.read') ? locations().length : 0 })),
  'GET /api/dashboard/attention': may('signed_in', attention),
  'GET /api/dashboard/recent-changes': may('audit.read'),
  'GET /api/dashboard/joiners-and-leavers': may('locations.all', ({ needs, seesPast }) => needs('users.read') ?? (seesPast ? {} : refuse('forbidden'))),
  'GET /api/dashboard/breakdown': may('locations.all', ({ has }) => ({ ...(has('users.read') ? {} : { roles: null }), ...(has('locations.read') ? {} : { states: null }) })),
  'GET /api/dashboard/locations': may('locations.read', ({ locations }) => ({ total: locations().filter((one) => !one.is_closed).length })),
  'GET /api/settings': may('settings.read'),
  'GET /api/mails': may('mail.read', ({ needs }) => needs('locations.all') ?? {}),
  'GET /api/views': may('signed_in', ({ views }) => ({ views: refs(ids(views())) })),
  'POST /api/views': may('signed_in', (my, { body: { list = 'users', is_shared } }) => my.needs(`${list}.read`) ?? mayShare(my, is_shared) ?? { is_own: true }),
  'PATCH /api/views/:id': may('signed_in', (my, { id, body }) => mayShare(my, find(my.views(), id).is_shared || body.is_shared) ?? { id }),
  'DELETE /api/views/:id': may('signed_in', (my, { id }) => mayShare(my, find(my.views(), id).is_shared)),
  'GET /api/runs': may('signed_in', ({ runs }) => ({ runs: refs(ids(runs())) })),
  'GET /api/runs/:id': may('signed_in', ({ runs }, { id }) => ({ id: find(runs(), id).id })),
  'GET /api/runs/:id/lines': may('signed_in', ({ runs }, { id }) => find(runs(), id) && { lines: [] }),
  'GET /api/runs/:id/reasons': may('signed_in', ({ runs }, { id }) => find(runs(), id) && { reasons: [] }),
  'POST /api/runs': may('signed_in', (my, { body: { about = 'users', act } }) => {
    my.needs(`${about}.read`, ...(bulk.get(act?.act) ?? []));
    return my[about]().length > 0 ? { is_own: true } : refuse('validation_failed');
  }),
};

export const modeled = Object.keys(rules);
/** What the server must answer. The actor is null without a session. */
export function decide(world: World, actor: User | null, ask: Ask, token: Token | null = null): Answer {
  const { endpoint, at, params, query = {}, body = {} } = ask;
  const { permission, rule } = rules[endpoint] ?? {};
  if (!permission || !rule) throw new Error(`The model has no rule for ${endpoint}`);
  try {
    if (!actor) refuse('unauthenticated');
    if (!actor.is_active) refuse('account_deactivated');
    if (token && !works(token, ask)) refuse('unauthenticated');
    if (!token && actor.session === 'ended') refuse('session_ended');
    if (!token && actor.session === 'unproven') refuse('second_factor_required');
    const isSetup = endpoint === 'GET /api/profile';
    if (lacksFactor(world, actor) && !isSetup) refuse('second_factor_setup_required');
    if (token && kept.test(permission) && !ofTokens.test(endpoint)) refuse('forbidden');
    const my = eyesOf(world, actor, token, at);
    if (permission !== 'signed_in') my.needs(permission);
    const shows = rule(my, { id: '', user_id: '', ...params, query, body });
    return shows === undefined ? { status: 204 } : { status: 200, shows };
  } catch (error) {
    const { refusal: code } = error as { refusal?: ProblemCode };
    if (!code) throw error;
    return { status: problemStatus[code], code };
  }
}
