import { allPermissions } from '../../../contract/access/permissions.ts';
import { modeled } from '../access-model.ts';
import { worldBegan } from './fill-world.ts';
import {
  type Ask,
  type Cover,
  localOf,
  minuteOf,
  reachable,
  type Token,
  type User,
  unreachable,
  type World,
  worldNoon,
} from './model-world.ts';
import { isGiver } from './random-world.ts';
import type { Chooser } from './seeded-random.ts';

/** Those with the most rules. */
const often = [
  ...['GET /api/users', 'GET /api/users/:id', 'PATCH /api/users/:id', 'DELETE /api/users/:id'],
  ...['PUT /api/users/:id/locations', 'PUT /api/users/:id/roles', 'GET /api/locations/:id/users'],
  // One role is granted or revoked at a time, of many.
  ...['PUT /api/users/:id/roles', 'PUT /api/users/:id/roles'],
  ...['PUT /api/users/:id/locations', 'GET /api/districts/:id', 'GET /api/users/:id/access'],
  ...[
    'GET /api/covers',
    'POST /api/covers',
    'POST /api/covers',
    'PUT /api/covers/:id',
    'POST /api/covers/:id/end',
  ],
];

/** Who covers a location may do less there than others. */
const limited = [
  ...['POST /api/covers', 'PUT /api/users/:id/locations', 'PUT /api/locations/:id/users/:user_id'],
  ...['PATCH /api/users/:id', 'PUT /api/users/:id/roles', 'PUT /api/covers/:id'],
];

/** Any endpoint of the model, about any row: often one's own or an odd one, sometimes one that does not exist. */
export function randomAsk(
  choose: Chooser,
  world: World,
  actor: User | null,
  token: Token | null = null,
): Ask {
  const { oneOf, chance, uuid } = choose;
  const covered = world.covers.filter(({ user, ended }) => user === actor?.id && !ended);
  const isLimited = covered.length > 0 && chance(0.4);
  const endpoint = oneOf(isLimited ? limited : chance(0.35) ? often : modeled);
  const admin = world.roles.find((role) => role.name === 'admin')?.id ?? '';
  const odd = world.users.filter((user) => !user.is_active || user.roles.includes(admin));
  const anyOf = (rows: { id: string }[]) => (chance(0.05) || rows.length === 0 ? uuid() : oneOf(rows).id);
  const isOwn = (id: string) => actor?.locations.includes(id) ?? false;
  const colleagues = world.users.filter((user) => user.locations.some(isOwn));
  const managed = colleagues.filter((user) => user !== actor && user.locations.every(isOwn));
  const aUser = () => {
    // Or another rule refuses first.
    if (isLimited && managed.length > 0 && chance(0.6)) return oneOf(managed).id;
    if (actor && chance(0.2)) return actor.id;
    return anyOf(chance(0.25) ? odd : chance(0.3) ? colleagues : world.users);
  };
  const subject = endpoint.split('/')[2];
  const { locations, districts, covers, roles, views, runs } = world;
  const rows = { locations, districts, covers, roles, views, runs };
  const isThere = isLimited ? 0.8 : 0.5;
  const aPlace = () => (covered.length > 0 && chance(isThere) ? oneOf(covered).location : anyOf(locations));
  const ids: Record<string, () => string> = { users: aUser, locations: aPlace };
  const id = ids[subject ?? '']?.() ?? anyOf(rows[subject as keyof typeof rows] ?? []);
  const at = randomTime(choose, isLimited ? covered : world.covers, token);
  const within = token?.networks.flatMap((one) => reachable[one] ?? []) ?? [];
  const from = oneOf(within.length > 0 && chance(0.8) ? within : [...unreachable, ...anywhere]);
  const ask: Ask = { endpoint, at, from, params: { id, user_id: aUser() } };
  const parts = partsOf(ask, choose, world, { aUser, aPlace });
  return { ...ask, ...parts };
}

const anywhere = Object.values(reachable).flat();

/** Often when a cover starts or ends, or the token does, or a moment before. Clocks are also set back. */
function randomTime({ oneOf, chance, between }: Chooser, covers: Cover[], token: Token | null): string {
  const isEnding = token !== null && token.expires_at < minuteOf(60);
  const edges = isEnding
    ? [token.expires_at]
    : covers.flatMap(({ starts_at, ends_at }) => [starts_at, ends_at]);
  // Sessions begin at noon, and their tokens work for an hour.
  const future = edges.filter((at) => at > worldNoon && at < minuteOf(59));
  if (future.length === 0 || chance(0.5)) return minuteOf(between(0, 50));
  return chance(0.5) ? oneOf(future) : new Date(Date.parse(oneOf(future)) - 1).toISOString();
}

type Parts = Pick<Ask, 'query' | 'body'>;

function partsOf(
  { endpoint, at, params }: Ask,
  choose: Chooser,
  world: World,
  { aUser, aPlace }: Record<'aUser' | 'aPlace', () => string>,
): Parts {
  const { oneOf, chance, some, between, uuid } = choose;
  const chosen = (rows: { id: string }[]) => [
    ...some(rows, between(0, 3)).map((row) => row.id),
    ...(chance(0.03) ? [uuid()] : []),
  ];
  const body = (members: NonNullable<Ask['body']>) => ({ body: members });
  const id = params?.id ?? '';
  const user = world.users.find((one) => one.id === id);
  const cover = world.covers.find((one) => one.id === id);
  const later = (from: string, most: number) => localOf(minuteOf(minutesAt(from) + between(-3, most)));
  const former = user?.roles ?? [];
  const held = user?.districts ?? [];
  const districtId = () =>
    chance(0.05) || world.districts.length === 0 ? uuid() : oneOf(world.districts).id;
  switch (endpoint) {
    case 'GET /api/users':
    case 'GET /api/users/count':
    case 'GET /api/users/:id/position': {
      const query = oneOf(userQueries)(oneOf(world.locations).id, oneOf(world.roles).id);
      return { query: endpoint === 'GET /api/users' ? { limit: '1000', ...query } : query };
    }
    case 'GET /api/locations':
    case 'GET /api/locations/:id/users':
      return { query: { limit: '1000' } };
    case 'GET /api/audit':
      return { query: { limit: '200', to: worldBegan } };
    case 'PATCH /api/profile':
      return body({ phone: '1' });
    case 'POST /api/users':
      return body({
        email: `${uuid()}@new.example`,
        full_name: 'New',
        location_ids: chosen(world.locations),
      });
    case 'PATCH /api/users/:id':
      return body(oneOf([{ phone: '1' }, { is_active: false }, { is_active: true }]));
    case 'PUT /api/users/:id/email':
      return body({ email: `${uuid()}@new.example` });
    case 'PUT /api/users/:id/locations':
      return body({
        location_ids: oneOf([(user?.assigned ?? []).slice(1), chosen(world.locations), [aPlace()]]),
        ...(chance(0.5) && { district_ids: oneOf([held, held.slice(1), [...held, districtId()]]) }),
        ...(chance(0.3) && {
          covers: chosen(world.locations).map((location_id) => ({ location_id, ends_at: later(at, 60) })),
        }),
      });
    case 'GET /api/covers':
      return { query: oneOf([{}, { user: aUser() }, { location: aPlace() }, { over: 'yes' }]) };
    case 'POST /api/covers': {
      const location_ids = [aPlace(), ...chosen(world.locations).slice(0, between(0, 1))];
      const starts_at = chance(0.7) ? {} : { starts_at: later(at, oneOf([5, 60, farMinutes])) };
      return body({
        ...{ user_id: aUser(), location_ids, ...starts_at },
        ends_at: later(at, oneOf([60, 60, farMinutes])),
      });
    }
    case 'PUT /api/covers/:id':
      return body({
        ends_at: chance(0.1) && cover ? localOf(cover.ends_at) : later(at, oneOf([60, farMinutes])),
      });
    case 'PUT /api/users/:id/roles':
      return body({
        role_ids: oneOf([former.slice(1), [...former, oneOf(world.roles).id], chosen(world.roles)]),
      });
    case 'POST /api/users/:id/invitation':
      return body({ by: oneOf(['mail', 'link']) });
    case 'POST /api/locations':
      return body({
        ...{ name: 'New', address: '1 Road', city: 'Albany', state: 'NY', zip: '12207' },
        ...(chance(0.4) && { district_id: districtId() }),
      });
    case 'POST /api/districts':
      return body({ name: `New ${uuid()}` });
    case 'PATCH /api/districts/:id':
      return body(oneOf([{ number: '7' }, { manager_id: oneOf(world.users).id }]));
    case 'GET /api/locations/:id/district':
      return chance(0.3) ? {} : { query: { district_id: districtId() } };
    case 'PUT /api/locations/:id/district':
      return body({ district_id: chance(0.3) ? null : districtId() });
    case 'PATCH /api/locations/:id':
      return body({ phone: '1' });
    case 'POST /api/locations/:id/close':
      return body({ closed_on: '2020-03-01' });
    case 'POST /api/roles':
      return body({ name: `New ${uuid()}`, permissions: some(allPermissions, between(1, 4)) });
    case 'PATCH /api/roles/:id':
      return body(oneOf([{ permissions: some(allPermissions, between(1, 4)) }, { description: 'Edited' }]));
    case 'POST /api/views':
      return body({ list: oneOf(['users', 'locations']), name: 'Mine', query: '', is_shared: chance(0.5) });
    case 'PATCH /api/views/:id':
      return body(oneOf([{ name: 'Renamed' }, { is_shared: true }]));
    case 'POST /api/runs':
      return body({ ...oneOf(bulkActs), selection: { query: '' } });
    default:
      return {};
  }
}

const minutesAt = (at: string) => Math.floor((Date.parse(at) - Date.parse(worldNoon)) / 60_000);
/** About twice as long as a cover may last. */
const farMinutes = 2 * 91 * 24 * 60;

const userQueries: ((location: string, role: string) => Record<string, string>)[] = [
  () => ({}),
  (location) => ({ location }),
  (_, role) => ({ role }),
  () => ({ status: 'inactive' }),
  () => ({ status: 'active', sort: 'name' }),
  () => ({ sort: 'last_sign_in' }),
];

const bulkActs = [
  { about: 'users', act: { act: 'deactivate' } },
  { about: 'users', act: { act: 'invite' } },
  { about: 'locations', act: { act: 'reopen' } },
] as const;

/** Most of them may use the app now. */
export function randomActor({ oneOf, chance }: Chooser, world: World): User | null {
  const actors = world.users.filter((user) => user.session !== 'none');
  const working = actors.filter((user) => user.is_active && user.session === 'live');
  const covering = working.filter(({ id }) => world.covers.some(({ user }) => user === id));
  const giving = covering.filter((user) => isGiver(user, world.roles));
  if (chance(0.02)) return null;
  if (giving.length > 0 && chance(0.2)) return oneOf(giving);
  if (covering.length > 0 && chance(0.3)) return oneOf(covering);
  return oneOf(chance(0.85) ? working : actors);
}

/** One of the actor's in place of their session, more often than not. */
export function randomTokenOf({ oneOf, chance }: Chooser, world: World, actor: User | null): Token | null {
  const own = world.tokens.filter(({ owner }) => owner === actor?.id);
  return own.length > 0 && chance(0.6) ? oneOf(own) : null;
}
