import { randomUUID } from 'node:crypto';
import { exportAudit, listAudit } from '../../contract/audit.ts';
import { getDashboard } from '../../contract/dashboard.ts';
import type { Endpoint, Sent } from '../../contract/endpoint.ts';
import * as invitations from '../../contract/invitations.ts';
import * as locationAccess from '../../contract/location-access.ts';
import * as locations from '../../contract/locations.ts';
import { getProfile, updateProfile } from '../../contract/profile.ts';
import * as roles from '../../contract/roles.ts';
import * as secondFactor from '../../contract/second-factor.ts';
import * as sessions from '../../contract/sessions.ts';
import * as settings from '../../contract/settings.ts';
import * as users from '../../contract/users.ts';
import { type Insider, insiders } from './cast.ts';
import type { Parts } from './send.ts';

/** Gives the ids that a request names; which of them lie outside is the test's choice. */
export interface Choice {
  user(): Promise<string>;
  location(): Promise<string>;
  /** One that may be deleted. */
  spareLocation(): Promise<string>;
  role(): Promise<string>;
  employeeRole: string;
  mail(): Promise<string>;
}

export interface Row {
  endpoint: Endpoint;
  /** A request that is fine, but for who sends it and which ids were chosen. */
  request(choice: Choice): Promise<Parts>;
  /** The status that each insider gets for what lies within Mill Road. */
  expected: Record<Insider, number>;
}

type Cell = 'ok' | 400 | 403 | 404 | 409;

function row<const E extends Endpoint>(
  endpoint: E,
  request: (choice: Choice) => Sent<E> | Promise<Sent<E>>,
  ...cells: Cell[]
): Row {
  const ok = endpoint.response || endpoint.download ? 200 : 204;
  const statuses = insiders.map((name, index) => [name, cells[index] === 'ok' ? ok : cells[index]]);
  return {
    endpoint,
    request: async (choice) => (await request(choice)) as Parts,
    expected: Object.fromEntries(statuses),
  };
}

const nothing = () => ({});
const everything = () => ({ query: {} });
const aUser = async ({ user }: Choice) => ({ params: { id: await user() } });
const aLocation = async ({ location }: Choice) => ({ params: { id: await location() } });
const aRole = async ({ role }: Choice) => ({ params: { id: await role() } });
const aUserAtALocation = async ({ location, user }: Choice) => ({
  params: { id: await location(), user_id: await user() },
});
const kiosk = { name: 'Kiosk', address: '2 Pier', city: 'Kingston', state: 'NY', zip: '12401' };

/**
 * Who may call what: a new endpoint gets a row here, or server/system-tests/access.test.ts fails. Cells: no role · viewer ·
 * employee · manager · manager of another location · own role with everything but every location · admin. Users
 * without a live session get 401 everywhere, unless anyone may call.
 */
export const endpointTable: Row[] = [
  row(settings.getAppConfig, nothing, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'),
  row(settings.getSettings, nothing, 403, 403, 403, 403, 403, 'ok', 'ok'),
  // Mails belong to no location.
  row(settings.listMails, nothing, 403, 403, 403, 403, 403, 403, 'ok'),
  row(
    settings.getMail,
    async ({ mail }) => ({ params: { id: await mail() } }),
    ...([403, 403, 403, 403, 403, 403, 'ok'] as const),
  ),

  // 409: these tests have no mail server.
  row(
    settings.sendMailAgain,
    async ({ mail }) => ({ params: { id: await mail() } }),
    ...([403, 403, 403, 403, 403, 403, 409] as const),
  ),
  row(settings.sendTestEmail, nothing, 403, 403, 403, 403, 403, 403, 409),

  row(getProfile, nothing, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'),
  row(updateProfile, () => ({ body: { phone: '1' } }), 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'),
  row(getDashboard, nothing, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'),

  row(users.listUsers, everything, 403, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'),
  row(users.getUser, aUser, 403, 'ok', 'ok', 'ok', 404, 'ok', 'ok'),
  row(users.createUser, newUser, 403, 403, 403, 'ok', 400, 'ok', 'ok'),
  row(
    users.updateUser,
    async (choice) => ({ ...(await aUser(choice)), body: { phone: '2', is_active: false } }),
    ...([403, 403, 403, 'ok', 404, 'ok', 'ok'] as const),
  ),
  row(
    users.correctEmail,
    async (choice) => ({ ...(await aUser(choice)), body: { email: `${randomUUID()}@new.example` } }),
    ...([403, 403, 403, 'ok', 404, 'ok', 'ok'] as const),
  ),
  row(users.deleteUser, aUser, 403, 403, 403, 403, 403, 'ok', 'ok'),
  row(users.getUserLocations, aUser, 403, 'ok', 'ok', 'ok', 404, 'ok', 'ok'),
  row(
    users.replaceUserLocations,
    async (choice) => ({ ...(await aUser(choice)), body: { location_ids: [await choice.location()] } }),
    ...([403, 403, 403, 'ok', 404, 'ok', 'ok'] as const),
  ),
  row(users.getUserRoles, aUser, 403, 'ok', 'ok', 'ok', 404, 'ok', 'ok'),
  row(
    users.replaceUserRoles,
    async (choice) => ({ ...(await aUser(choice)), body: { role_ids: [choice.employeeRole] } }),
    ...([403, 403, 403, 'ok', 404, 'ok', 'ok'] as const),
  ),

  row(invitations.getInvitation, aUser, 403, 403, 403, 'ok', 404, 'ok', 'ok'),
  row(
    invitations.sendInvitation,
    async (choice) => ({ ...(await aUser(choice)), body: {} }),
    ...([403, 403, 403, 'ok', 404, 'ok', 'ok'] as const),
  ),
  row(
    invitations.describeInvitation,
    () => ({ body: { token_hash: 'nobody was given this one' } }),
    ...(['ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'] as const),
  ),
  row(invitations.cancelInvitation, aUser, 403, 403, 403, 'ok', 404, 'ok', 'ok'),

  row(secondFactor.getSecondFactor, aUser, 403, 403, 403, 403, 403, 'ok', 'ok'),
  row(secondFactor.resetSecondFactor, aUser, 403, 403, 403, 403, 403, 'ok', 'ok'),

  row(sessions.listOwnSessions, nothing, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'),
  // Of nobody, as anybody else's would be.
  row(
    sessions.endOwnSession,
    () => ({ params: { id: randomUUID() } }),
    ...([404, 404, 404, 404, 404, 404, 404] as const),
  ),
  row(sessions.endOtherSessions, nothing, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'),
  row(sessions.listSessionsOf, aUser, 403, 403, 403, 403, 403, 'ok', 'ok'),
  row(
    sessions.endSessionOf,
    async ({ user }) => ({ params: { id: await user(), session_id: randomUUID() } }),
    ...([403, 403, 403, 403, 403, 404, 404] as const),
  ),
  row(sessions.endSessionsOf, aUser, 403, 403, 403, 403, 403, 'ok', 'ok'),

  row(locations.listLocations, everything, 403, 'ok', 'ok', 'ok', 'ok', 'ok', 'ok'),
  row(locations.getLocation, aLocation, 403, 'ok', 'ok', 'ok', 404, 'ok', 'ok'),
  row(locations.createLocation, () => ({ body: kiosk }), 403, 403, 403, 403, 403, 'ok', 'ok'),
  row(
    locations.updateLocation,
    async (choice) => ({ ...(await aLocation(choice)), body: { phone: '3' } }),
    ...([403, 403, 403, 'ok', 404, 'ok', 'ok'] as const),
  ),
  row(
    locations.deleteLocation,
    async ({ spareLocation }) => ({ params: { id: await spareLocation() } }),
    ...([403, 403, 403, 403, 403, 'ok', 'ok'] as const),
  ),

  row(
    locationAccess.listLocationUsers,
    async (choice) => ({ ...(await aLocation(choice)), query: {} }),
    ...([403, 'ok', 'ok', 'ok', 404, 'ok', 'ok'] as const),
  ),
  row(locationAccess.assignUser, aUserAtALocation, 403, 403, 403, 'ok', 404, 'ok', 'ok'),
  row(locationAccess.removeUser, aUserAtALocation, 403, 403, 403, 'ok', 404, 'ok', 'ok'),

  row(roles.listRoles, nothing, 403, 'ok', 403, 'ok', 'ok', 'ok', 'ok'),
  row(roles.getRole, aRole, 403, 'ok', 403, 'ok', 'ok', 'ok', 'ok'),
  // Roles apply at all locations.
  row(roles.createRole, newRole, 403, 403, 403, 403, 403, 403, 'ok'),
  row(
    roles.updateRole,
    async (choice) => ({ ...(await aRole(choice)), body: { description: 'Edited' } }),
    ...([403, 403, 403, 403, 403, 403, 'ok'] as const),
  ),
  row(roles.deleteRole, aRole, 403, 403, 403, 403, 403, 403, 'ok'),

  row(listAudit, everything, 403, 'ok', 403, 'ok', 'ok', 'ok', 'ok'),
  row(exportAudit, everything, 403, 'ok', 403, 'ok', 'ok', 'ok', 'ok'),
];

async function newUser({ location }: Choice) {
  const email = `${randomUUID()}@new.example`;
  return { body: { email, full_name: 'New User', location_ids: [await location()] } };
}

function newRole() {
  return { body: { name: `Role ${randomUUID()}`, permissions: ['users.read' as const] } };
}
