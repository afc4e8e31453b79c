import fc from 'fast-check';
import { expect, test } from 'vitest';
import { passesFilters } from '../../../contract/lists/list-filters.ts';
import { compareSorted } from '../../../contract/lists/sort-key.ts';
import { Arranger, type ListQuery } from './directory-arrange.ts';
import { DirectoryRows } from './directory-rows.ts';

interface Row {
  id: string;
  key: string;
  name: string | null;
  tags: string[];
  created_at: string;
  updated_at: string;
}

const valuesOf = (row: Row) => row.tags;
let compared = 0;
const rules = {
  valuesOf,
  sortValue: (row: Row) => {
    compared += 1;
    return row.name;
  },
};

const row = fc.record({
  key: fc.constant(''),
  id: fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 2, maxLength: 3 }),
  name: fc.option(fc.constantFrom('ana', 'ben', 'eve')),
  tags: fc.subarray(['x', 'y']),
  created_at: fc.constantFrom('1', '2', '3'),
  updated_at: fc.constant('1'),
});
const asked: fc.Arbitrary<ListQuery> = fc.record({
  filters: fc.record(
    { tag: fc.record({ isNot: fc.boolean(), values: fc.constantFrom(['x'], ['y'], ['x', 'y']) }) },
    { requiredKeys: [] },
  ),
  sort: fc.option(fc.record({ field: fc.constant('name'), isDescending: fc.boolean() })),
});
const change = fc.oneof(fc.record({ put: row }), fc.record({ remove: fc.nat() }), fc.record({ ask: asked }));

function listOf(rows: DirectoryRows<Row>, hits: readonly number[] | null = null) {
  return { rows: rows.rows, loaded: rows.rows.length, hits };
}

function naive(rows: readonly Row[], { filters, sort }: ListQuery) {
  const tag = filters.tag;
  const passing = rows.filter((one) => !tag || passesFilters(one, [['tag', tag]], valuesOf));
  if (!sort) return passing;
  const placeOf = (one: Row) => ({ value: one.name, id: one.id });
  return passing.toSorted((a, b) => compareSorted(placeOf(a), placeOf(b), sort.isDescending));
}

test('arrange gives the same rows as a filter and a sort over all of them, whatever was saved and searched before', () => {
  fc.assert(
    fc.property(fc.array(row), asked, fc.array(change), (start, first, changes) => {
      const rows = new DirectoryRows<Row>();
      for (const one of start) rows.append(one);
      const arranger = new Arranger<Row>(rules);
      let current = first;
      for (const step of [{ ask: first }, ...changes]) {
        if ('put' in step) rows.put([step.put]);
        if ('remove' in step) rows.remove([rows.rows[step.remove % (rows.rows.length || 1)]?.id ?? '']);
        if ('ask' in step) current = step.ask;
        const arranged = arranger.arrange(listOf(rows), current) ?? rows.rows;
        expect(arranged).toEqual(naive(rows.rows, current));
      }
    }),
  );
});

const named = (count: number) => {
  const rows = new DirectoryRows<Row>();
  for (let n = 0; n < count; n++) {
    const [created_at, tags] = [String(count - n).padStart(6, '0'), [n % 2 ? 'x' : 'y']];
    rows.append({
      id: `id-${n}`,
      key: '',
      name: `name ${(n * 7) % count}`,
      tags,
      created_at,
      updated_at: '1',
    });
  }
  return rows;
};
const byName: ListQuery = { filters: {}, sort: { field: 'name', isDescending: false } };

test('arrange takes only the rows that a search found', () => {
  const rows = named(10);
  const arranged = new Arranger<Row>(rules).arrange(listOf(rows, [9, 0, 3]), byName);
  expect(arranged?.map((one) => one.id)).toEqual(
    ['id-0', 'id-3', 'id-9'].sort((a, b) => nameOf(a) - nameOf(b)),
  );
  function nameOf(id: string) {
    return Number(rows.byId.get(id)?.name?.slice('name '.length));
  }
});

test('arrange compares only a saved row again', () => {
  const rows = named(1000);
  const arranger = new Arranger<Row>(rules);
  arranger.arrange(listOf(rows), byName);
  compared = 0;
  rows.put([{ ...(rows.byId.get('id-5') as Row), name: 'name zzz' }]);
  expect(arranger.arrange(listOf(rows), byName)?.at(-1)?.id).toBe('id-5');
  expect(compared).toBe(1);
  arranger.arrange(listOf(rows), { ...byName, filters: { tag: { isNot: true, values: ['x'] } } });
  expect(compared).toBe(1);
});
