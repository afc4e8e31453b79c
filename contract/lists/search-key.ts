import { searchMaxLength } from '../fields/limits.ts';

/** Joins fields with a character that nobody can type, so that no match spans two fields. */
const separator = '\u0001';

/** Longer than every text that is searched or compared. */
const foldMaxLength = 1000;

/**
 * Lower case without accents: a search for 'MULLER' finds 'Müller'. Only the first 1,000 characters count. Accents
 * that are characters of their own go before normalization, because the time to put thousands of them in order grows
 * with the square of their number.
 */
export function fold(text: string): string {
  return withoutMarks(withoutMarks(text.slice(0, foldMaxLength)).normalize('NFKD')).toLowerCase();
}

function withoutMarks(text: string): string {
  return text.replace(/\p{M}+/gu, '');
}

const phoneText = /^[\d\s()+./-]+$/;

/** The digits of a text that looks like a phone number or a part of one; null for anything else. */
export function phoneDigits(text: string): string | null {
  if (!phoneText.test(text)) return null;
  return text.replace(/\D/g, '') || null;
}

function join(...fields: (string | null)[]) {
  return fields.map((field) => fold(field ?? '')).join(separator);
}

/** A row without a number has no such field, so its key is the same as before numbers existed. */
function numberField(number: string | null | undefined) {
  return number ? [number] : [];
}

/** Numbers that differ only in case, accents or spaces are the same; null without a number. */
export function numberKey(number: string | null): string | null {
  return number === null ? null : fold(number).replace(/\s+/g, '');
}

/** Whether the search text is exactly this number, not only a part of it. */
export function isNumber(text: string, number: string | null): boolean {
  return text !== '' && number !== null && numberKey(text) === numberKey(number);
}

/** The phone as written, and its digits alone. */
function phoneFields(phone: string | null) {
  return [phone, phone?.replace(/\D/g, '') ?? null];
}

/** The text that a search over users searches: name, email, phone (also without punctuation) and employee number. */
export function userKey(user: {
  full_name: string | null;
  email: string;
  phone: string | null;
  employee_number?: string | null;
}): string {
  return join(user.full_name, user.email, ...phoneFields(user.phone), ...numberField(user.employee_number));
}

/** Email, phone and employee number as they are in a user's key: in lower case and without accents. */
export function textsInUserKey(key: string) {
  const [, email = '', phone = '', , number = ''] = key.split(separator);
  return { email, phone: phone || null, employee_number: number || null };
}

/**
 * The text that a search over locations searches: the fields of the specification, and the state, ZIP code, phone and
 * number.
 */
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

/**
 * The texts of which a row's key must contain at least one: the folded search text, the same without commas ('Albany,
 * NY'), and for a phone number its digits, with and without the country code. Only the beginning of a very long text
 * counts.
 */
export function searchTerms(text: string): string[] {
  const sought = text.trim().slice(0, searchMaxLength);
  const folded = fold(sought);
  const digits = phoneDigits(sought);
  const others = [withoutCommas(folded), digits, digits && nationalDigits(sought, digits)];
  return [...new Set([folded, ...others.filter((term): term is string => Boolean(term))])];
}

function withoutCommas(text: string) {
  return text.replace(/\s*,\s*/g, ' ').trim();
}

/** North American digits without the leading 1, when more digits follow. */
function nationalDigits(text: string, digits: string): string | null {
  const hasCountryCode = digits.startsWith('1') && (text.startsWith('+') || digits.length === 11);
  return hasCountryCode && digits.length > areaCodeLength ? digits.slice(1) : null;
}
const areaCodeLength = 3;
