import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { createQueryClient } from '../http/query-client.ts';
import { changeLists, type ListSource, listOptions } from './list-cache.ts';
import { receiveRows, tellFollowers } from './list-changes.ts';
import { type ListRow, loadedRows, type Pages, putRows, type Question, sinceOf } from './list-pages.ts';

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

test('the count of a list that is not on the screen is old when rows came or went, and when nobody knows', async () => {
  const client = createQueryClient();
  const source: ListSource<ListRow> = {
    name: 'users',
    count: async () => 1,
    position: async () => Promise.reject(new Error('Nobody asks')),
    isNamed: () => true,
    read: async () => ({ rows: [rowOf('a')], total: 1, isTotalExact: true, next: null }),
  };
  const { queryKey } = listOptions(source, question);
  const isCountOld = () => {
    const data = client.getQueryData<Pages<ListRow>>(queryKey);
    return data && sinceOf(data).isCountOld;
  };
  const readAnew = async () => {
    client.removeQueries({ queryKey });
    await client.fetchInfiniteQuery(listOptions(source, question));
  };
  await readAnew();
  await receiveRows(client, source, { rows: [rowOf('a', '2026-02-01')], removed: [] }, () => {});
  expect(isCountOld()).toBe(false);
  await receiveRows(client, source, { rows: [rowOf('b')], removed: [] }, () => {});
  expect(isCountOld()).toBe(true);
  await readAnew();
  await receiveRows(client, source, { rows: [], removed: ['a'] }, () => {});
  expect(isCountOld()).toBe(true);
  await readAnew();
  await tellFollowers('users', 'unknown');
  expect(isCountOld()).toBe(true);
});
