import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Endpoint } from '../../contract/http/endpoint.ts';
import { getProfile, type OwnProfile } from '../../contract/profile.ts';
import { listRoles } from '../../contract/roles.ts';
import { getApiDocument } from '../../contract/settings.ts';
import { listUsers } from '../../contract/users.ts';
import type { Client } from '../testing/requests/client.ts';
import { nameOf } from '../testing/requests/contract-endpoints.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { type Parts, send } from '../testing/requests/send.ts';
import { type ActorName, type Cast, insiders, outsiders, scoped, startCast } from '../testing/worlds/cast.ts';

/** The number of attempts. A time limit would count a single attempt as a success. */
const attemptsPerTest = 500;
/** They take seconds, but minutes on a machine that does much else. */
const within = { timeout: 600_000 };

test(
  'random requests cause no failure of the server, and get what the permissions allow',
  within,
  async () => {
    const cast = await startCast();
    const { paths } = (await cast.nobody.call(getApiDocument, {})).ok();
    try {
      await sendAnything(cast, [...outsiders, ...insiders], async ({ actor, endpoint, parts }) => {
        const client = cast.actors[actor];
        const before = await permissionsOf(client);
        const { status, text } = await send(client, endpoint, parts);
        expect(status, text).toBeLessThan(500);
        const described = paths[endpoint.path.replace(/:(\w+)/g, '{$1}')]?.[endpoint.method.toLowerCase()];
        expect(Object.keys(described?.responses ?? {}), nameOf(endpoint)).toContain(String(status));
        // JSON that cannot be read is refused before the sender is checked.
        if (text.includes('malformed_request')) return;
        if (endpoint.permission === 'anyone') expect(status).not.toBe(401);
        else if (!before) expect(status).toBe(401);
        else if (endpoint.permission !== 'signed_in' && !before.includes(endpoint.permission)) {
          expect(status).toBe(403);
        } else expect(status).not.toBe(401);
      });
    } finally {
      await cast.close();
    }
  },
);

test(
  "random requests of users with one location show and change nothing outside, and raise nobody's access",
  within,
  async () => {
    const cast = await startCast();
    try {
      const outside = await readOutside(cast);
      const access = await readAccess(cast);
      const { user, location } = cast.hidden;
      // Attempts use these two names themselves.
      const secrets = cast.secrets.filter((secret) => secret !== user.id && secret !== location.id);
      await sendAnything(cast, scoped, async ({ actor, endpoint, parts }) => {
        const { status, text } = await send(cast.actors[actor], endpoint, parts);
        expect(status, text).toBeLessThan(500);
        const shown = secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));
        expect(shown).toEqual([]);
      });
      expect(await readOutside(cast)).toEqual(outside);
      const { roles, users } = await readAccess(cast);
      expect(roles).toEqual(access.roles);
      const ofArea = access.users.get(cast.ids.area)?.permissions ?? [];
      for (const [id, now] of users) {
        const known = access.users.get(id) ?? { permissions: [], locations: [cast.mine.id] };
        // 'area' may grant the permissions it has, to users who are at Mill Road only.
        const mayGain = known.locations.join() === cast.mine.id ? ofArea : [];
        expect([...known.permissions, ...mayGain], now.name).toEqual(expect.arrayContaining(now.permissions));
        expect(known.locations, now.name).toEqual(expect.arrayContaining(now.locations));
      }
    } finally {
      await cast.close();
    }
  },
);

interface Attempt {
  actor: ActorName;
  endpoint: Endpoint;
  parts: Parts;
}

/** Half of the attempts start with a valid request and spoil a part of it. */
async function sendAnything(
  cast: Cast,
  actors: readonly ActorName[],
  attempt: (attempt: Attempt) => Promise<void>,
) {
  const pools = await poolsOf(cast);
  const calls = new Map(endpointTable.map(({ endpoint }) => [nameOf(endpoint), endpoint]));
  const attempts = fc
    .record({ actor: fc.constantFrom(...actors), call: fc.constantFrom(...calls.keys()) })
    .chain(({ actor, call }) => partsOf(endpointOf(call), pools).map((parts) => ({ actor, call, parts })));
  function endpointOf(call: string) {
    return calls.get(call) ?? expect.fail(`${call} has no row`);
  }
  let made = 0;
  const property = fc.asyncProperty(attempts, async ({ actor, call, parts }) => {
    await attempt({ actor, endpoint: endpointOf(call), parts });
    made += 1;
  });
  // No shrinking: an earlier attempt changed the data, so a smaller one would not meet the same state.
  await fc.assert(property, { numRuns: attemptsPerTest, endOnFailure: true });
  expect(made).toBe(attemptsPerTest);
}

interface Pools {
  ids: string[];
  /** Valid requests by endpoint, from the endpoint table. */
  fine: Map<string, Parts[]>;
}

async function poolsOf({ ada, mine, hidden, roleIds, newUser }: Cast): Promise<Pools> {
  const spare = await Promise.all(
    Array.from({ length: 3 }, (_, n) => newUser(`Spare ${n}`, ['employee'], [mine])),
  );
  const users = [...spare.map((one) => one.id), hidden.user.id];
  const known = [...users, mine.id, hidden.location.id, ...Object.values(roleIds)];
  const fine = new Map<string, Parts[]>();
  for (const row of endpointTable) {
    const requests = users.map((id) =>
      row.request({
        user: async () => id,
        location: async () => mine.id,
        spareLocation: async () => randomUUID(),
        role: async () => roleIds.viewer,
        employeeRole: roleIds.employee,
        email: async () => randomUUID(),
        sharedView: async () => randomUUID(),
        at: (create) => create(ada, mine.id),
      }),
    );
    fine.set(nameOf(row.endpoint), await Promise.all(requests));
  }
  return { ids: [...known, ...known.map((id) => id.toUpperCase()), randomUUID()], fine };
}

function partsOf(endpoint: Endpoint, { ids, fine }: Pools): fc.Arbitrary<Parts> {
  const id = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: garbageText },
  );
  const idParam = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...ids) },
    { weight: 1, arbitrary: garbageParam },
  );
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const params = fc.record(Object.fromEntries(names.map((name) => [name, idParam])));
  const value = fc.oneof(
    id,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    garbageText,
    fc.array(id, { maxLength: 3 }),
  );
  const members = fc.dictionary(fc.constantFrom(...memberNames), value, { maxKeys: 5 });
  const body = fc.oneof(
    members,
    fc.jsonValue(),
    garbageText.map((text) => ({ full_name: text, name: text })),
  );
  const query = fc.dictionary(fc.constantFrom(...queryNames), fc.oneof(id, garbageText, fc.integer()), {
    maxKeys: 3,
  });
  // GET has no body.
  const hasBody = endpoint.method !== 'GET';
  const anything = fc.record({ params, query, ...(hasBody && { body }) }, { requiredKeys: ['params'] });
  const known = fine.get(nameOf(endpoint)) ?? [];
  if (known.length === 0) return anything;
  const spoiled = fc.tuple(fc.constantFrom(...known), members, params, fc.boolean()).map(
    ([parts, spoil, other, keepsIds]): Parts => ({
      ...parts,
      params: keepsIds ? { ...other, ...parts.params } : other,
      ...(hasBody && typeof parts.body === 'object' && { body: { ...parts.body, ...spoil } }),
    }),
  );
  return fc.oneof(anything, spoiled);
}

const garbageText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.constantFrom(
    '',
    ' ',
    '..',
    '%',
    '%00',
    '\0',
    '\ud800',
    "' or 1=1 --",
    '*',
    '-1',
    '1e309',
    'null',
    '__proto__',
  ),
  fc.integer({ min: 1, max: 3000 }).map((length) => 'x'.repeat(length)),
);
/** Text that stays a single part of a path. */
const garbageParam = garbageText.filter((text) => !/^\.{0,2}$/.test(text) && text.length < 250);
const queryNames = [
  'limit',
  'after',
  'q',
  'include',
  'list',
  'user',
  'location',
  'action',
  'from',
  'to',
  ...['sort', 'status', 'role', 'invitation', 'last_sign_in', 'second_factor', 'state', 'staff'],
] as const;
const memberNames = [
  ...['id', 'email', 'full_name', 'phone', 'is_active', 'location_ids', 'role_ids', 'permissions'],
  ...[
    'name',
    'address',
    'city',
    'state',
    'zip',
    'description',
    'color',
    'is_builtin',
    'user_id',
    '__proto__',
  ],
] as const;

/** The user's current permissions; null without an open session. */
async function permissionsOf(client: Client): Promise<OwnProfile['permissions'] | null> {
  const reply = await client.call(getProfile, {});
  return reply.status === 401 ? null : reply.ok().permissions;
}

/** The data outside of Mill Road, as the administrator sees it: users, the other location and its users. */
async function readOutside({ ada, hidden, secrets }: Cast) {
  const { users } = (await ada.call(listUsers, { query: { limit: 1000 } })).ok();
  const location: unknown = await (await ada.raw('GET', `/api/locations/${hidden.location.id}`)).json();
  return {
    // An attempt may use the hidden location's id for a new user; ids of locations and users are separate.
    users: users.filter((user) => secrets.includes(user.id) && user.id !== hidden.location.id),
    location,
    workers: users.filter((user) => user.location_ids.includes(hidden.location.id)).map((user) => user.id),
  };
}

/** The permissions and locations of every user, and the permissions of every role, as the administrator sees them. */
async function readAccess({ ada }: Cast) {
  const { users } = (await ada.call(listUsers, { query: { limit: 1000 } })).ok();
  const roles = new Map(
    (await ada.call(listRoles, {})).ok().roles.map((role) => [role.id, role.permissions]),
  );
  const accessOf = ({ full_name, role_ids, location_ids }: (typeof users)[number]) => ({
    name: full_name ?? '',
    permissions: role_ids.flatMap((id) => roles.get(id) ?? []),
    locations: location_ids,
  });
  return { roles, users: new Map(users.map((user) => [user.id, accessOf(user)])) };
}
