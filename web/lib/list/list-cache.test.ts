import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { changeLists, type ListSource, listOptions } from './list-cache.ts';
import { type ListRow, loadedRows, type Pages, putRows, type Question } from './list-pages.ts';

const rowOf = (id: string, updated_at = '2026-01-01'): ListRow => ({ id, updated_at, key: updated_at });
const question: Question = { text: '', filters: {}, sort: null, isFromEnd: false };

test('a row that is put while the next page is on its way stays when that has come', async () => {
  const client = new QueryClient();
  const second = Promise.withResolvers<void>();
  const source: ListSource<ListRow> = {
    name: 'users',
    count: async () => 3,
    position: async () => Promise.reject(new Error('Nobody asks')),
    isNamed: () => true,
    read: async ({ after }) => {
      if (after) await second.promise;
      const rows = after ? [rowOf('b'), rowOf('c')] : [rowOf('a')];
      return { rows, total: 3, isTotalExact: true, next: after ? null : 'a' };
    },
  };
  const options = listOptions(source, question);
  await client.fetchInfiniteQuery(options);
  const reading = client
    .getQueryCache()
    .find({ queryKey: options.queryKey })
    ?.fetch(undefined, { meta: { fetchMore: { direction: 'forward' } } });
  changeLists(client, source, (data) => putRows(data, [rowOf('a', '2026-02-01'), rowOf('c', '2026-02-01')]));
  second.resolve();
  await reading;
  await Promise.resolve();
  const data = client.getQueryData<Pages<ListRow>>(options.queryKey);
  expect(data && loadedRows(data).map(({ id, updated_at }) => `${id} ${updated_at}`)).toEqual([
    'a 2026-02-01',
    'b 2026-01-01',
    'c 2026-02-01',
  ]);
});
