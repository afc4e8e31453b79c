import { beforeEach, expect, test } from 'vitest';
import * as contract from '../../../contract/views.ts';
import { createQueryClient } from '../../lib/http/query-client.ts';
import { FakeServer } from '../../testing/fake-server.ts';
import { holdSession } from '../../testing/render-app.tsx';
import { createView, deleteView, updateView, viewsQuery } from './views.api.ts';

const server = new FakeServer();
beforeEach(() => {
  holdSession();
  server.listen();
});

function view(name: string, list: contract.ViewList): contract.View {
  const time = '2026-11-20T21:05:00.000Z';
  return {
    ...{ id: name, list, name, query: 'sort=name' },
    ...{ is_shared: false, is_own: true, gone: [], updated_at: time },
  };
}

test('viewsQuery gives the views of one list, and every save makes it ask again', async () => {
  const client = createQueryClient();
  const context = { client, signal: new AbortController().signal };
  const views = [view('Mine', 'users'), view('Closed', 'locations')];
  server.answer(contract.listViews, () => ({ views }));
  server.answer(contract.createView, view('Mine', 'users'));
  server.answer(contract.updateView, view('Mine', 'users'));
  server.answer(contract.deleteView, undefined);
  const query = viewsQuery('users');
  const names = query.select?.(await client.fetchQuery(query)).map((one) => one.name);
  expect(names).toEqual(['Mine']);
  const isStale = () => client.getQueryState(query.queryKey)?.isInvalidated;
  for (const save of [
    () => createView('Mine', { list: 'users', name: 'Mine', query: '', is_shared: false }, context),
    () => updateView(view('Mine', 'users'), { name: 'Ours' }, context),
    () => deleteView('Mine', context),
  ]) {
    await client.refetchQueries({ queryKey: query.queryKey, type: 'all' });
    await save();
    expect(isStale()).toBe(true);
    await client.fetchQuery(query);
  }
});
