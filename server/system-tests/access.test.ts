import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { allPermissions, builtInRoles } from '../../contract/access/permissions.ts';
import { isForTokens } from '../../contract/http/for-tokens.ts';
import { assignUser } from '../../contract/location-access.ts';
import { createLocation } from '../../contract/locations.ts';
import { getProfile } from '../../contract/profile.ts';
import { createServiceAccount } from '../../contract/service-accounts.ts';
import { listEmails } from '../../contract/settings.ts';
import { createUser, getUser, replaceUserRoles } from '../../contract/users.ts';
import { createView, listViews } from '../../contract/views.ts';
import { contractEndpoints, nameOf } from '../testing/requests/contract-endpoints.ts';
import type { Choice, Row } from '../testing/requests/endpoint-row.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import type { QuickResponse } from '../testing/requests/quick-fetch.ts';
import { comparable, send } from '../testing/requests/send.ts';
import { type ActorName, type Cast, insiders, outsiders, scoped, startCast } from '../testing/worlds/cast.ts';
import { ownRole } from '../testing/worlds/own-role.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await startCast();
  // Creates rows of every kind outside the actors' location before any list is read.
  for (const { request } of endpointTable)
    await request(choose({ location: 'hidden', isRefused: true }).choice);
});
afterAll(() => cast.close());

type Side = 'mine' | 'hidden' | 'unknown';

interface Sides {
  user?: Side;
  location?: Side;
  /** For requests that are refused and so change nothing. */
  isRefused?: boolean;
}

/** The ids for one request; `asked` records which kinds of scoped rows it names. */
function choose({ user = 'mine', location = 'mine', isRefused = false }: Sides = {}) {
  const asked = new Set<'user' | 'location'>();
  const pick = async (side: Side, mine: () => Promise<string>, hidden: string) =>
    side === 'mine' ? mine() : side === 'hidden' ? hidden : randomUUID();
  const choice: Choice = {
    user() {
      asked.add('user');
      return pick(user, isRefused ? async () => cast.ids.employee : newAssociate, cast.hidden.user.id);
    },
    location() {
      asked.add('location');
      return pick(location, async () => cast.mine.id, cast.hidden.location.id);
    },
    spareLocation() {
      asked.add('location');
      return pick(location, isRefused ? async () => cast.mine.id : newLocation, cast.hidden.location.id);
    },
    role: async () =>
      isRefused ? cast.roleIds.viewer : ownRole(cast, `Spare ${randomUUID()}`, ['users.read']),
    employeeRole: cast.roleIds.employee,
    email: async () => (isRefused ? randomUUID() : newEmail()),
    sharedView,
    async at(create) {
      asked.add('location');
      if (location === 'unknown') return randomUUID();
      if (location === 'mine') return create(cast.ada, cast.mine.id);
      const id = await create(cast.ada, cast.hidden.location.id);
      cast.secrets.push(id);
      return id;
    },
  };
  return { choice, asked };
}

/** A user whose only location is Mill Road. */
async function newAssociate() {
  const body = {
    email: `${randomUUID()}@new.example`,
    full_name: 'Associate',
    location_ids: [cast.mine.id],
  };
  const { id } = (await cast.ada.call(createUser, { body })).ok();
  const role_ids = [cast.roleIds.viewer];
  (await cast.ada.call(replaceUserRoles, { params: { id }, body: { role_ids } })).ok();
  return id;
}

/** A location of every scoped actor. */
async function newLocation() {
  const body = { name: 'Spare', address: '1 Lane', city: 'Troy', state: 'NY', zip: '12180' };
  const { id } = (await cast.ada.call(createLocation, { body })).ok();
  for (const name of scoped) {
    if (name !== 'token') (await cast.ada.call(assignUser, { params: { id, user_id: cast.ids[name] } })).ok();
  }
  const place = { token_id: cast.token_id, location_id: id };
  await cast.app.database.write((tx) => tx.insertInto('api_token_locations').values(place).execute());
  return id;
}

/** The existing location, unless a test deleted it: a user may have 50. */
async function sharedView() {
  const [known] = (await cast.ada.call(listViews, {})).ok().views.filter((view) => view.is_shared);
  if (known) return known.id;
  const body = { list: 'users' as const, name: 'Shared', query: '', is_shared: true };
  return (await cast.ada.call(createView, { body })).ok().id;
}

async function newEmail() {
  const { app, ada } = cast;
  await app.database.write((tx) =>
    app.mailer.enqueue(tx, { to: ada.email, subject: 'Hello', text: 'Hello' }),
  );
  const [mail] = (await ada.call(listEmails, {})).ok().mails;
  return mail?.id ?? expect.fail('There is no mail');
}

const actorNames = [...outsiders, ...insiders, 'token'] as const;
const rows = endpointTable.map((row) => ({ name: nameOf(row.endpoint), ...row }));

test('every endpoint of the contract is served, and has a row in the access table', async () => {
  const contract = (await contractEndpoints()).map(nameOf).sort();
  const hint = 'Each endpoint needs one row in server/testing/access/, in the file of its feature';
  expect(rows.map((row) => row.name).sort(), hint).toEqual(contract);
  const openApi = await cast.nobody.raw('GET', '/api/openapi.json');
  const { paths } = z.object({ paths: z.record(z.string(), z.looseObject({})) }).parse(await openApi.json());
  // Those of the auth protocol are not part of the contract.
  const ours = Object.entries(paths).filter(([path]) => path.startsWith('/api/'));
  const served = ours.flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(served.sort()).toEqual(contract);
});

test('a role allows what the permission table says, and several roles add up', async () => {
  const both = await cast.newUser('Bo Both', ['employee', 'viewer'], [cast.mine]);
  const permissionsOf = (...names: string[]) =>
    builtInRoles.filter(({ name }) => names.includes(name)).flatMap(({ permissions }) => [...permissions]);
  for (const [client, ...names] of [
    [cast.actors['no role']],
    [cast.actors.viewer, 'viewer'],
    [cast.actors.employee, 'employee'],
    [cast.actors.manager, 'manager'],
    [cast.actors.admin, 'admin'],
    [both, 'employee', 'viewer'],
  ] as const) {
    const { permissions } = (await client.call(getProfile, {})).ok();
    expect(permissions).toEqual([...new Set(permissionsOf(...names))].sort());
  }
});

test('these endpoints no token may call', async () => {
  const openApi = await (await cast.nobody.raw('GET', '/api/openapi.json')).json();
  const paths = z.record(
    z.string(),
    z.record(z.string(), z.looseObject({ security: z.array(z.looseObject({})) })),
  );
  const described = z.looseObject({ paths: z.looseObject({}) }).parse(openApi).paths;
  const ours = Object.entries(described).filter(([path]) => path.startsWith('/api/'));
  const refused = Object.entries(paths.parse(Object.fromEntries(ours))).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { security }]) =>
      security.length === 0 || security.some((one) => 'token' in one)
        ? []
        : [`${method.toUpperCase()} ${path.replace(/\{(\w+)\}/g, ':$1')}`],
    ),
  );
  expect(refused.sort()).toMatchInlineSnapshot(`
    [
      "DELETE /api/profile/sessions/:id",
      "DELETE /api/roles/:id",
      "DELETE /api/sales-imports/:id",
      "DELETE /api/service-accounts/:id/tokens/:token_id",
      "DELETE /api/tokens/:id",
      "DELETE /api/users/:id/sessions",
      "DELETE /api/users/:id/sessions/:session_id",
      "DELETE /api/view-watches/:id",
      "DELETE /api/views/:id",
      "GET /api/changes",
      "GET /api/company-sign-in",
      "GET /api/company-sign-in/sign-out",
      "GET /api/company-sign-in/test/:code",
      "GET /api/locations/:id/watch",
      "GET /api/mails",
      "GET /api/mails/:id",
      "GET /api/notification-settings",
      "GET /api/notifications",
      "GET /api/profile",
      "GET /api/profile/access",
      "GET /api/profile/sessions",
      "GET /api/recent",
      "GET /api/sales-imports",
      "GET /api/sales-imports/:id",
      "GET /api/sales-imports/:id/left-out.csv",
      "GET /api/service-accounts",
      "GET /api/service-accounts/:id/calls",
      "GET /api/stream",
      "GET /api/tokens",
      "GET /api/users/:id/second-factor",
      "GET /api/users/:id/sessions",
      "GET /api/view-watches",
      "GET /api/views",
      "PATCH /api/profile",
      "PATCH /api/roles/:id",
      "PATCH /api/service-accounts/:id",
      "PATCH /api/views/:id",
      "POST /api/company-sign-in/test",
      "POST /api/mails/:id/send",
      "POST /api/mails/test",
      "POST /api/profile/sessions/end-others",
      "POST /api/recent",
      "POST /api/register-files/by-hand",
      "POST /api/roles",
      "POST /api/sales-imports",
      "POST /api/sales-imports/:id/apply",
      "POST /api/sales-imports/:id/preview",
      "POST /api/sales-imports/:id/undo",
      "POST /api/service-accounts",
      "POST /api/service-accounts/:id/tokens",
      "POST /api/service-accounts/:id/tokens/:token_id/renew",
      "POST /api/tokens",
      "POST /api/tokens/:id/renew",
      "POST /api/users/:id/reset-factor",
      "POST /api/views",
      "PUT /api/company-sign-in",
      "PUT /api/locations/:id/watch",
      "PUT /api/notification-settings",
      "PUT /api/notifications/:id/read",
      "PUT /api/notifications/read",
      "PUT /api/notifications/seen",
      "PUT /api/view-watches/:id",
    ]
  `);
});

test('a role that requires a second factor allows only its setup before there is one', async () => {
  const own = await cast.newUser('Key Holder', [], [cast.mine]);
  const everything = allPermissions.filter((permission) => permission !== 'locations.all');
  const role_ids = [await ownRole(cast, 'keys', everything, { requires_second_factor: true })];
  (await cast.ada.call(replaceUserRoles, { params: { id: own.id }, body: { role_ids } })).ok();
  for (const { name, endpoint, request } of rows) {
    const { status } = await send(own, endpoint, await request(choose({ isRefused: true }).choice));
    const isOpen = endpoint.permission === 'anyone' || endpoint.duringSetup;
    expect(status, name).toBe(isOpen ? 200 : 403);
  }
});

/** On purpose, by name. */
const namingServices = [
  'GET /api/audit',
  'GET /api/audit.csv',
  'GET /api/locations/:id/access-on',
  'GET /api/locations/:id/access-on.csv',
  'GET /api/locations/:id/users',
  'GET /api/service-accounts',
];

test('a service account changes no answer of a read but these', async () => {
  const reads = rows.filter(({ endpoint }) => endpoint.method === 'GET' && !endpoint.stream);
  const { choice } = choose({ isRefused: true });
  const requests = await Promise.all(reads.map(({ request }) => request(choice)));
  const answers = async () => {
    const texts: string[] = [];
    for (const [at, { endpoint }] of reads.entries())
      texts.push((await send(cast.ada, endpoint, requests[at] ?? {})).text);
    return texts;
  };
  const body = {
    ...{ name: 'Zebra export', purpose: '', owner_role_id: cast.roleIds.admin, scope: 'all' as const },
    permissions: ['locations.read' as const, 'users.read' as const],
  };
  const counted = (texts: string[]) =>
    reads.flatMap(({ name }, at) =>
      [...(texts[at] ?? '').matchAll(counts)].map(([found]) => `${name} ${found}`),
    );
  const before = counted(await answers());
  const { id } = (await cast.ada.call(createServiceAccount, { body })).ok();
  const after = await answers();
  const named = reads.flatMap(({ name }, at) =>
    after[at]?.includes(id) || after[at]?.includes('Zebra') ? name : [],
  );
  expect(named.toSorted()).toEqual(namingServices.filter((name) => named.includes(name)));
  expect(named).toContain('GET /api/service-accounts');
  expect(counted(after)).toEqual(before);
});

/** Of users. */
const counts = /"(total|count|users|user_count|has_users|can_see|joined|left)":(\d+|true|false)/g;

describe.each(rows)('$name', ({ endpoint, expected, request }) => {
  const outside = endpoint.permission === 'anyone' ? 200 : 401;
  // As an own role with everything here, where tokens are let in.
  const token = isForTokens(endpoint) ? expected.area : 403;
  const all = { nobody: outside, deactivated: outside, ended: outside, ...expected, token };
  const isRefusal = (status: number) => status === 401 || status === 403;

  test('answers each user as the table says', async () => {
    const statuses: Record<string, number> = {};
    for (const name of actorNames) {
      const parts = await request(choose({ isRefused: isRefusal(all[name]) }).choice);
      statuses[name] = (await send(cast.actors[name], endpoint, parts)).status;
    }
    expect(statuses).toEqual(all);
  });

  test('does not show users without the permission what exists', async () => {
    for (const name of actorNames.filter((name) => isRefusal(all[name]))) {
      const answers = await answersOf({ endpoint, request }, name);
      expect(new Set(answers.map(comparable)).size, name).toBe(1);
    }
  });

  test('answers alike for rows out of scope and rows that do not exist, and shows nothing of them', async () => {
    for (const name of scoped) {
      const { asked, answer } = await answerTo({ endpoint, request }, name, {});
      showsNothing(answer.text, name);
      for (const kind of asked) {
        const hidden = await answerTo({ endpoint, request }, name, { [kind]: 'hidden' });
        const unknown = await answerTo({ endpoint, request }, name, { [kind]: 'unknown' });
        expect(comparable(hidden.answer), `${name}, ${kind}`).toBe(comparable(unknown.answer));
        showsNothing(hidden.answer.text, name);
      }
    }
  });
});

type Request = Pick<Row, 'endpoint' | 'request'>;

async function answerTo({ endpoint, request }: Request, name: ActorName, sides: Sides) {
  const { choice, asked } = choose(sides);
  return { asked, answer: await send(cast.actors[name], endpoint, await request(choice)) };
}

async function answersOf(row: Request, name: ActorName) {
  const sides: Side[] = ['mine', 'hidden', 'unknown'];
  return Promise.all(
    sides.map(
      async (side) => (await answerTo(row, name, { user: side, location: side, isRefused: true })).answer,
    ),
  );
}

function showsNothing(text: string, name: string) {
  const shown = cast.secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));
  expect(shown, `shown to ${name}`).toEqual([]);
}

describe('a row out of scope is not shown', () => {
  const asked = [
    '/api/users?limit=1000&include=refs',
    '/api/users?limit=1',
    '/api/users?q=hetty',
    '/api/users?q=5559933',
    '/api/users?q=bruno&include=refs',
    '/api/users?q=zanzibar',
    '/api/locations?limit=1000',
    '/api/locations?q=zanzibar',
    '/api/locations?q=spice',
    '/api/roles',
    '/api/dashboard',
    '/api/dashboard/attention',
    '/api/dashboard/recent-changes',
    '/api/dashboard/joiners-and-leavers',
    '/api/dashboard/breakdown',
    '/api/dashboard/locations',
    '/api/profile',
    '/api/audit?limit=200',
    '/api/audit.csv',
    '/api/users/export.csv',
    '/api/locations/export.csv',
  ];

  test.each(asked)('in %s', async (path) => {
    for (const name of scoped) {
      const response = await cast.actors[name].raw('GET', path);
      expect([200, 403]).toContain(response.status);
      showsNothing(await response.text(), name);
    }
  });

  test('in the locations of a user who also works elsewhere, or among the users of a location', async () => {
    const { mine, hidden, actors, ada } = cast;
    const users = await (await ada.raw('GET', `/api/users?q=sue.shared`)).json();
    const sue = z.object({ users: z.array(z.object({ id: z.string() })) }).parse(users).users[0]?.id ?? '';
    expect((await ada.call(getUser, { params: { id: sue } })).ok().locations).toHaveLength(2);
    const paths = [
      `/api/users/${sue}`,
      `/api/users/${sue}/locations`,
      `/api/users/${sue}/roles`,
      `/api/locations/${mine.id}/users?limit=1000`,
      `/api/locations/${mine.id}/users?list=cannot_see`,
      `/api/locations/${mine.id}/users?q=bruno`,
      `/api/locations/${mine.id}/users?after=${hidden.user.id}`,
      `/api/audit?user=${sue}`,
      `/api/audit?user=${hidden.user.id}`,
      `/api/audit?location=${hidden.location.id}`,
      `/api/audit.csv?location=${hidden.location.id}`,
    ];
    for (const name of scoped) {
      for (const path of paths) showsNothing(await (await actors[name].raw('GET', path)).text(), name);
    }
  });

  test('in a count: totals include only what the actor may see', async () => {
    for (const name of scoped) {
      const count = async (path: string) => {
        const body: unknown = await (await cast.actors[name].raw('GET', path)).json();
        return z.looseObject({}).parse(body);
      };
      for (const q of ['hetty', 'bruno', 'otto', 'zanzibar', '8025559933']) {
        expect(await count(`/api/users?q=${q}`), `${name}: ${q}`).toMatchObject({ total: 0, users: [] });
      }
      const locations = await count('/api/locations');
      expect(await count('/api/dashboard')).toMatchObject({ total_locations: locations.total, setup: null });
      expect(locations.locations).toHaveLength(Number(locations.total));
      expect(JSON.stringify(await count(`/api/locations/${cast.mine.id}/users?q=otto`))).toContain(
        '"total":0',
      );
    }
  });

  test("in the count of a role's users, which only actors with access to all locations get", async () => {
    const answers = await Promise.all(
      [cast.actors.manager, cast.actors.area].map(async (client) =>
        (await client.raw('GET', '/api/roles')).text(),
      ),
    );
    expect(answers.join()).not.toMatch(/"user_count":\d/);
  });

  test('in the locations of a new or changed user: a foreign location counts as unknown', async () => {
    const { manager } = cast.actors;
    const create = async (location: string) => {
      const body = { email: `${randomUUID()}@new.example`, full_name: 'X', location_ids: [location] };
      return comparable(await textOf(manager.raw('POST', '/api/users', body)));
    };
    expect(await create(cast.hidden.location.id)).toBe(await create(randomUUID()));
  });
});

async function textOf(answer: Promise<QuickResponse>) {
  const response = await answer;
  return { status: response.status, text: await response.text() };
}
