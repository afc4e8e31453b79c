import { randomUUID } from 'node:crypto';
import * as contract from '../../../contract/tokens.ts';
import { nothing, row } from '../requests/endpoint-row.ts';

const provenBy = 'server/features/tokens/tokens.test.ts';
// Its own tokens only: one that does not exist gets the same answer as somebody else's.
const anotherToken = () => ({ params: { id: randomUUID() } });

export const rows = [
  row(contract.listTokens, nothing, 'ok ok ok ok ok ok ok', provenBy),
  row(
    contract.createToken,
    () => ({ body: { name: 'HR export', permissions: ['locations.read' as const], scope: 'all' as const } }),
    '403 ok ok ok ok ok ok',
    provenBy,
  ),
  row(contract.renewToken, () => ({ ...anotherToken(), body: {} }), '404 404 404 404 404 404 404', provenBy),
  row(contract.endToken, anotherToken, '404 404 404 404 404 404 404', provenBy),
];
