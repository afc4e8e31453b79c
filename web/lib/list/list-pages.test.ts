import { expect, test } from 'vitest';
import {
  addOnTop,
  dropRow,
  emptyRows,
  keepOwn,
  type ListRow,
  loadedRows,
  type Pages,
  putRows,
  sinceOf,
  withSince,
} from './list-pages.ts';

interface Row extends ListRow {
  name: string;
}

const row = (id: string, name = id, updated_at = '2026-01-01'): Row => ({ id, name, updated_at, key: name });

function pagesOf(...pages: string[][]): Pages<Row> {
  const total = pages.flat().length;
  return {
    pages: pages.map((ids) => ({
      ...{ rows: ids.map((id) => row(id)), total, isTotalExact: true, next: null, readAt: 0 },
    })),
    pageParams: pages.map(() => ({ limit: 100 })),
  };
}

const names = (data: Pages<Row>) => loadedRows(data).map(({ name }) => name);

test('a newer row takes the place of the older one, and rows that are not loaded stay away', () => {
  const data = pagesOf(['a', 'b'], ['c']);
  expect(names(putRows(data, [row('c', 'C', '2026-02-01'), row('z')]))).toEqual(['a', 'b', 'C']);
  expect(putRows(data, [row('a', 'A', '2025-01-01')])).toBe(data);
  expect(putRows(data, [row('a')])).toBe(data);
  // Counts change without the version.
  expect(names(putRows(data, [row('a', 'A')]))).toEqual(['A', 'b', 'c']);
  expect(putRows(data, [row('c', 'C')]).pages[0]).toBe(data.pages[0]);
});

test('a row that is gone keeps its place, and is there again when it comes back', () => {
  const data = emptyRows(pagesOf(['a', 'b']), ['b', 'z'], 'deleted');
  expect(names(data)).toEqual(['a', 'b']);
  expect(sinceOf(data).gone).toEqual({ b: 'deleted' });
  expect(sinceOf(putRows(data, [row('b')])).gone).toEqual({});
  expect(emptyRows(data, ['b'], 'hidden')).toBe(data);
});

test('a new row that is gone before it was shown is forgotten', () => {
  const data = withSince(pagesOf(['a']), { added: [row('n')] });
  expect(sinceOf(emptyRows(data, ['n'], 'deleted')).added).toEqual([]);
});

test('what the user deletes goes, and what they add stands on top once, both counted', () => {
  const without = dropRow(pagesOf(['a', 'b'], ['c']), 'c');
  expect(names(without)).toEqual(['a', 'b']);
  expect(without.pages[0]?.total).toBe(2);
  const added = addOnTop(addOnTop(without, row('n')), row('m'));
  expect(names(added)).toEqual(['m', 'n', 'a', 'b']);
  expect(added.pages[0]?.total).toBe(4);
  expect(addOnTop(added, row('n'))).toBe(added);
  expect(sinceOf(added)).toMatchObject({ own: ['n', 'm'], onTop: ['m', 'n'] });
});

test('what the user changed has not departed', () => {
  const data = keepOwn(withSince(pagesOf(['a']), { departed: ['a'] }), 'a');
  expect(sinceOf(data)).toMatchObject({ own: ['a'], departed: [] });
  expect(keepOwn(data, 'z')).toBe(data);
});
