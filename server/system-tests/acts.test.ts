import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Act, acts, allActs, bulkActs, bulkPermissions, mayAct } from '../../contract/access/acts.ts';
import type { Permission } from '../../contract/access/permissions.ts';
import { resetSecondFactor } from '../../contract/auth/second-factor.ts';
import { getCompanySignIn } from '../../contract/company-sign-in.ts';
import { setDayNote } from '../../contract/day-notes.ts';
import { createDistrict, moveLocation } from '../../contract/districts.ts';
import { sendInvitation } from '../../contract/invitations.ts';
import { assignUser } from '../../contract/location-access.ts';
import * as locations from '../../contract/locations.ts';
import { updateOrganization } from '../../contract/organization.ts';
import { createRole } from '../../contract/roles.ts';
import * as runs from '../../contract/runs.ts';
import { endSessionsOf } from '../../contract/sessions.ts';
import { listEmails } from '../../contract/settings.ts';
import * as users from '../../contract/users.ts';
import { createView } from '../../contract/views.ts';
import type { Client } from '../testing/requests/client.ts';
import { upload } from '../testing/requests/upload.ts';
import { ownRole } from '../testing/worlds/own-role.ts';
import { millRoad, startWorld, type World } from '../testing/worlds/world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

/** What an act needs besides its own permissions: to see the rows. */
const seeing: readonly Permission[] = ['users.read', 'locations.read', 'roles.read', 'locations.all'];

function subsetsOf<T>(values: readonly T[]): T[][] {
  const [first, ...others] = values;
  if (first === undefined) return [[]];
  const without = subsetsOf(others);
  return without.concat(without.map((set) => [first, ...set]));
}

/** A user with a role of exactly these permissions and those to see the rows that `of` does not list. */
async function actorWith(permissions: readonly Permission[], of: readonly Permission[]) {
  const held = [...seeing.filter((permission) => !of.includes(permission)), ...permissions];
  const name = `Actor ${randomUUID()}`;
  const role_ids = [await ownRole(world, name, held)];
  const actor = await world.newUser(name);
  (await world.ada.call(users.replaceUserRoles, { params: { id: actor.id }, body: { role_ids } })).ok();
  return { actor, hasPermission: (permission: Permission) => held.includes(permission) };
}

async function someUser(is_active = true) {
  const body = { email: `${randomUUID()}@new.example`, full_name: 'Somebody', is_active };
  return (await world.ada.call(users.createUser, { body })).ok();
}

async function someLocation() {
  return (await world.ada.call(locations.createLocation, { body: { ...millRoad, name: randomUUID() } })).ok();
}

type Reply = Awaited<ReturnType<Client['call']>>;

const userIn = async () => ({ params: { id: (await someUser()).id } });
const locationIn = async () => ({ params: { id: (await someLocation()).id } });

/** The calls behind the buttons of each act. */
const calls: Record<Act, ((actor: Client) => Promise<Pick<Reply, 'status' | 'problem'>>)[]> = {
  addUser: [
    (actor) =>
      actor.call(users.createUser, { body: { email: `${randomUUID()}@new.example`, full_name: 'New' } }),
  ],
  editUser: [async (actor) => actor.call(users.updateUser, { ...(await userIn()), body: { phone: '2' } })],
  correctEmail: [
    async (actor) =>
      actor.call(users.correctEmail, { ...(await userIn()), body: { email: `${randomUUID()}@new.example` } }),
  ],
  setUserActive: [
    async (actor) => actor.call(users.updateUser, { ...(await userIn()), body: { is_active: false } }),
    async (actor) => {
      const { id } = await someUser(false);
      return actor.call(users.updateUser, { params: { id }, body: { is_active: true } });
    },
  ],
  deleteUser: [async (actor) => actor.call(users.deleteUser, await userIn())],
  inviteUser: [async (actor) => actor.call(sendInvitation, { ...(await userIn()), body: {} })],
  endUserSessions: [async (actor) => actor.call(endSessionsOf, await userIn())],
  resetSecondFactor: [async (actor) => actor.call(resetSecondFactor, await userIn())],
  exportUsers: [
    async (actor) => {
      const answer = await actor.raw('GET', '/api/users/export.csv');
      const text = await answer.text();
      return { status: answer.status, problem: () => JSON.parse(text) };
    },
  ],
  assignLocations: [
    async (actor) =>
      actor.call(users.replaceUserLocations, { ...(await userIn()), body: { location_ids: [] } }),
    async (actor) => {
      const params = { id: (await someLocation()).id, user_id: (await someUser()).id };
      return actor.call(assignUser, { params });
    },
  ],
  assignRoles: [
    async (actor) => actor.call(users.replaceUserRoles, { ...(await userIn()), body: { role_ids: [] } }),
  ],
  addLocation: [
    (actor) => actor.call(locations.createLocation, { body: { ...millRoad, name: randomUUID() } }),
  ],
  editLocation: [
    async (actor) =>
      actor.call(locations.updateLocation, { ...(await locationIn()), body: { city: 'Troy' } }),
  ],
  closeLocation: [
    async (actor) =>
      actor.call(locations.closeLocation, { ...(await locationIn()), body: { closed_on: '2026-01-31' } }),
  ],
  reopenLocation: [async (actor) => actor.call(locations.reopenLocation, await locationIn())],
  deleteLocation: [async (actor) => actor.call(locations.deleteLocation, await locationIn())],
  manageRoles: [
    (actor) =>
      actor.call(createRole, { body: { name: `Role ${randomUUID()}`, permissions: ['roles.read'] } }),
  ],
  manageDistricts: [
    (actor) => actor.call(createDistrict, { body: { name: `District ${randomUUID()}` } }),
    async (actor) => actor.call(moveLocation, { ...(await locationIn()), body: { district_id: null } }),
  ],
  shareViews: [
    (actor) =>
      actor.call(createView, {
        body: { list: 'users', name: `View ${randomUUID()}`, query: 'status=active', is_shared: true },
      }),
  ],
  editOrganization: [(actor) => actor.call(updateOrganization, { body: { invitation_days: 8 } })],
  manageCompanySignIn: [(actor) => actor.call(getCompanySignIn, {})],
  readEmails: [(actor) => actor.call(listEmails, {})],
  noteDay: [
    async (actor) => {
      const params = { ...(await locationIn()).params, business_date: '2026-03-13' };
      return actor.call(setDayNote, { params, body: { note: '', is_closed: true } });
    },
  ],
  importStock: [
    async (actor) => {
      const file = 'Location,Code,On hand\n7,49000000443,24\n';
      const { status, problem } = await upload(actor, 'stock', file);
      return { status, problem };
    },
  ],
};

describe('the table of acts', () => {
  for (const act of allActs) {
    for (const permissions of subsetsOf<Permission>(acts[act])) {
      const isAllowed = permissions.length === acts[act].length;
      test(`the server ${isAllowed ? 'accepts' : 'refuses'} ${act} with ${permissions.join(' and ') || 'none of its permissions'}`, async () => {
        const { actor, hasPermission } = await actorWith(permissions, acts[act]);
        expect(mayAct(act, hasPermission)).toBe(isAllowed);
        for (const call of calls[act]) {
          const reply = await call(actor);
          const text = isAllowed ? '' : JSON.stringify(reply.problem());
          expect({ isAccepted: reply.status < 300, text }).toEqual({ isAccepted: isAllowed, text });
          if (!isAllowed) expect(reply.status).toBe(403);
        }
      });
    }
  }
});

const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);

/** A bulk act that changes nothing before it is applied. */
const bulk: Record<runs.BulkAct['act'], () => Promise<runs.BulkAct>> = {
  activate: async () => ({ act: 'activate' }),
  deactivate: async () => ({ act: 'deactivate' }),
  invite: async () => ({ act: 'invite' }),
  roles: async () => ({ act: 'roles', add: [world.roleIds.employee], remove: [] }),
  locations: async () => ({ act: 'locations', add: [(await someLocation()).id], remove: [] }),
  district: async () => ({ act: 'district', district_id: null }),
  close: async () => ({ act: 'close', closed_on: '2026-01-31' }),
  reopen: async () => ({ act: 'reopen' }),
  cover: async () => ({ act: 'cover', user_id: (await someUser()).id, ends_at: tomorrow(), reason: null }),
};

describe('the permissions of bulk acts', () => {
  for (const name of Object.keys(bulk) as runs.BulkAct['act'][]) {
    const needed = bulkPermissions(name);
    for (const permissions of subsetsOf(needed)) {
      const isAllowed = permissions.length === needed.length;
      test(`the server ${isAllowed ? 'accepts' : 'refuses'} to ${name} many with ${permissions.join(' and ') || 'none of its permissions'}`, async () => {
        const { actor } = await actorWith(permissions, needed);
        const { about } = bulkActs[name];
        const { id } = about === 'users' ? await someUser() : await someLocation();
        const body = { about, act: await bulk[name](), selection: { ids: [id] } };
        expect((await actor.call(runs.createRun, { body })).status).toBe(isAllowed ? 200 : 403);
      });
    }
  }
});
