import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isFoundBy, type Searched, searchOf, userKey } from '../../../contract/lists/search-key.ts';
import { type Found, find, type Searchable } from './directory-find.ts';

const user = fc.record({
  state: fc.constantFrom('VA', 'WV', 'NY'),
  full_name: fc.option(
    fc.string({ unit: fc.constantFrom('a', 'B', 'é', 'E', 'ß', ' ', '1', ',', 'virginia') }),
  ),
  email: fc.string({ unit: fc.constantFrom('a', 'b', 'e', '@', '.', '5') }),
  phone: fc.option(fc.string({ unit: fc.constantFrom('5', '1', '(', ')', '-', ' ') })),
});
interface User {
  state: string;
  full_name: string | null;
  email: string;
  phone: string | null;
}

/** Mostly one search text that grows and shrinks by a character, as users type. */
const typing = fc.array(
  fc.string({
    unit: fc.constantFrom('a', 'É', 'b', '5', '1', '-', '(', ' ', ',', '+', 'west ', 'virgini', 'virginia'),
    maxLength: 4,
  }),
);

function list(users: User[], loaded = users.length): Searchable<Searched> {
  return { rows: users.map(searched), loaded };
}

function searched({ state, ...one }: User): Searched {
  return { key: userKey(one), state };
}

function naive(users: User[], text: string) {
  const search = searchOf(text);
  if (search.words.length === 0) return null;
  return users.flatMap((one, index) => (isFoundBy(search, searched(one)) ? [index] : []));
}

test('find gives what a filter over every row gives, whatever was searched before', () => {
  fc.assert(
    fc.property(fc.array(user), typing, (users, texts) => {
      const everyone = list(users);
      let last: Found | undefined;
      for (const text of [...texts, ...texts.map((_, i) => texts.slice(0, i + 1).join(''))]) {
        last = find(everyone, text, last);
        expect(last.hits).toEqual(naive(users, text));
      }
    }),
  );
});

test('find includes rows that arrive between two searches', () => {
  fc.assert(
    fc.property(fc.array(user), fc.string({ unit: fc.constantFrom('a', '5', '-') }), (users, text) => {
      const all = list(users);
      let last: Found | undefined;
      for (let loaded = 0; loaded <= users.length; loaded++) {
        last = find({ ...all, loaded }, text.slice(0, loaded), last);
        expect(last.hits).toEqual(naive(users.slice(0, loaded), text.slice(0, loaded)));
      }
    }),
  );
});

test.each([
  ['5185551002', true],
  ['(518) 555-1002', true],
  ['518.555', true],
  ['MÜLLER', true],
  ['muller', true],
  ['ana@north', true],
  ['muller ana@', true],
  ['Müller, Ana', true],
  ['muller bob', false],
  ['New York', true],
  ['Virginia', false],
])('find with %s finds Ana Müller, (518) 555-1002: %s', (text, isFound) => {
  const ana = {
    ...{ full_name: 'Ana Müller', email: 'Ana@Northline.example', phone: '(518) 555-1002' },
    state: 'NY',
  };
  expect(find(list([ana]), text).hits).toEqual(isFound ? [0] : []);
});

test('find searches a list again when its rows changed', () => {
  const ana = { full_name: 'Ana', email: 'a@b.co', phone: null, state: 'NY' };
  const before = find(list([ana]), 'an');
  expect(find(list([{ ...ana, full_name: 'Bob' }, ana]), 'ana', before).hits).toEqual([1]);
});

test('Backspace reads no row again, and rows that came since are found too', () => {
  let reads = 0;
  const counted = (row: Searched) => ({
    get key() {
      reads += 1;
      return row.key;
    },
  });
  const users = ['Ana', 'Bob', 'Anders', 'Ananda'].map((full_name) => ({
    ...{ full_name, email: '', phone: null, state: 'NY' },
  }));
  const all = list(users, 3);
  const rows = all.rows.map(counted);
  const type = (text: string, loaded: number, before?: Found) => find({ rows, loaded }, text, before);
  const an = type('an', 3);
  const ana = type('ana', 3, an);
  expect(reads).toBe(3 + 2);
  expect(type('an', 3, ana)).toBe(an);
  expect(reads).toBe(5);
  expect(type('an', 4, ana).hits).toEqual([0, 2, 3]);
});
