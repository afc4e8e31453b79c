import { queryOptions } from '@tanstack/react-query';
import type { ViewWatch } from '../../../contract/notifications/watches.ts';
import * as watchContract from '../../../contract/notifications/watches.ts';
import type { View, ViewChanges, ViewInput, ViewList } from '../../../contract/views.ts';
import * as contract from '../../../contract/views.ts';
import type { SaveContext } from '../../lib/form/use-save.ts';
import { call } from '../../lib/http/http.ts';
import { ignoreMissing } from '../../lib/network/request-failed.ts';

export const allViewsQuery = queryOptions({
  queryKey: ['views'],
  queryFn: async ({ signal }) => (await call(contract.listViews, {}, { signal })).views,
});

export function viewsQuery(list: ViewList) {
  return queryOptions({
    ...allViewsQuery,
    select: (views: View[]) => views.filter((view) => view.list === list),
  });
}

export async function createView(id: string, input: ViewInput, { client, signal }: SaveContext) {
  const view = await call(contract.createView, { body: { ...input, id } }, { signal });
  await client.invalidateQueries(allViewsQuery);
  return view;
}

/** `seen` is the view that the form was filled with. */
export async function updateView(seen: View, changes: ViewChanges, { client, signal }: SaveContext) {
  const { id, updated_at } = seen;
  const view = await call(
    contract.updateView,
    { params: { id }, body: changes },
    { ifMatch: updated_at, signal },
  );
  await client.invalidateQueries(allViewsQuery);
  return view;
}

export async function deleteView(id: string, { client, signal }: SaveContext) {
  await ignoreMissing(call(contract.deleteView, { params: { id } }, { signal }));
  await client.invalidateQueries(allViewsQuery);
}

export const watchesQuery = queryOptions({
  queryKey: ['view-watches'],
  queryFn: async ({ signal }) => (await call(watchContract.listWatches, {}, { signal })).watches,
});

export async function watchView(
  { view_id, ...body }: Omit<ViewWatch, 'is_broken'>,
  { client, signal }: SaveContext,
) {
  await call(watchContract.watchView, { params: { id: view_id }, body }, { signal });
  await client.invalidateQueries(watchesQuery);
}

export async function unwatchView(view_id: string, { client, signal }: SaveContext) {
  await call(watchContract.unwatchView, { params: { id: view_id } }, { signal });
  await client.invalidateQueries(watchesQuery);
}
