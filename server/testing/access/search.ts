import * as contract from '../../../contract/search.ts';
import { row } from '../requests/endpoint-row.ts';

export const rows = [row(contract.search, () => ({ query: { q: 'mill' } }), 'ok ok ok ok ok ok ok')];
