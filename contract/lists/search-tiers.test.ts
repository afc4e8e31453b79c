import { expect, test } from 'vitest';
import { locationKey, userKey } from './search-key.ts';
import { compareFound, orderOf, searchQueryOf, type TieredRow, tierOf, tiers } from './search-tiers.ts';

function inRank<Row extends TieredRow & { id: string }>(rows: readonly Row[], text: string) {
  const query = searchQueryOf(text);
  return rows
    .map((row) => ({ id: row.id, tier: tierOf(query, row) ?? tiers.part, weight: 0, order: orderOf(row) }))
    .sort(compareFound);
}

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

test('zeros before a typed number make no difference', () => {
  const rows = [
    place('Airport', { number: '399' }),
    place('Depot 0399'),
    place('Harbor', { number: '0399' }),
  ];
  expect(names(inRank(rows, '0399')).slice(0, 2)).toEqual(['Airport', 'Harbor']);
  expect(tierOf(searchQueryOf('399'), rows[2] as TieredRow)).not.toBe(tiers.number);
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

test('users without a name are ordered by their email', () => {
  const user = (full_name: string | null, email: string) => ({
    ...{ id: email, key: userKey({ full_name, email, phone: null }), employee_number: null },
  });
  const rows = [user('Zoe', 'z@a.co'), user(null, 'm@a.co'), user('Bob', 'b@a.co')];
  expect(names(inRank(rows, ''))).toEqual(['b@a.co', 'm@a.co', 'z@a.co']);
});
