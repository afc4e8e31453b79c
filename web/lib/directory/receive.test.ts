import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Directory } from './directory.ts';
import type { DirectoryRow } from './directory-rows.ts';

const rowOf = fc.record({
  id: fc.constantFrom(...'abcdefghijkl'),
  updated_at: fc.constantFrom('1', '2', '3'),
  key: fc.constantFrom('ana', 'ben'),
});
/** Of a row, it never changes. */
const createdAt = (id: string) => String(id.charCodeAt(0) % 5);
const rows = fc
  .uniqueArray(rowOf, { selector: ({ id }) => id, maxLength: 12 })
  .map((some) => some.map((row): DirectoryRow => ({ ...row, created_at: createdAt(row.id) })));

const newestFirst = (a: DirectoryRow, b: DirectoryRow) =>
  a.created_at === b.created_at ? (a.id > b.id ? -1 : 1) : a.created_at > b.created_at ? -1 : 1;

async function loadedWith(start: readonly DirectoryRow[]) {
  const page = { rows: start.toSorted(newestFirst), total: start.length, next: null };
  const directory = new Directory<DirectoryRow>({
    open: async () => ({ next: null, isLarge: false, read: async () => page }),
    search: async () => page,
    isFinal: () => false,
    rules: { valuesOf: () => [], sortValue: () => null },
  });
  await directory.firstRows();
  await expect.poll(() => directory.getState().complete).toBe(true);
  return directory;
}

test('what others changed shows at once as it would one by one: newest version, place and count', async () => {
  await fc.assert(
    fc.asyncProperty(
      rows,
      rows,
      fc.array(fc.constantFrom(...'abcdefghijkl')),
      async (start, changed, gone) => {
        const directory = await loadedWith(start);
        const removed = gone.filter((id) => !changed.some((row) => row.id === id));
        const expected = new Map(start.map((row) => [row.id, row]));
        const others: string[] = [];
        for (const row of changed) {
          const before = expected.get(row.id);
          if (before && before.updated_at > row.updated_at) continue;
          if (before && JSON.stringify(before) !== JSON.stringify(row)) others.push(row.id);
          expected.set(row.id, row);
        }
        for (const id of removed) expected.delete(id);

        expect(directory.receive(changed, [...new Set(removed)])).toEqual(others);
        const state = directory.getState();
        expect(state.rows).toEqual([...expected.values()].sort(newestFirst));
        expect(state.total).toBe(expected.size);
        expect([...state.byId.values()]).toHaveLength(expected.size);
      },
    ),
  );
});

test('1,000 changed rows of 10,000 are one pass over the list, and one drawing', async () => {
  const start = Array.from({ length: 10_000 }, (_, n) => ({
    id: String(n).padStart(6, '0'),
    created_at: '1',
    updated_at: '1',
    key: '',
  }));
  const directory = await loadedWith(start);
  let reads = 0;
  let drawings = 0;
  for (const row of directory.getState().rows) {
    const { id } = row;
    Object.defineProperty(row, 'id', {
      get: () => {
        reads += 1;
        return id;
      },
    });
  }
  directory.store.subscribe(() => {
    drawings += 1;
  });
  const changed = start.slice(4_000, 5_000).map((row) => ({ ...row, updated_at: '2' }));
  directory.receive(changed, [start[7]?.id ?? '', start[9_999]?.id ?? '']);
  expect(directory.getState().total).toBe(9_998);
  expect(drawings).toBe(1);
  expect(reads).toBeLessThan(100_000);
});
