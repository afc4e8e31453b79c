import { QueryClient } from '@tanstack/react-query';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFoundBy, searchOf, userKey } from '../../../contract/lists/search-key.ts';
import { type ListSource, listKey } from './list-cache.ts';
import type { ListRow, Pages, Question } from './list-pages.ts';
import { basesOf, findHits, narrows } from './local-hits.ts';

const user = fc.record({
  state: fc.constantFrom('VA', 'WV', 'NY'),
  full_name: fc.option(
    fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'E', 'ß', ' ', '1', ',', 'virginia') }),
  ),
  email: fc.string({ unit: fc.constantFrom('a', 'b', 'e', '@', '.', '5') }),
  phone: fc.option(fc.string({ unit: fc.constantFrom('5', '1', '(', ')', '-', ' ') })),
});

/** Mostly one search text that grows and shrinks by a character, as users type. */
const typing = fc.array(
  fc.string({
    unit: fc.constantFrom('a', 'É', 'b', '5', '1', '-', '(', ' ', ',', '+', 'west ', 'virgini', 'virginia'),
    maxLength: 4,
  }),
);

test('a search that narrows another one finds only what that one found', () => {
  fc.assert(
    fc.property(fc.array(user), typing, (users, texts) => {
      const rows = users.map((one) => ({ key: userKey(one), state: one.state }));
      const searches = [...texts, ...texts.map((_, index) => texts.slice(0, index + 1).join(''))].map(
        searchOf,
      );
      for (const search of searches) {
        for (const earlier of searches) {
          if (!narrows(search, earlier)) continue;
          const found = rows.filter((row) => isFoundBy(search, row));
          expect(found.filter((row) => !isFoundBy(earlier, row))).toEqual([]);
        }
      }
    }),
  );
});

const source = { name: 'users' } as ListSource<ListRow>;
const rowOf = (name: string): ListRow => ({ id: name, updated_at: '', key: name });

function clientWith(...lists: [question: Partial<Question>, names: string[], next: string | null][]) {
  const client = new QueryClient();
  for (const [question, names, next] of lists) {
    const page = { rows: names.map(rowOf), total: 9, isTotalExact: true, next, readAt: 0 };
    const pages: Pages<ListRow> = { pages: [page], pageParams: [{ limit: 100 }] };
    client.setQueryData(listKey(source, asked(question)), pages);
  }
  return client;
}

const asked = (question: Partial<Question>): Question => ({
  ...{ text: '', filters: {}, sort: null, isFromEnd: false },
  ...question,
});

function hitsOf(client: QueryClient, question: Partial<Question>) {
  return findHits(basesOf(client, source, asked(question)))?.ids ?? null;
}

test('a search is answered from the longest beginning that is loaded', () => {
  const client = clientWith(
    [{}, ['anna', 'bo', 'hans'], 'next'],
    [{ text: 'an' }, ['anna', 'hans', 'johanna'], 'next'],
  );
  expect(hitsOf(client, { text: 'ann' })).toEqual(['anna', 'johanna']);
  expect(hitsOf(client, { text: 'bo' })).toEqual(['bo']);
});

test('a list that is loaded whole is the answer, however few it finds', () => {
  const client = clientWith([{}, ['anna', 'bo'], null], [{ text: 'a' }, ['anna', 'anton', 'hans'], 'next']);
  const [base] = basesOf(client, source, asked({ text: 'an' }));
  expect(base).toBeDefined();
  expect(hitsOf(client, { text: 'an' })).toEqual(['anna']);
});

test.each<[string, Partial<Question>]>([
  ['another order', { text: 'an', sort: { field: 'name', isDescending: false } }],
  ['another filter', { text: 'an', filters: { status: { isNot: false, values: ['active'] } } }],
  ['the other end', { text: 'an', isFromEnd: true }],
])('rows of a list do not answer a search in %s', (_, question) => {
  expect(hitsOf(clientWith([{}, ['anna'], null]), question)).toBeNull();
});
