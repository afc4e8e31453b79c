import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { allPermissions } from '../../../contract/access/permissions.ts';
import { listAudit } from '../../../contract/audit.ts';
import { getDashboard } from '../../../contract/dashboard.ts';
import { createLocation } from '../../../contract/locations.ts';
import { getProfile, updateProfile } from '../../../contract/profile.ts';
import { createRole, listRoles, updateRole } from '../../../contract/roles.ts';
import { getAppConfig } from '../../../contract/settings.ts';
import { replaceUserLocations, replaceUserRoles } from '../../../contract/users.ts';
import { ada, present } from '../../testing/worlds/auth-world.ts';
import { type FactorWorld, startFactorWorld } from '../../testing/worlds/factor-world.ts';
import { millRoad } from '../../testing/worlds/world.ts';

let world: FactorWorld;
beforeAll(async () => {
  world = await startFactorWorld();
});
beforeEach(() => {
  world.clock.ms += 60_000;
});
afterAll(() => world.close());

const asAda = async () => world.api((await world.signIn(ada)).session);
let roles = 0;

/** A user with a role of their own. */
async function holder(requires_second_factor: boolean) {
  const admin = await asAda();
  const body = {
    name: `Keyholder ${roles++}`,
    permissions: ['locations.read' as const],
    requires_second_factor,
  };
  const role = (await admin.call(createRole, { body })).ok();
  const user = await world.newUser();
  const params = { id: user.session.user.id };
  (await admin.call(replaceUserRoles, { params, body: { role_ids: [role.id] } })).ok();
  return { ...user, admin, role };
}

test('a user whose role requires a second factor can only set it up until there is one', async () => {
  const { browser, session } = await holder(true);
  const api = world.api(session);
  const refused = { status: 403, code: 'second_factor_setup_required' };
  expect((await api.call(getDashboard, { query: {} })).problem()).toMatchObject(refused);
  expect((await api.call(updateProfile, { body: { phone: '1' } })).problem()).toMatchObject(refused);
  expect((await api.raw('GET', '/api/audit.csv')).status).toBe(403);
  expect((await api.call(getAppConfig, {})).status).toBe(200);
  expect((await api.call(getProfile, {})).ok().second_factor).toEqual({
    is_set_up: false,
    is_required: true,
  });

  const app = await world.setUp(browser);
  const now = world.api(app.session);
  expect((await now.call(getDashboard, { query: {} })).status).toBe(200);
  expect((await now.call(getProfile, {})).ok().second_factor).toEqual({ is_set_up: true, is_required: true });
});

test('updateRole requires a second factor from the next request on, and is in the audit log', async () => {
  const { admin, role, session } = await holder(false);
  expect(await world.apiCode(session)).toBe('ok');
  const params = { id: role.id };
  const changed = (await admin.call(updateRole, { params, body: { requires_second_factor: true } })).ok();
  expect(changed.requires_second_factor).toBe(true);
  expect(await world.apiCode(session)).toBe('second_factor_setup_required');
  const { entries } = (await admin.call(listAudit, { query: { action: 'role.updated' } })).ok();
  expect(entries[0]?.changes).toEqual([{ field: 'Second factor required', before: 'no', after: 'yes' }]);
  (await admin.call(updateRole, { params, body: { requires_second_factor: false } })).ok();
  expect(await world.apiCode(session)).toBe('ok');
});

test('a user who removes a required second factor can only set up another', async () => {
  const { browser } = await holder(true);
  const { factorId } = await world.setUp(browser);
  expect((await browser.mfa.unenroll({ factorId })).error).toBeNull();
  const { data } = await browser.refreshSession();
  expect(await world.apiCode(present(data.session))).toBe('second_factor_setup_required');
});

test('updateRole lets the role admin require a second factor, and changes nothing else of it', async () => {
  const own = await startFactorWorld();
  const { browser, session } = await own.signIn(ada);
  const admin = own.api(session);
  const { roles } = (await admin.call(listRoles, {})).ok();
  const params = { id: present(roles.find((role) => role.name === 'admin')).id };
  const both = { requires_second_factor: true, description: 'Everything' };
  expect((await admin.call(updateRole, { params, body: both })).problem().code).toBe('conflict');
  (await admin.call(updateRole, { params, body: { requires_second_factor: true } })).ok();
  expect(await own.apiCode(session)).toBe('second_factor_setup_required');
  const app = await own.setUp(browser);
  expect(await own.apiCode(app.session)).toBe('ok');
  await own.close();
});

test("replaceUserRoles refuses to revoke one's own role that requires a second factor, unless one manages roles", async () => {
  const { admin, session, browser, role } = await holder(true);
  const own = { id: session.user.id };
  const { roles: all } = (await admin.call(listRoles, {})).ok();
  const idOf = (wanted: string) => present(all.find(({ name }) => name === wanted)).id;
  const [manager, viewer] = [idOf('manager'), idOf('viewer')];
  const location = (await admin.call(createLocation, { body: millRoad })).ok();
  const locations = { location_ids: [location.id] };
  (await admin.call(replaceUserLocations, { params: own, body: locations })).ok();
  const give = (role_ids: string[]) => ({ params: own, body: { role_ids } });
  (await admin.call(replaceUserRoles, give([role.id, manager, viewer]))).ok();

  const self = world.api((await world.setUp(browser)).session);
  expect((await self.call(replaceUserRoles, give([manager]))).problem()).toMatchObject({
    status: 403,
    detail: 'This role requires you to have a second factor. Only somebody who manages roles can revoke it.',
  });
  // The role manager has all permissions of viewer.
  (await self.call(replaceUserRoles, give([role.id, manager]))).ok();
  (await admin.call(replaceUserRoles, give([]))).ok();
});

test('replaceUserRoles refuses this too to an actor who may manage roles at some locations only', async () => {
  const { admin, session, browser, role } = await holder(true);
  const own = { id: session.user.id };
  const body = {
    name: 'Area lead',
    permissions: allPermissions.filter((permission) => permission !== 'locations.all'),
  };
  const area = (await admin.call(createRole, { body })).ok();
  const location = (await admin.call(createLocation, { body: millRoad })).ok();
  (await admin.call(replaceUserLocations, { params: own, body: { location_ids: [location.id] } })).ok();
  const give = (role_ids: string[]) => ({ params: own, body: { role_ids } });
  (await admin.call(replaceUserRoles, give([role.id, area.id]))).ok();

  const self = world.api((await world.setUp(browser)).session);
  expect((await self.call(replaceUserRoles, give([area.id]))).problem()).toMatchObject({
    status: 403,
    detail: 'This role requires you to have a second factor. Only somebody who manages roles can revoke it.',
  });
});
