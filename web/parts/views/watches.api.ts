import { queryOptions } from '@tanstack/react-query';
import type { ViewWatch } from '../../../contract/notifications/watches.ts';
import * as contract from '../../../contract/notifications/watches.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';

export const watchesQuery = queryOptions({
  queryKey: ['view-watches'],
  queryFn: async ({ signal }) => (await call(contract.listWatches, {}, { signal })).watches,
});

export async function watchView(
  { view_id, ...body }: Omit<ViewWatch, 'is_broken'>,
  { client, signal }: SaveContext,
) {
  await call(contract.watchView, { params: { id: view_id }, body }, { signal });
  await client.invalidateQueries(watchesQuery);
}

export async function unwatchView(view_id: string, { client, signal }: SaveContext) {
  await call(contract.unwatchView, { params: { id: view_id } }, { signal });
  await client.invalidateQueries(watchesQuery);
}
