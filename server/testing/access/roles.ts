import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/roles.ts';
import { type Choice, nothing, row } from '../requests/endpoint-row.ts';

const aRole = async ({ role }: Choice) => ({ params: { id: await role() } });

export const rows = [
  row(contract.listRoles, nothing, '403 ok 403 ok ok ok ok'),
  row(contract.getRole, aRole, '403 ok 403 ok ok ok ok'),
  // Roles apply at all locations.
  row(contract.createRole, newRole, '403 403 403 403 403 403 ok'),
  row(
    contract.updateRole,
    async (choice) => ({ ...(await aRole(choice)), body: { description: 'Edited' } }),
    '403 403 403 403 403 403 ok',
  ),
  row(contract.deleteRole, aRole, '403 403 403 403 403 403 ok'),
];

function newRole() {
  return { body: { name: `Role ${randomUUID()}`, permissions: ['users.read' as const] } };
}
