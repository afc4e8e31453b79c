import { expect, test } from 'vitest';
import { locationKey, userKey } from '../../../contract/lists/search-key.ts';
import { inRank } from './search-rank.ts';

function place(name: string, more: { number?: string; state?: string; address?: string } = {}) {
  const { number = null, state = 'NY', address = '1 Road' } = more;
  const key = locationKey({ name, address, city: 'Albany', state, zip: '12207', phone: null, number });
  return { id: name, key, state, zip: '12207', number };
}

const names = (rows: { id: string }[]) => rows.map(({ id }) => id);

test('the exact number comes first, then beginnings of words of the name, of other fields, and parts', () => {
  const rows = [
    place('Store 1394'),
    place('Depot', { number: '394-B' }),
    place('Harbor 3940'),
    place('Airport', { number: '394' }),
    place('Aspen 394'),
  ];
  expect(names(inRank(rows, '394'))).toEqual(['Airport', 'Aspen 394', 'Harbor 3940', 'Depot', 'Store 1394']);
});

test('VA finds Virginia before Boulevard and after names that begin with it, and Virginia also those with the word', () => {
  const rows = [place('Nevada'), place('Boulevard'), place('Vale'), place('Zion', { state: 'VA' })];
  expect(names(inRank(rows, 'VA'))).toEqual(['Vale', 'Zion', 'Boulevard', 'Nevada']);
  expect(names(inRank([place('Virginian'), ...rows.slice(3)], 'virginia'))).toEqual(['Virginian', 'Zion']);
});

test('every word counts, and the worst decides', () => {
  const rows = [place('Harborside Mill'), place('Mill Harbor'), place('Millers Harbor')];
  expect(names(inRank(rows, 'harbor, mill'))).toEqual(['Harborside Mill', 'Mill Harbor', 'Millers Harbor']);
  expect(names(inRank([place('Sawmill Harbor'), ...rows], 'harbor, mill')).at(-1)).toBe('Sawmill Harbor');
});

test('the chosen rows come before all but the exact number, and the best few are those of the whole order', () => {
  const rows = Array.from({ length: 60 }, (_, n) => place(`Place ${(n * 37) % 60}`, { number: `${n}` }));
  const first = new Set(['Place 5', 'Place 50']);
  const all = inRank(rows, '7', { first });
  expect(names(all.slice(0, 3))).toEqual([rows[7]?.id, 'Place 5', 'Place 50']);
  for (const most of [0, 1, 5, 59, 60, 100]) {
    expect(names(inRank(rows, '7', { first, most }))).toEqual(names(all.slice(0, most)));
  }
});

test('users without a name are ordered by their email', () => {
  const user = (full_name: string | null, email: string) => ({
    ...{ id: email, key: userKey({ full_name, email, phone: null }), employee_number: null },
  });
  const rows = [user('Zoe', 'z@a.co'), user(null, 'm@a.co'), user('Bob', 'b@a.co')];
  expect(names(inRank(rows, ''))).toEqual(['b@a.co', 'm@a.co', 'z@a.co']);
});
