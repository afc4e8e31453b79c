import * as contract from '../../../contract/notifications/watches.ts';
import { type Choice, nothing, row } from '../requests/endpoint-row.ts';

const aSharedView = async ({ sharedView }: Choice) => ({ params: { id: await sharedView() } });

export const rows = [
  row(contract.listWatches, nothing, 'ok ok ok ok ok ok ok'),
  // A user without a role sees no view. A shared view belongs to no location.
  row(
    contract.watchView,
    async (choice) => ({
      ...(await aSharedView(choice)),
      body: { condition: 'enters' as const, delivery: 'now' as const },
    }),
    '404 ok ok ok ok ok ok',
  ),
  row(contract.unwatchView, aSharedView, 'ok ok ok ok ok ok ok'),
  row(
    contract.getLocationWatch,
    async ({ location }) => ({ params: { id: await location() } }),
    '403 ok 403 ok 404 ok ok',
  ),
  row(
    contract.watchLocation,
    async ({ location }) => ({ params: { id: await location() }, body: { is_watched: true } }),
    '403 ok 403 ok 404 ok ok',
  ),
];
