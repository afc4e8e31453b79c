import { fold, numberKey, type Search, type Searched, searchOf, withoutZeros } from './search-key.ts';

/**
 * How well a row matches, the best first: the exact number; the exact email, phone or ZIP code; beginnings of words of
 * the name; beginnings of words of any field; a part of any field. `server/kernel/database/search-tiers.ts` says the
 * same in SQL.
 */
export const tiers = { number: 1, exact: 2, name: 3, field: 4, part: 5, typo: 6 } as const;
export type Tier = (typeof tiers)[keyof typeof tiers];

/** Ends the fields of a key. */
export const fieldEnd = '\u0001';

/** What comes before a word, besides the beginning of a key. */
export const wordBreaks = `${fieldEnd} -.@'’/,()#&_+:;"`;
const breaks = new Set([...wordBreaks].map((sign) => sign.charCodeAt(0)));
const anyBreak = new RegExp(`[${wordBreaks.replace('-', '\\-')}]`, 'g');

/** What a text asks for, read once for all rows. */
export interface SearchQuery {
  text: string;
  search: Search;
  /** As `number_key`, and as it is without zeros before it. */
  numbers: readonly string[];
  /** What one field, or the end of a location's town, must be for an exact match. */
  exact: { fields: readonly string[]; zip: string | null };
  /** Each word as it is typed, then as it may also stand: a phone number, a state. Signs of punctuation are spaces. */
  words: readonly { name: string; texts: readonly string[]; state: string | null }[];
  phones: readonly string[];
  /** Too short to be looked for inside of words. */
  isShort: boolean;
}

const shortLength = 2;
const phoneMinDigits = 7;

export function searchQueryOf(typed: string): SearchQuery {
  const text = typed.trim().replace(/^#\s*/, '');
  const search = searchOf(text);
  const digits = [...new Set([...search.phones, ...(search.words.length === 1 ? digitsOf(search) : [])])];
  const phones = digits.filter((one) => one.length >= phoneMinDigits);
  const email = fold(text);
  const number = numberKey(text) ?? '';
  return {
    text,
    search,
    numbers: [...new Set([number, withoutZeros(number)])].filter((one) => one !== ''),
    exact: {
      fields: [...(email.includes('@') ? [email] : []), ...phones, ...phones.map((one) => `1${one}`)],
      zip: /^\d{5}(-\d{4})?$/.test(text) ? text : null,
    },
    words: search.words.map(({ texts, state }) => ({
      name: asWords(texts[0] ?? ''),
      texts: texts.map(asWords),
      state,
    })),
    phones: search.phones,
    isShort: text.length <= shortLength,
  };
}

function digitsOf({ words }: Search): string[] {
  return words.flatMap(({ texts }) => texts).filter((text) => /^\d+$/.test(text));
}

function asWords(text: string): string {
  return text.replace(anyBreak, ' ').trim();
}

/** A row of a list, with the number by which users name it. */
export type TieredRow = Searched &
  ({ number: string | null; zip: string } | { employee_number: string | null });

/** The tier of a row that the search finds (`isFoundBy`); null when the text is too short to find it. */
export function tierOf(query: SearchQuery, row: TieredRow): Tier | null {
  const { key } = row;
  if (hasNumber(query, row)) return tiers.number;
  if (isExact(query, row)) return tiers.exact;
  if (query.words.every(({ name }) => beginsWord(key, name, nameStart(key), nameEnd(key)))) return tiers.name;
  if (beginsField(query, row)) return tiers.field;
  return query.isShort ? null : tiers.part;
}

/** A key ends with the number, so its last character says for most rows that it is another one. */
function hasNumber({ numbers: [number, ...others] }: SearchQuery, row: TieredRow): boolean {
  if (!number || !row.key.endsWith(number.slice(-1))) return false;
  const own = numberKey('number' in row ? row.number : row.employee_number);
  return own === number || (own !== null && others.includes(own));
}

function isExact({ exact: { fields, zip } }: SearchQuery, row: TieredRow): boolean {
  const { key } = row;
  const isField = (text: string) => key.includes(fieldEnd + text + fieldEnd) || key.endsWith(fieldEnd + text);
  return fields.some(isField) || (zip !== null && 'zip' in row && key.includes(` ${zip}${fieldEnd}`));
}

function beginsField({ words, phones }: SearchQuery, row: Searched): boolean {
  const { key } = row;
  const begins = (text: string) => beginsWord(key, text, 0, key.length);
  return (
    words.every(({ texts, state }) => texts.some(begins) || (state !== null && row.state === state)) ||
    phones.some(begins)
  );
}

/** A user without a name is called by the email, which is the next field. */
function nameStart(key: string): number {
  return key.startsWith(fieldEnd) ? 1 : 0;
}

export function nameEnd(key: string): number {
  return key.indexOf(fieldEnd, nameStart(key));
}

function beginsWord(key: string, word: string, from: number, to: number): boolean {
  // Only words with punctuation have a space.
  const text = word.includes(' ') ? key.slice(0, to).replace(anyBreak, ' ') : key;
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    if (at + word.length > to) return false;
    if (at === from || breaks.has(text.charCodeAt(at - 1))) return true;
  }
  return false;
}

/** The words of the first fields of a key. */
export function wordsOf(key: string, fields: number): string[] {
  let end = nameEnd(key);
  for (let field = 1; field < fields && end >= 0; field++) end = key.indexOf(fieldEnd, end + 1);
  return key
    .slice(0, end < 0 ? key.length : end)
    .replace(anyBreak, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

/** Equal tiers are in the order of what the user opened, then of the names that keys begin with. */
export function compareFound(
  a: { tier: number; weight: number; order: string },
  b: { tier: number; weight: number; order: string },
): number {
  if (a.tier !== b.tier) return a.tier - b.tier;
  if (a.weight !== b.weight) return b.weight - a.weight;
  return a.order < b.order ? -1 : a.order > b.order ? 1 : 0;
}

export function orderOf({ key }: Searched): string {
  return key.slice(nameStart(key));
}
