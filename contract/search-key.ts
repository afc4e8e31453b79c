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

/** What a search over people looks through (specification section 2), the phone also without punctuation. */
export function personKey(person: { full_name: string | null; email: string; phone: string | null }): string {
  return join(person.full_name, person.email, person.phone, person.phone?.replace(/\D/g, '') ?? null);
}

/** What a search over stores looks through (specification section 2). */
export function locationKey(location: { name: string; address: string; city: string }): string {
  return join(location.name, location.address, location.city);
}

/**
 * The texts of which a row's key must hold at least one: the folded search text, and for a phone number
 * its bare digits.
 */
export function searchTerms(text: string): string[] {
  const typed = text.trim().slice(0, searchMaxLength);
  const folded = fold(typed);
  const digits = phoneDigits(typed);
  return digits && digits !== folded ? [folded, digits] : [folded];
}
