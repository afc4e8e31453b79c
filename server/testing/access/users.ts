import { randomUUID } from 'node:crypto';
import * as secondFactor from '../../../contract/auth/second-factor.ts';
import * as invitations from '../../../contract/invitations.ts';
import * as contract from '../../../contract/users.ts';
import { aUser, type Choice, everything, row } from '../requests/endpoint-row.ts';

export const rows = [
  row(contract.listUsers, everything, '403 ok ok ok ok ok ok'),
  row(contract.countUsers, everything, '403 ok ok ok ok ok ok'),
  row(contract.listUserValues, () => ({ query: { field: 'status' as const } }), '403 ok ok ok ok ok ok'),
  row(
    contract.getUserPosition,
    async (choice) => ({ ...(await aUser(choice)), query: {} }),
    '403 ok ok ok 404 ok ok',
  ),
  row(contract.getUser, aUser, '403 ok ok ok 404 ok ok'),
  row(contract.createUser, newUser, '403 403 403 ok 400 ok ok'),
  row(
    contract.updateUser,
    async (choice) => ({ ...(await aUser(choice)), body: { phone: '2', is_active: false } }),
    '403 403 403 ok 404 ok ok',
  ),
  row(
    contract.correctEmail,
    async (choice) => ({ ...(await aUser(choice)), body: { email: `${randomUUID()}@new.example` } }),
    '403 403 403 ok 404 ok ok',
  ),
  row(contract.deleteUser, aUser, '403 403 403 403 403 ok ok'),
  row(contract.getUserLocations, aUser, '403 ok ok ok 404 ok ok'),
  row(
    contract.replaceUserLocations,
    async (choice) => ({ ...(await aUser(choice)), body: { location_ids: [await choice.location()] } }),
    '403 403 403 ok 404 ok ok',
  ),
  row(contract.getUserRoles, aUser, '403 ok ok ok 404 ok ok'),
  row(
    contract.replaceUserRoles,
    async (choice) => ({ ...(await aUser(choice)), body: { role_ids: [choice.employeeRole] } }),
    '403 403 403 ok 404 ok ok',
  ),
  row(invitations.getInvitation, aUser, '403 403 403 ok 404 ok ok'),
  row(
    invitations.sendInvitation,
    async (choice) => ({ ...(await aUser(choice)), body: {} }),
    '403 403 403 ok 404 ok ok',
  ),
  row(
    invitations.describeInvitation,
    () => ({ body: { token_hash: 'nobody was given this one' } }),
    'ok ok ok ok ok ok ok',
  ),
  row(invitations.cancelInvitation, aUser, '403 403 403 ok 404 ok ok'),
  row(secondFactor.getSecondFactor, aUser, '403 403 403 403 403 ok ok'),
  row(secondFactor.resetSecondFactor, aUser, '403 403 403 403 403 ok ok'),
];

async function newUser({ location }: Choice) {
  const email = `${randomUUID()}@new.example`;
  return { body: { email, full_name: 'New User', location_ids: [await location()] } };
}
