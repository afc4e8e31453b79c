import * as contract from '../../../contract/location-access.ts';
import { aLocation, type Choice, row } from '../requests/endpoint-row.ts';

const aUserAtALocation = async ({ location, user }: Choice) => ({
  params: { id: await location(), user_id: await user() },
});

export const rows = [
  row(
    contract.listLocationUsers,
    async (choice) => ({ ...(await aLocation(choice)), query: {} }),
    '403 ok ok ok 404 ok ok',
  ),
  row(contract.assignUser, aUserAtALocation, '403 403 403 ok 404 ok ok'),
  row(contract.removeUser, aUserAtALocation, '403 403 403 ok 404 ok ok'),
];
