import * as contract from '../../../contract/access-on.ts';
import { type Choice, row } from '../requests/endpoint-row.ts';

/** Not after today in any zone. */
const query = () => ({ day: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10) });
const atALocation = async ({ location }: Choice) => ({ params: { id: await location() }, query: query() });
const ofAUser = async ({ user }: Choice) => ({ params: { id: await user() }, query: query() });
const provenBy = 'server/features/access-on/access-on-scope.test.ts';

export const rows = [
  row(contract.getLocationAccessOn, atALocation, '403 ok 403 ok 404 ok ok', provenBy),
  row(contract.exportLocationAccessOn, atALocation, '403 ok 403 ok 404 ok ok', provenBy),
  row(contract.getUserAccessOn, ofAUser, '403 ok 403 ok 404 ok ok', provenBy),
  row(contract.exportUserAccessOn, ofAUser, '403 ok 403 ok 404 ok ok', provenBy),
];
