import { emailMaxLength } from './limits.ts';

/**
 * Two spellings of one email are equal. Composed again at the end, because some letters have an accented form only in
 * lower case. @throws RangeError for a long text, because the time to compose grows faster than the text.
 */
export function emailKey(email: string): string {
  if (email.length > emailMaxLength) throw new RangeError('An email is too long to be one');
  return email.normalize('NFC').toLowerCase().normalize('NFC');
}
