import * as contract from '../../../contract/views.ts';
import { type Choice, nothing, row } from '../requests/endpoint-row.ts';

const aSharedView = async ({ sharedView }: Choice) => ({ params: { id: await sharedView() } });

export const rows = [
  row(contract.listViews, nothing, 'ok ok ok ok ok ok ok'),
  row(
    contract.createView,
    () => ({ body: { list: 'users' as const, name: 'Mine', query: 'status=active' } }),
    '403 ok ok ok ok ok ok',
  ),
  // A user without a role sees no view. A shared view belongs to no location.
  row(
    contract.updateView,
    async (choice) => ({ ...(await aSharedView(choice)), body: { name: 'Renamed' } }),
    '404 403 403 403 403 403 ok',
  ),
  row(contract.deleteView, aSharedView, '404 403 403 403 403 403 ok'),
];
