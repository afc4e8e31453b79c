import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Permission, TokenPermission } from '../../../contract/access/permissions.ts';
import { getLocationAccessOn } from '../../../contract/access-on.ts';
import { listAudit } from '../../../contract/audit.ts';
import { createDistrict } from '../../../contract/districts.ts';
import { listLocationUsers } from '../../../contract/location-access.ts';
import { createLocation, listLocations } from '../../../contract/locations.ts';
import { notificationText } from '../../../contract/notifications/notification-words.ts';
import { listNotifications } from '../../../contract/notifications/notifications.ts';
import { deleteRole, listRoles, updateRole } from '../../../contract/roles.ts';
import * as contract from '../../../contract/service-accounts.ts';
import { createToken } from '../../../contract/tokens.ts';
import { getUserAccess } from '../../../contract/user-access.ts';
import {
  createUser,
  getUser,
  listUsers,
  replaceUserLocations,
  replaceUserRoles,
  updateUser,
} from '../../../contract/users.ts';
import { type Client, createClient } from '../../testing/requests/client.ts';
import { ownRole } from '../../testing/worlds/own-role.ts';
import { signInAs } from '../../testing/worlds/sign-in-as.ts';
import { millRoad, startWorld, type User, type World } from '../../testing/worlds/world.ts';
import { remindOfTokens } from '../auth/tokens/token-reminders.service.ts';

let world: World;
let shiftMs = 0;
let made = 0;
const dayMs = 86_400_000;
beforeAll(async () => {
  world = await startWorld({ now: () => new Date(Date.now() + shiftMs) });
});
afterAll(() => world.close());

const reads: TokenPermission[] = ['locations.read', 'users.read'];
const newRole = (permissions: Permission[]) => ownRole(world, `Role ${made++}`, permissions);

function request(owner_role_id: string, rules: Partial<contract.ServiceAccountInput> = {}) {
  const own = { name: `Export ${made++}`, purpose: 'Nightly', owner_role_id };
  return { body: { ...own, permissions: reads, scope: 'all' as const, ...rules } };
}

/** With a token, as a client. */
async function newAccount(
  owner_role_id: string,
  rules: Partial<contract.ServiceAccountInput> = {},
  by: Client = world.ada,
) {
  const account = (await by.call(contract.createServiceAccount, request(owner_role_id, rules))).ok();
  const { token, client } = await newToken(account.id, by);
  return { account, token, client };
}

async function newToken(id: string, by: Client = world.ada, lifetime_days = 90) {
  const body = { name: 'Nightly', lifetime_days };
  const { token, secret } = (await by.call(contract.createAccountToken, { params: { id }, body })).ok();
  return { token, client: createClient(world.url, secret) };
}

const statusOf = async (client: Client) => (await client.call(listLocations, { query: {} })).status;
const namesOf = async (client: Client) =>
  (await client.call(listLocations, { query: {} })).ok().locations.map(({ name }) => name);
const patch = (id: string, body: object, by: Client = world.ada) =>
  by.call(contract.updateServiceAccount, { params: { id }, body });
const accountOf = async (id: string, by: Client = world.ada) =>
  (await by.call(contract.listServiceAccounts, {})).ok().accounts.find((account) => account.id === id);

/** Holds tokens.manage and these, at Mill Road. */
async function keeperOf(...permissions: Permission[]): Promise<User> {
  const keeper = await world.newUser(`Kim Keeper ${made++}`, [], [world.locations.millRoad]);
  const role_ids = [await newRole(['tokens.manage', 'locations.read', ...permissions])];
  (await world.ada.call(replaceUserRoles, { params: { id: keeper.id }, body: { role_ids } })).ok();
  return keeper;
}

describe('what a service account may', () => {
  test('it may what it was given, if its owner role may at that moment', async () => {
    const role = await newRole(['locations.all', 'locations.read', 'users.read']);
    const { client } = await newAccount(role);
    expect((await client.call(listUsers, { query: {} })).status).toBe(200);
    const set = (permissions: Permission[]) =>
      world.ada.call(updateRole, { params: { id: role }, body: { permissions } });
    (await set(['locations.all', 'locations.read', 'users.create'])).ok();
    expect((await client.call(listUsers, { query: {} })).status).toBe(403);
    const body = { email: 'x@northline.example', full_name: 'X' };
    expect((await client.call(createUser, { body })).status).toBe(403);
    // It has no location of its own.
    (await set(['locations.read'])).ok();
    expect(await namesOf(client)).toEqual([]);
  });

  test('it sees its locations and districts, and nobody is its colleague there', async () => {
    const { millRoad: here } = world.locations;
    const district = (await world.ada.call(createDistrict, { body: { name: 'North' } })).ok();
    const body = { ...millRoad, name: 'Northgate', district_id: district.id };
    (await world.ada.call(createLocation, { body })).ok();
    const places = { scope: 'locations' as const, location_ids: [here.id] };
    const { client, account } = await newAccount(world.roleIds.employee, places);
    expect(await namesOf(client)).toEqual(['Mill Road']);
    const rules = { scope: 'districts' as const, district_ids: [district.id] };
    const ofDistrict = await newAccount(world.roleIds.employee, rules);
    expect(await namesOf(ofDistrict.client)).toEqual(['Northgate']);
    const { users } = (await client.call(listUsers, { query: {} })).ok();
    expect(users.map(({ id }) => id)).not.toContain(account.id);
    expect((await client.call(getUser, { params: { id: account.id } })).status).toBe(404);
    expect((await world.ada.call(getUser, { params: { id: account.id } })).status).toBe(404);
  });

  test('its tokens stop with the deletion of its owner role, and another role brings them back', async () => {
    const role = await newRole(['locations.all', ...reads]);
    const { client, account } = await newAccount(role);
    expect(await statusOf(client)).toBe(200);
    const { roles } = (await world.ada.call(listRoles, {})).ok();
    expect(roles.find(({ id }) => id === role)?.service_count).toBe(1);
    (await world.ada.call(deleteRole, { params: { id: role } })).ok();
    const refused = (await client.call(listLocations, { query: {} })).problem();
    expect(refused).toMatchObject({ status: 401, detail: expect.stringContaining('was deleted') });
    expect(await accountOf(account.id)).toMatchObject({ owner_role: null, has_owner: false });
    (await patch(account.id, { owner_role_id: world.roleIds.admin })).ok();
    expect(await statusOf(client)).toBe(200);
  });

  test('it and its tokens end at once, and an activation brings no token back', async () => {
    const { client, account, token } = await newAccount(world.roleIds.admin);
    const other = await newToken(account.id);
    const params = { id: account.id, token_id: token.id };
    expect((await world.ada.call(contract.endAccountToken, { params })).status).toBe(204);
    expect(await statusOf(client)).toBe(401);
    expect(await statusOf(other.client)).toBe(200);
    (await patch(account.id, { is_active: false })).ok();
    expect(await statusOf(other.client)).toBe(401);
    const body = { name: 'Nightly' };
    const late = world.ada.call(contract.createAccountToken, { params: { id: account.id }, body });
    expect((await late).status).toBe(409);
    (await patch(account.id, { is_active: true })).ok();
    expect(await statusOf(other.client)).toBe(401);
    expect(await statusOf((await newToken(account.id)).client)).toBe(200);
  });

  test('a renewed token works beside the former one', async () => {
    const { client, account, token } = await newAccount(world.roleIds.admin);
    const params = { id: account.id, token_id: token.id };
    const { secret } = (await world.ada.call(contract.renewAccountToken, { params, body: {} })).ok();
    expect([await statusOf(client), await statusOf(createClient(world.url, secret))]).toEqual([200, 200]);
    // By the same token of another account.
    const { account: another } = await newAccount(world.roleIds.admin);
    const wrong = { params: { id: another.id, token_id: token.id }, body: {} };
    expect((await world.ada.call(contract.renewAccountToken, wrong)).status).toBe(404);
  });

  test('it makes no token, and manages no service account', async () => {
    const { client, account } = await newAccount(world.roleIds.admin);
    const refused = [
      await client.call(contract.listServiceAccounts, {}),
      await client.call(createToken, { body: { name: 'x', permissions: reads, scope: 'all' } }),
      await client.call(contract.createAccountToken, { params: { id: account.id }, body: { name: 'x' } }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([403, 403, 403]);
    const body = { ...request(world.roleIds.admin).body, permissions: ['tokens.manage' as TokenPermission] };
    expect((await world.ada.call(contract.createServiceAccount, { body })).status).toBe(400);
  });
});

describe('who manages one', () => {
  test('nobody makes one that may or sees more than they or its owner role', async () => {
    const keeper = await keeperOf();
    const { millRoad: here, airport } = world.locations;
    const make = async (role: string, rules: Partial<contract.ServiceAccountInput>) =>
      (await keeper.call(contract.createServiceAccount, request(role, rules))).status;
    const own: Partial<contract.ServiceAccountInput> = { permissions: ['locations.read'] };
    const { admin, employee } = world.roleIds;
    const at = (id: string) => ({ scope: 'locations' as const, location_ids: [id] });
    expect(await make(admin, { ...own, scope: 'all' })).toBe(403);
    expect(await make(admin, { permissions: ['users.delete'], ...at(here.id) })).toBe(403);
    expect(await make(admin, { ...own, ...at(airport.id) })).toBe(400);
    // A cover ends, and an account stays.
    const ends_at = new Date(Date.now() + shiftMs + dayMs).toISOString().slice(0, 16);
    const body = { location_ids: [here.id], covers: [{ location_id: airport.id, ends_at }] };
    (await world.ada.call(replaceUserLocations, { params: { id: keeper.id }, body })).ok();
    expect(await namesOf(keeper)).toContain('Airport');
    expect(await make(admin, { ...own, ...at(airport.id) })).toBe(400);
    expect(await make(admin, { ...own, ...at(here.id) })).toBe(200);
    // The owner role.
    const rules = { permissions: ['users.delete' as const], ...at(here.id) };
    const lacking = await world.ada.call(contract.createServiceAccount, request(employee, rules));
    expect(lacking.problem()).toMatchObject({ status: 400, issues: [{ path: 'owner_role_id' }] });
    const all = await world.ada.call(contract.createServiceAccount, request(employee, own));
    expect(all.problem()).toMatchObject({ status: 400, issues: [{ path: 'owner_role_id' }] });
  });

  test('one that sees more is not there, and one that may more is not theirs to manage', async () => {
    const keeper = await keeperOf();
    const { millRoad: here, airport } = world.locations;
    const at = (...location_ids: string[]) => ({ scope: 'locations' as const, location_ids });
    const wide = await newAccount(world.roleIds.admin);
    const elsewhere = await newAccount(world.roleIds.employee, at(here.id, airport.id));
    const higher = await newAccount(world.roleIds.employee, at(here.id));
    const same = await newAccount(world.roleIds.employee, {
      ...at(here.id),
      permissions: ['locations.read'],
    });
    const { accounts } = (await keeper.call(contract.listServiceAccounts, {})).ok();
    const listed = accounts.map(({ id }) => id);
    expect(listed).toEqual(expect.arrayContaining([higher.account.id, same.account.id]));
    expect(listed).not.toEqual(expect.arrayContaining([wide.account.id]));
    expect(listed).not.toEqual(expect.arrayContaining([elsewhere.account.id]));
    const acts = async ({ account: { id }, token }: typeof wide) => [
      (await patch(id, { purpose: `Edited ${made++}` }, keeper)).status,
      (await keeper.call(contract.createAccountToken, { params: { id }, body: { name: 'x' } })).status,
      (await keeper.call(contract.endAccountToken, { params: { id, token_id: token.id } })).status,
    ];
    expect(await acts(wide)).toEqual([404, 404, 404]);
    expect(await acts(elsewhere)).toEqual([404, 404, 404]);
    expect(await acts(higher)).toEqual([403, 403, 403]);
    expect(await acts(same)).toEqual([200, 200, 204]);
    for (const { account } of [wide, elsewhere])
      expect((await keeper.call(contract.listAccountCalls, { params: { id: account.id } })).status).toBe(404);
  });

  test('making a token needs the password of the last 15 minutes', async () => {
    const { account } = await newAccount(world.roleIds.admin);
    shiftMs += 16 * 60_000;
    const late = { params: { id: account.id }, body: { name: 'Late' } };
    const refused = (await world.ada.call(contract.createAccountToken, late)).problem();
    expect(refused).toMatchObject({ status: 403, code: 'password_needed' });
    shiftMs -= 16 * 60_000;
  });

  test('an edit for an older version is refused, and a repeated creation makes one', async () => {
    const id = '7f2f4c1e-0f5a-4a54-9d9e-0d5c2b8a1f01';
    const { body } = request(world.roleIds.admin);
    const create = () => world.ada.call(contract.createServiceAccount, { body: { ...body, id } });
    const first = (await create()).ok();
    expect((await create()).ok()).toEqual(first);
    const edit = (purpose: string) =>
      world.ada.call(
        contract.updateServiceAccount,
        { params: { id }, body: { purpose } },
        { ifMatch: first.updated_at },
      );
    expect((await edit('one')).ok().purpose).toBe('one');
    expect((await edit('two')).status).toBe(412);
  });
});

describe('what others read about one', () => {
  test('its calls are the last 50, with those that were refused, and survive a restart', async () => {
    const { client, account, token } = await newAccount(world.roleIds.admin);
    const listed = async () => {
      const params = { id: account.id };
      return (await world.ada.call(contract.listAccountCalls, { params })).ok().calls;
    };
    expect(await listed()).toEqual([]);
    for (let count = 0; count < 30; count++) await statusOf(client);
    await world.app.tokenUse.flush();
    expect(world.app.tokenUse.callsOf(account.id)).toEqual([]);
    expect(await listed()).toHaveLength(30);
    for (let count = 0; count < 30; count++) await statusOf(client);
    await client.call(listAudit, { query: {} });
    const calls = await listed();
    expect(calls).toHaveLength(50);
    const ip = expect.stringMatching(/127\.0\.0\.1|::1/);
    expect(calls[0]).toEqual({ at: expect.any(String), route: 'GET /api/audit', status: 403, ip });
    expect(calls[49]).toMatchObject({ route: 'GET /api/locations', status: 200 });
    await world.app.tokenUse.flush();
    expect(await listed()).toEqual(calls);
    const params = { id: account.id, token_id: token.id };
    (await world.ada.call(contract.endAccountToken, { params })).ok();
    expect(await statusOf(client)).toBe(401);
    expect((await listed())[0]).toMatchObject({ route: 'GET /api/locations', status: 401 });
  });

  test('the audit log names it as actor and as subject', async () => {
    const { millRoad: here } = world.locations;
    const rules = { name: 'HR export', permissions: ['users.create', 'users.read'] as TokenPermission[] };
    const { client, account } = await newAccount(world.roleIds.admin, rules);
    const body = { email: `new${made++}@northline.example`, full_name: 'Nia New', location_ids: [here.id] };
    const user = (await client.call(createUser, { body })).ok();
    (await patch(account.id, { name: 'HR feed' })).ok();
    (await patch(account.id, { is_active: false })).ok();
    const sentences = async (query: object) =>
      (await world.ada.call(listAudit, { query })).ok().entries.map(({ sentence }) => sentence);
    expect(await sentences({ user: account.id })).toEqual([
      'Ada Owner deactivated the service account HR feed',
      'Ada Owner edited the service account HR export',
      'HR export (service account) added Nia New to Mill Road with the token Nightly',
      'Ada Owner made the API token Nightly of the service account HR export',
      'Ada Owner made the service account HR export',
    ]);
    const access = (await world.ada.call(getUserAccess, { params: { id: user.id } })).ok();
    expect(access.locations[0]?.assigned?.by).toBe('HR export (service account)');
  });

  test('the access list and the access on a day name it to who manages service accounts', async () => {
    const { millRoad: here } = world.locations;
    const at = { scope: 'locations' as const, location_ids: [here.id] };
    const { account } = await newAccount(world.roleIds.employee, { ...at, name: 'Here' });
    const { account: off } = await newAccount(world.roleIds.employee, { ...at, name: 'Off' });
    (await patch(off.id, { is_active: false })).ok();
    const manager = await world.newUser(`Mia Manager ${made++}`, ['manager'], [here]);
    const services = async (by: Client) =>
      (await by.call(listLocationUsers, { params: { id: here.id }, query: {} })).ok().services;
    const ids = (await services(world.ada))?.map(({ id }) => id);
    expect(ids).toContain(account.id);
    expect(ids).not.toContain(off.id);
    expect(await services(manager)).toBeNull();
    const onDay = async (by: Client) => {
      const query = { day: 'today' };
      return (await by.call(getLocationAccessOn, { params: { id: here.id }, query })).ok().services;
    };
    // Both were active at some moment of the day.
    expect((await onDay(world.ada))?.map(({ id }) => id)).toEqual(
      expect.arrayContaining([account.id, off.id]),
    );
    expect(await onDay(manager)).toBeNull();
    const boss = await world.newUser(`Bo Boss ${made++}`, ['admin']);
    shiftMs += 2 * dayMs;
    const later = await onDay(createClient(world.url, await signInAs(world.app, boss)));
    shiftMs -= 2 * dayMs;
    expect(later?.map(({ id }) => id)).toContain(account.id);
    expect(later?.map(({ id }) => id)).not.toContain(off.id);
  });

  test("a user's page lists tokens to who manages service accounts", async () => {
    const mia = await world.newUser(`Mia Manager ${made++}`, ['manager'], [world.locations.millRoad]);
    (await mia.call(createToken, { body: { name: 'Mine', permissions: reads, scope: 'all' } })).ok();
    const tokens = async (by: Client) =>
      (await by.call(getUserAccess, { params: { id: mia.id } })).ok().tokens;
    expect(await tokens(world.ada)).toMatchObject([{ name: 'Mine', last_used_at: null }]);
    expect(await tokens(mia)).toBeNull();
  });

  test('a deactivation says that the last active holder of an owner role left', async () => {
    const role = await newRole(['locations.all', ...reads]);
    const [one, two] = [await world.newUser(`Ona ${made++}`), await world.newUser(`Tom ${made++}`)];
    for (const { id } of [one, two])
      (await world.ada.call(replaceUserRoles, { params: { id }, body: { role_ids: [role] } })).ok();
    const { account, client } = await newAccount(role);
    const deactivate = async ({ id }: User) => {
      const request = { params: { id }, body: { is_active: false } };
      return (await world.ada.call(updateUser, request)).ok().ended?.service_accounts;
    };
    expect(await deactivate(one)).toBe(0);
    expect((await accountOf(account.id))?.has_owner).toBe(true);
    expect(await deactivate(two)).toBe(1);
    expect((await accountOf(account.id))?.has_owner).toBe(false);
    const access = (await world.ada.call(getUserAccess, { params: { id: two.id } })).ok();
    expect(access.deactivation?.ended).toContain('1 service account needs an owner');
    // The role still allows it.
    expect(await statusOf(client)).toBe(200);
  });
});

describe('before a token expires', () => {
  const textsOf = async (user: User) => {
    await world.settle();
    const { notifications } = (await user.call(listNotifications, { query: {} })).ok();
    return notifications.filter(({ kind }) => kind === 'token_ending').map(notificationText);
  };

  test('its owner hears of it 14 and 3 days before, once each, unless it was renewed', async () => {
    const mia = await world.newUser(`Mia Manager ${made++}`, ['manager'], [world.locations.millRoad]);
    const body = { permissions: reads, scope: 'all' as const };
    const days = [90, 10];
    for (const lifetime_days of days)
      (await mia.call(createToken, { body: { ...body, name: `In ${lifetime_days}`, lifetime_days } })).ok();
    await remindOfTokens(world.app);
    expect(await textsOf(mia)).toEqual([]);
    shiftMs += 77 * dayMs;
    await remindOfTokens(world.app);
    shiftMs -= 77 * dayMs;
    expect(await textsOf(mia)).toEqual([
      expect.stringMatching(/^The API token In 90 expires on \w{3} \d+, \d{4}$/),
    ]);
  });

  test('those with the owner role who manage service accounts hear of it', async () => {
    const role = await newRole(['locations.all', 'tokens.manage', ...reads]);
    const [keeper, other] = [await keeperOf('locations.all'), await keeperOf('locations.all')];
    const held = (await world.ada.call(getUser, { params: { id: keeper.id } }))
      .ok()
      .roles.map(({ id }) => id);
    const body = { role_ids: [...held, role] };
    (await world.ada.call(replaceUserRoles, { params: { id: keeper.id }, body })).ok();
    const { account } = await newAccount(role, { name: 'HR export' });
    shiftMs += 77 * dayMs;
    await remindOfTokens(world.app);
    await remindOfTokens(world.app);
    shiftMs += 10 * dayMs;
    await remindOfTokens(world.app);
    shiftMs -= 87 * dayMs;
    const text = expect.stringMatching(/^The API token Nightly of the service account HR export expires on /);
    expect((await textsOf(keeper)).filter((one) => one.includes('HR export'))).toEqual([text]);
    expect((await textsOf(other)).filter((one) => one.includes('HR export'))).toEqual([]);
    expect((await accountOf(account.id))?.tokens).toHaveLength(1);
  });
});
