import { searchMaxLength } from './limits.ts';

/** Fields are joined by a character nobody can type, so that no match crosses from one into the next. */
const separator = '\u0001';

/** Lower case, accents folded: 'Müller' and 'MULLER' are the same to a search. */
export function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

const phoneText = /^[\d\s()+./-]+$/;

/** The digits of a text that can only be a phone number or a part of one; null for anything else. */
export function phoneDigits(text: string): string | null {
  if (!phoneText.test(text)) return null;
  return text.replace(/\D/g, '') || null;
}

function join(...fields: (string | null)[]) {
  return fields.map((field) => fold(field ?? '')).join(separator);
}

/** The phone as written, and its digits alone. */
function phoneFields(phone: string | null) {
  return [phone, phone?.replace(/\D/g, '') ?? null];
}

/** The text that a search over users reads (docs/specification.md, section 2), the phone also without punctuation. */
export function userKey(user: { full_name: string | null; email: string; phone: string | null }): string {
  return join(user.full_name, user.email, ...phoneFields(user.phone));
}

/** What a search over locations looks through: what the specification names, and the state, ZIP code and phone. */
export function locationKey(location: {
  name: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  phone: string | null;
}): string {
  const { name, address, city, state, zip, phone } = location;
  return join(name, address, `${city} ${state} ${zip}`, ...phoneFields(phone));
}

/**
 * The texts of which a row's key must hold at least one: the folded search text, the same without commas ('Albany, NY'),
 * and for a phone number its bare digits, also without the country code, which is written or left out at will. Of a text
 * longer than any search, the beginning.
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

/** North American digits without the leading 1, once there is more than it. */
function nationalDigits(text: string, digits: string): string | null {
  const hasCountryCode = digits.startsWith('1') && (text.startsWith('+') || digits.length === 11);
  return hasCountryCode && digits.length > areaCodeLength ? digits.slice(1) : null;
}
const areaCodeLength = 3;
