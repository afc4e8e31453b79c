import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  districtKey,
  fold,
  isFoundBy,
  locationKey,
  searchMaxWords,
  searchOf,
  userKey,
} from './search-key.ts';

const millRoad = {
  name: 'Mill Road 104',
  address: '12 Mill Road, Suite 4',
  city: 'Saint-Étienne',
  state: 'NY',
  zip: '12207-1234',
  phone: '(518) 555-1002',
};
const abroad = { ...millRoad, name: 'Harbor', phone: '+1 518.555.1002' };

function isFound(text: string, location: typeof millRoad) {
  return isFoundBy(searchOf(text), { key: locationKey(location), state: location.state });
}

test.each([
  ['#399', true],
  ['0399', true],
  ['airport 0399', true],
  ['#0399', true],
  ['#39', true],
  ['#99', false],
  ['0099', false],
  ['05399', false],
])('a number is found as lists and files print it: %s finds 399: %s', (text, expected) => {
  const row = {
    name: 'Airport',
    address: '12 Runway',
    city: 'Colonie',
    state: 'NY',
    zip: '12205',
    phone: null,
  };
  expect(isFoundBy(searchOf(text), { key: locationKey({ ...row, number: '399' }) })).toBe(expected);
});

test.each([
  ['mill road 104', true],
  ['road, suite', true],
  ['saint-etienne', true],
  ['12207', true],
  ['Saint-Etienne, NY', true],
  ['étienne NY', true],
  ['etienne,ny 12207', true],
  ['ny 12207', true],
  ['5551002', true],
  ['518-555-1002', true],
  ['+1 (518) 555-1002', true],
  ['1 518 555 1002', true],
  ['+1 518', true],
  ['Saint-Etienne, VT', false],
  ['+1 519', false],
  ['suite 4, saint', true],
  ['104 road mill', true],
  ['Saint-Étienne, Mill', true],
  ['ny, mill', true],
  ['New York', true],
  ['mill NEW YORK', true],
  ['york new', false],
  ['Vermont', false],
  ['mill vermont', false],
  ['mill texaco', false],
  ['555-1002 mill', true],
])('a search for %s finds the location: %s', (text, expected) => {
  expect(isFound(text, millRoad)).toBe(expected);
  if (!/mill|104/i.test(text)) expect(isFound(text, abroad)).toBe(expected);
});

test.each([
  ['Virginia', 'VA', true],
  ['virginia', 'WV', false],
  ['West Virginia', 'WV', true],
  ['West Virginia', 'VA', false],
  ['Kansas', 'AR', false],
  ['TEXAS', 'TX', true],
  ['texas 12207', 'TX', true],
  ['District of Columbia', 'DC', true],
  // A part of a name is a text like any other: 'main' would find all of Maine.
  ['texa', 'TX', false],
  ['main', 'ME', false],
])('a search for %s finds a location in %s: %s', (text, state, expected) => {
  expect(isFound(text, { ...millRoad, state })).toBe(expected);
});

test('the name of a state finds no word of an address that is spelled as its letters', () => {
  expect(isFound('Louisiana', { ...millRoad, address: '12 La Paz Road' })).toBe(false);
  expect(isFound('Louisiana', { ...millRoad, address: '12 Louisiana Road' })).toBe(true);
});

const lopez = { full_name: 'Ana María López', email: 'al@northline.example', phone: '(555) 010-0199' };

test.each([
  ['López, Ana', true],
  ['lopez maria ana', true],
  ['ana lop', true],
  ['ana  ,  lopez', true],
  ['ana al@north', true],
  ['lopez 010-0199', true],
  ['ana ruiz', false],
  ['maria anna', false],
])('a search for %s finds Ana María López: %s', (text, expected) => {
  expect(isFoundBy(searchOf(text), { key: userKey(lopez) })).toBe(expected);
});

/** The search of the specification, on one field. */
const fieldTexts = fc.string({
  unit: fc.constantFrom('a', 'É', 'ß', ' ', ',', '1', '-', '(', 'virginia', 'va'),
});

test('a text that stands in a field is found, whatever it is', () => {
  fc.assert(
    fc.property(fieldTexts, fc.nat(30), fc.nat(30), (name, from, length) => {
      const text = name.slice(from, from + length);
      expect(isFound(text, { ...millRoad, name })).toBe(true);
      expect(isFoundBy(searchOf(text), { key: userKey({ ...lopez, full_name: name }) })).toBe(true);
    }),
    { numRuns: 500 },
  );
});

test.each([
  ['north', true],
  ['district 4', true],
  ['4', true],
  ['#4', true],
  ['district north', true],
  ['district 5', false],
])('%s finds the district North with the number 4: %s', (text, isIt) => {
  expect(isFoundBy(searchOf(text), { key: districtKey({ name: 'North', number: '4' }) })).toBe(isIt);
});

test('words in another order find the same', () => {
  const words = fc.array(fc.constantFrom('mill', 'road', 'ny', 'vt', '12207', '(518)', 'sui', 'x'), {
    maxLength: 6,
  });
  fc.assert(
    fc.property(words, (words) => {
      expect(isFound(words.toReversed().join(' '), millRoad)).toBe(isFound(words.join(', '), millRoad));
    }),
  );
});

test('a search has a bounded number of words', () => {
  const many = searchOf(Array.from({ length: 60 }, (_, n) => `w${n}`).join(' '));
  expect(many.words).toHaveLength(searchMaxWords);
  expect(searchOf('ana ana  ana').words).toHaveLength(1);
});

test.each([
  ['+1 (555) 010-0199', '(555) 010-0199'],
  ['555.010.0199', '+1 (555) 010-0199'],
  ['+15550100199', '555-010-0199'],
])('a search for %s finds the user with the phone %s', (text, phone) => {
  const key = userKey({ full_name: null, email: 'ana@northline.example', phone });
  expect(isFoundBy(searchOf(text), { key })).toBe(true);
});

test.each([
  '',
  ' ',
  ',',
  ' , ',
  '+',
  '+1',
  '()',
  '\u0301',
])('a search for %j has no empty text, which every row would match', (text) => {
  const { words, phones } = searchOf(text);
  expect([...words.flatMap(({ texts }) => texts), ...phones]).not.toContain('');
});

test('fold removes every accent, whether it is a part of its letter or a character of its own', () => {
  const reference = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const marks = fc.integer({ min: 0x300, max: 0x36f }).map((code) => String.fromCodePoint(code));
  const unit = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 1 }), marks);
  const texts = fc.array(unit, { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(texts, (text) => fold(text) === reference(text)),
    { numRuns: 2000 },
  );
});

test('fold reads the beginning of a text that is longer than any name', () => {
  // Putting ten million accents in order would take hours.
  expect(fold(`Harbor${'\u0316\u0301'.repeat(5_000_000)} 394`)).toBe('harbor');
  expect(fold('É'.repeat(10_000_000))).toBe('e'.repeat(1000));
});
