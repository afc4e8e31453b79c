import { fold } from './search-key.ts';

/** PostgreSQL indexes at most 2,700 bytes. */
const sortKeyMaxLength = 200;
const digitsOfNumber = 10;

/**
 * Folded, and with numbers by their value: 'Harbor 9' before 'Harbor 10'. Stored, because each database folds
 * differently. Null for an empty text.
 */
export function sortKey(text: string | null): string | null {
  const key = fold(text ?? '').replace(/\d+/g, (digits) =>
    digits.replace(/^0+(?=\d)/, '').padStart(digitsOfNumber, '0'),
  );
  if (key.length <= sortKeyMaxLength) return key || null;
  return [...key].slice(0, sortKeyMaxLength).join('');
}
