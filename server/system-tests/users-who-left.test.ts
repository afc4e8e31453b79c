import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendInvitation } from '../../contract/invitations.ts';
import { assignUser } from '../../contract/location-access.ts';
import { createLocation, getLocation } from '../../contract/locations.ts';
import { listNotifications, saveNotificationSettings } from '../../contract/notifications/notifications.ts';
import { getProfile } from '../../contract/profile.ts';
import { listRoles } from '../../contract/roles.ts';
import { getUserAccess } from '../../contract/user-access.ts';
import { createUser, getUser, listUsers, replaceUserRoles, updateUser } from '../../contract/users.ts';
import { createView } from '../../contract/views.ts';
import type { Client } from '../testing/requests/client.ts';
import { nameOf } from '../testing/requests/contract-endpoints.ts';
import type { Choice, Row } from '../testing/requests/endpoint-row.ts';
import { endpointTable } from '../testing/requests/endpoint-table.ts';
import { comparable, send } from '../testing/requests/send.ts';
import { ownRole } from '../testing/worlds/own-role.ts';
import { startWorld, type User, type World } from '../testing/worlds/world.ts';

/**
 * Users who left, and when users last signed in, are seen only by actors who may manage users (decision 69). The
 * audit log is not part of this: whoever may read it reads all of it.
 */
let world: World;
let left: User;
let readers: Record<'employee' | 'viewer' | 'reader of all', User>;
let secrets: string[];

beforeAll(async () => {
  world = await startWorld();
  const { ada, locations } = world;
  left = await world.newUser('Lena Lefthand', ['manager'], [locations.millRoad]);
  const body = { phone: '(518) 555-4242', employee_number: 'L-4242' };
  (await ada.call(updateUser, { params: { id: left.id }, body })).ok();
  // She assigned and added others before she left.
  const newcomer = await world.newUser('Nils Newcomer', ['employee'], []);
  (await ada.call(updateUser, { params: { id: newcomer.id }, body: { phone: '7' } })).ok();
  const params = { id: locations.millRoad.id, user_id: newcomer.id };
  (
    await ada.call(replaceUserRoles, { params: { id: left.id }, body: { role_ids: [world.roleIds.admin] } })
  ).ok();
  (await left.call(assignUser, { params })).ok();
  const everywhere = await world.newUser('Rita Reader', [], [locations.millRoad]);
  const role_ids = [
    await ownRole(world, 'reader', ['locations.all', 'locations.read', 'users.read', 'roles.read']),
  ];
  (await ada.call(replaceUserRoles, { params: { id: everywhere.id }, body: { role_ids } })).ok();
  readers = {
    employee: await world.newUser('Eva Employee', ['employee'], [locations.millRoad]),
    viewer: await world.newUser('Vic Viewer', ['viewer'], [locations.millRoad]),
    'reader of all': everywhere,
  };
  (await ada.call(updateUser, { params: { id: left.id }, body: { is_active: false } })).ok();
  secrets = [left.id, left.email, 'Lefthand', '555-4242', 'L-4242'];
});
afterAll(() => world.close());

const names = ['employee', 'viewer', 'reader of all'] as const;
/** What the audit log says is not hidden from its readers. */
const audited = ['/api/audit', '/api/audit.csv', '/api/dashboard/recent-changes'];

/** Ids for one request: users are Lena or unknown, everything else is at the readers' location. */
function choose(user: string): Choice {
  const { ada, locations } = world;
  return {
    user: async () => user,
    location: async () => locations.millRoad.id,
    async spareLocation() {
      const body = { name: 'Spare', address: '1 Lane', city: 'Troy', state: 'NY', zip: '12180' };
      return (await ada.call(createLocation, { body })).ok().id;
    },
    role: async () => world.roleIds.viewer,
    employeeRole: world.roleIds.employee,
    email: async () => randomUUID(),
    async sharedView() {
      const body = { list: 'users' as const, name: 'Shared', query: '', is_shared: true };
      return (await ada.call(createView, { body })).ok().id;
    },
    at: (create) => create(ada, locations.millRoad.id),
  };
}

function showsNothing(text: string) {
  const shown = secrets.filter((secret) => text.toLowerCase().includes(secret.toLowerCase()));
  expect(shown).toEqual([]);
}

function showsNoSignIn(text: string) {
  expect(text).not.toMatch(/"last_sign_in_at":"/);
  expect(text).not.toContain('Last sign-in');
}

describe.each(names)('%s', (name) => {
  const isAudited = (row: Row) => name === 'viewer' && audited.includes(row.endpoint.path);
  const rows = endpointTable.filter((row) => !isAudited(row));

  test.each(
    rows.map((row) => ({ call: nameOf(row.endpoint), row })),
  )('does not learn from $call who left or when anybody signed in', async ({ row }) => {
    const { endpoint, request } = row;
    const reader = readers[name];
    const ask = async (id: string) => send(reader, endpoint, await request(choose(id)));
    const answer = await ask(left.id);
    showsNothing(answer.text.replaceAll(`${left.id}`, answer.status === 200 ? left.id : ''));
    // One's own last sign-in is no secret, and the document has examples.
    if (!['/api/profile', '/api/openapi.json'].includes(endpoint.path)) showsNoSignIn(answer.text);
    const unknown = await ask(randomUUID());
    if (answer.status >= 400) expect(comparable(answer)).toBe(comparable(unknown));
  });

  test.each([
    '/api/users?limit=1000&include=refs',
    '/api/users?status=inactive',
    '/api/users?status=not:active',
    '/api/users?sort=-status',
    '/api/users?q=lefthand',
    '/api/users?q=5554242',
    '/api/users?q=L-4242',
    '/api/users?role=MANAGER',
    '/api/locations/MILL/users?limit=1000',
    '/api/locations/MILL/users?list=cannot_see',
    '/api/locations/MILL/users?list=cannot_see&q=lefthand',
    '/api/locations/MILL/users?after=LEFT',
    '/api/users/LEFT',
    '/api/users/LEFT/access',
    '/api/users/LEFT/roles',
    '/api/users/LEFT/locations',
    '/api/users/LEFT/sessions',
    '/api/users/LEFT/invitation',
    '/api/users/NEWCOMER/access',
  ])('sees no user who left in %s', async (path) => {
    const { users } = (await world.ada.call(listUsers, { query: { q: 'Newcomer' } })).ok();
    const filled = path
      .replace('MILL', world.locations.millRoad.id)
      .replace('LEFT', left.id)
      .replace('NEWCOMER', users[0]?.id ?? '')
      .replace('MANAGER', world.roleIds.manager);
    const answer = await readers[name].raw('GET', filled);
    const text = await answer.text();
    expect([200, 400, 403, 404]).toContain(answer.status);
    showsNothing(text);
    showsNoSignIn(text);
  });

  test('is refused a filter or sort by the last sign-in', async () => {
    for (const query of [
      'last_sign_in=never',
      'last_sign_in=not:90',
      'sort=last_sign_in',
      'sort=-last_sign_in',
    ]) {
      const answer = await readers[name].raw('GET', `/api/users?${query}`);
      expect(answer.status, query).toBe(400);
    }
    expect((await world.ada.raw('GET', '/api/users?last_sign_in=90&sort=last_sign_in')).status).toBe(200);
  });

  test('counts only active users', async () => {
    const reader: Client = readers[name];
    const { total, users } = (await reader.call(listUsers, { query: { limit: 1000 } })).ok();
    expect(total).toBe(users.length);
    const inactive = (await reader.call(listUsers, { query: { status: 'inactive' } })).ok();
    expect(inactive).toMatchObject({ total: 0, users: [] });
    const params = { id: world.locations.millRoad.id };
    const { assigned_count, user_count } = (await reader.call(getLocation, { params })).ok();
    expect(assigned_count).toBe(user_count);
    const managed = (await world.ada.call(getLocation, { params })).ok();
    expect(managed.assigned_count).toBe(managed.user_count + 1);
  });
});

test('totals asked for at the same time are those of each reader, whoever asked first', async () => {
  const total = async (client: Client) => (await client.call(listUsers, { query: { limit: 1 } })).ok().total;
  const gone = (await world.ada.call(listUsers, { query: { status: 'inactive' } })).ok().total;
  const all = await total(world.ada);
  expect(gone).toBeGreaterThan(0);
  expect(await total(readers['reader of all'])).toBe(all - gone);
  expect(await total(world.ada)).toBe(all);
});

test('roles count only active users for a reader who may not manage users', async () => {
  const countOf = async (client: Client) =>
    (await client.call(listRoles, {})).ok().roles.find((role) => role.name === 'admin')?.user_count;
  expect(await countOf(readers['reader of all'])).toBe(1);
  expect(await countOf(world.ada)).toBe(2);
});

test('a user who may manage users sees who left, and when users signed in', async () => {
  const manager = await world.newUser('Mia Manager', ['manager'], [world.locations.millRoad]);
  const off = await world.newUser('Otto Off', ['employee'], [world.locations.millRoad]);
  (await world.ada.call(updateUser, { params: { id: off.id }, body: { is_active: false } })).ok();
  for (const permission of ['users.update', 'users.deactivate'] as const) {
    const one = await world.newUser(`Only ${permission}`, [], [world.locations.millRoad]);
    const role_ids = [await ownRole(world, permission, ['users.read', permission])];
    (await world.ada.call(replaceUserRoles, { params: { id: one.id }, body: { role_ids } })).ok();
    for (const reader of [manager, one]) {
      expect((await reader.call(getUser, { params: { id: off.id } })).ok()).toMatchObject({
        is_active: false,
      });
      expect(
        (await reader.call(getUserAccess, { params: { id: manager.id } })).ok().last_sign_in_at,
      ).not.toBeNull();
      const { users } = (await reader.call(listUsers, { query: { q: 'Otto Off' } })).ok();
      expect(users).toHaveLength(1);
    }
  }
});

test('everybody sees their own last sign-in', async () => {
  expect((await readers.employee.call(getProfile, {})).ok().last_sign_in_at).not.toBeNull();
});

test('exports of users need their own permission, besides the one to see users', async () => {
  const role_ids = [await ownRole(world, 'exporter', ['users.export'])];
  const exporter = await world.newUser('Ezra Exporter', [], [world.locations.millRoad]);
  (await world.ada.call(replaceUserRoles, { params: { id: exporter.id }, body: { role_ids } })).ok();
  const body = { ids: [left.id] };
  for (const client of [exporter, readers.employee, readers.viewer]) {
    expect((await client.raw('GET', '/api/users/export.csv')).status).toBe(403);
    expect((await client.raw('POST', '/api/users/export.csv', body)).status).toBe(403);
  }
});

test('an export of a reader who may not manage users has no users who left and no last sign-in', async () => {
  const exporter = await world.newUser('Xena Exporter', [], [world.locations.millRoad]);
  const role_ids = [await ownRole(world, 'list exporter', ['users.read', 'users.export'])];
  (await world.ada.call(replaceUserRoles, { params: { id: exporter.id }, body: { role_ids } })).ok();
  const all = await (await exporter.raw('GET', '/api/users/export.csv')).text();
  expect(all).toContain('Xena Exporter');
  showsNothing(all);
  showsNoSignIn(all);
  const chosen = await exporter.raw('GET', '/api/users/export.csv?columns=email,last_sign_in_at');
  expect(chosen.status).toBe(400);
  const selected = await exporter.raw('POST', '/api/users/export.csv', { ids: [left.id, exporter.id] });
  const text = await selected.text();
  expect(text).toContain('Xena Exporter');
  showsNothing(text);
  showsNoSignIn(text);
});

test.each([
  { knowsPast: false, permissions: ['users.read', 'users.invite'] as const },
  { knowsPast: true, permissions: ['users.read', 'users.invite', 'users.update'] as const },
])('told that an invited user joined, who then leaves, a reader keeps it only with a permission to see who left: $knowsPast', async ({
  knowsPast,
  permissions,
}) => {
  const { ada, app, locations } = world;
  const name = `Ivo Inviter ${permissions.length}`;
  const inviter = await world.newUser(name, [], [locations.millRoad]);
  const role_ids = [await ownRole(world, name, permissions)];
  (await ada.call(replaceUserRoles, { params: { id: inviter.id }, body: { role_ids } })).ok();
  const settings = [{ kind: 'invitation_accepted' as const, bell: true, email: 'now' as const }];
  (await inviter.call(saveNotificationSettings, { body: { settings } })).ok();
  const told = async () => {
    await world.settle();
    const { notifications, unread } = (await inviter.call(listNotifications, { query: {} })).ok();
    return [notifications.map(({ subject_name }) => subject_name).includes('Jo Joined'), unread];
  };
  const emails = async (to: string) => {
    const query = app.database.read.selectFrom('mail_outbox').select(['id', 'body']);
    return (await query.where('to_address', '=', to).execute()).map(
      (row) => app.mailer.readText(row.body) ?? '',
    );
  };
  const [, before] = await told();
  const email = `joined-${permissions.length}@northline.example`;
  const body = { email, full_name: 'Jo Joined', location_ids: [locations.millRoad.id] };
  const params = { id: (await ada.call(createUser, { body })).ok().id };
  (await inviter.call(sendInvitation, { params, body: { by: 'mail' } })).ok();
  const token_hash = /token_hash=([\w-]+)/.exec((await emails(email)).join())?.[1];
  const joined = await world.nobody.raw('POST', '/auth/v1/verify', { type: 'invite', token_hash });
  expect(joined.status).toBe(200);
  expect(await told()).toEqual([true, Number(before) + 1]);
  (await ada.call(updateUser, { params, body: { is_active: false } })).ok();
  expect(await told()).toEqual([knowsPast, Number(before) + (knowsPast ? 1 : 0)]);
  await world.workOnNotifications();
  expect((await emails(inviter.email)).join().includes('Jo Joined')).toBe(knowsPast);
});
