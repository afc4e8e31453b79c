import { searchMaxLength } from '../fields/limits.ts';
import { stateNames } from '../fields/states.ts';

/** Nobody can type it, so no match spans two fields. */
const separator = '\u0001';

/** Longer than every text that is searched or compared. */
const foldMaxLength = 1000;

/**
 * 'MULLER' finds 'Müller'. Only the first 1,000 characters count. Accents that are characters of their own go before
 * normalization, whose time grows with the square of their number.
 */
export function fold(text: string): string {
  return withoutMarks(withoutMarks(text.slice(0, foldMaxLength)).normalize('NFKD')).toLowerCase();
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '');
}

/** Case, accents and repeated spaces make no difference. */
export function wordKey(word: string): string {
  return fold(word).replace(/\s+/g, ' ').trim();
}

const phoneText = /^[\d\s()+./-]+$/;

/** Null for a text that does not look like a phone number or a part of one. */
export function phoneDigits(text: string): string | null {
  if (!phoneText.test(text)) return null;
  return text.replace(/\D/g, '') || null;
}

function join(...fields: (string | null)[]) {
  return fields.map((field) => fold(field ?? '')).join(separator);
}

/** The key of a row without a number is the same as before numbers existed. */
function numberField(number: string | null | undefined) {
  return number ? [number] : [];
}

/** Case, accents and spaces make no difference; null without a number. */
export function numberKey(number: string | null): string | null {
  return number === null ? null : fold(number).replace(/\s+/g, '');
}

function phoneFields(phone: string | null) {
  return [phone, phone?.replace(/\D/g, '') ?? null];
}

/** The phone also without punctuation. */
export function userKey(user: {
  full_name: string | null;
  email: string;
  phone: string | null;
  employee_number?: string | null;
}): string {
  return join(user.full_name, user.email, ...phoneFields(user.phone), ...numberField(user.employee_number));
}

/** The fields of the specification, and the state, ZIP code, phone and number. */
export function locationKey(location: {
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  phone: string | null;
  number?: string | null;
}): string {
  const { name, address, city, state, zip, phone, number } = location;
  return join(name, address, `${city} ${state} ${zip}`, ...phoneFields(phone), ...numberField(number));
}

/** 'district 4' and '#4' find the one with this number, whatever its name. */
export function districtKey({ name, number }: { name: string; number: string | null }): string {
  return number === null ? fold(name) : join(name, 'district', number);
}

export interface Searched {
  key: string;
  state?: string;
}

/** One of the texts, or the state whose name the word belongs to. */
export interface SearchedWord {
  texts: readonly string[];
  state: string | null;
}

/** Every word, in any order, or one of the phone numbers that the whole text may be. */
export interface Search {
  words: readonly SearchedWord[];
  phones: readonly string[];
}

/** So that a search stays a bounded number of comparisons. */
export const searchMaxWords = 8;

/**
 * Spaces and commas separate words ('Albany, NY', 'Last, First'). Names of states also mean their letters, phone
 * numbers their digits with and without the country code. A row that contains the text as it stands is always found.
 */
export function searchOf(text: string): Search {
  const query = text.trim().slice(0, searchMaxLength);
  const folded = fold(query).trim();
  const split = folded.split(/[\s,]+/).filter((word) => word !== '');
  // A text of commas alone.
  const texts = split.length === 0 && folded !== '' ? [folded] : split;
  const states = statesOf(texts);
  const words = new Map<string, SearchedWord>();
  for (const [index, word] of texts.entries()) {
    const state = states[index] ?? null;
    const meant = [word, ...phonesOf(word), ...numbersOf(word)];
    words.set(`${state} ${word}`, { texts: [...new Set(meant)], state });
  }
  return {
    words: [...words.values()].slice(0, searchMaxWords),
    phones: texts.length > 1 ? phonesOf(query) : [],
  };
}

/** The server's SQL finds the same rows. */
export function isFoundBy({ words, phones }: Search, row: Searched): boolean {
  return words.every((word) => hasWord(row, word)) || phones.some((digits) => row.key.includes(digits));
}

function hasWord(row: Searched, { texts, state }: SearchedWord): boolean {
  for (const text of texts) if (row.key.includes(text)) return true;
  return state !== null && row.state === state;
}

const statesByName = new Map(Object.entries(stateNames).map(([state, name]) => [fold(name), state]));
const stateMaxWords = 3;

/** 'west virginia' is one state, not also the other. */
function statesOf(words: readonly string[]): (string | undefined)[] {
  const states: (string | undefined)[] = [];
  while (states.length < words.length) {
    const start = states.length;
    let length = Math.min(stateMaxWords, words.length - start);
    const name = () => words.slice(start, start + length).join(' ');
    while (length > 1 && !statesByName.has(name())) length--;
    const state = statesByName.get(name());
    for (let word = 0; word < length; word++) states.push(state);
  }
  return states;
}

function phonesOf(text: string): string[] {
  const digits = phoneDigits(text);
  if (digits === null) return [];
  const national = nationalDigits(text, digits);
  return national === null ? [digits] : [digits, national];
}

/** Without the leading 1, when more digits follow. */
function nationalDigits(text: string, digits: string): string | null {
  const hasCountryCode = digits.startsWith('1') && (text.startsWith('+') || digits.length === 11);
  return hasCountryCode && digits.length > areaCodeLength ? digits.slice(1) : null;
}
const areaCodeLength = 3;

/** Lists print a number as '#15000', files print 399 as '0399': the beginning of a field. A ZIP code keeps its zeros. */
function numbersOf(word: string): string[] {
  const number = withoutZeros(word.replace(/^#/, ''));
  return number !== '' && number !== word ? [separator + number] : [];
}

export function withoutZeros(number: string): string {
  return /^0+\d+$/.test(number) && number.length !== zipLength ? number.replace(/^0+(?=\d)/, '') : number;
}
const zipLength = 5;
