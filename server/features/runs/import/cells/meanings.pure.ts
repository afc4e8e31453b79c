import { meaningMaxLength } from '../../../../../contract/fields/limits.ts';
import type { ImportColumn } from '../../../../../contract/files/import-columns.ts';
import { numberKey, wordKey } from '../../../../../contract/lists/search-key.ts';
import type { Meaning } from '../../../../../contract/runs.ts';

/** Undefined for a word without one. */
export type Meanings = (column: ImportColumn, word: string) => string | undefined;

/** `numbers` are of columns that have lost their zeros. What the user chose for a single number counts first. */
export function createMeanings(
  chosen: readonly Meaning[],
  numbers: ReadonlyMap<ImportColumn, ReturnType<typeof zeroFinder>> = new Map(),
): Meanings {
  const byWord = new Map(chosen.map(({ column, value, means }) => [keyOf(column, value), means]));
  return (column, word) => {
    const isChosen = byWord.size > 0 && word.length <= meaningMaxLength;
    return (isChosen ? byWord.get(keyOf(column, word)) : undefined) ?? numbers.get(column)?.(word);
  };
}

function keyOf(column: ImportColumn, word: string): string {
  return `${column} ${wordKey(word)}`;
}

/** Longer numbers are not padded by other systems. */
const digitsMax = 10;

/** Null for a text that is more than digits. */
export function withoutZeros(number: string): string | null {
  return /^\d{1,20}$/.test(number) ? number.replace(/^0+(?=\d)/, '') : null;
}

/** Spreadsheets take zeros off the front: 001 and 01 for 1. */
export function likeNumbers(number: string): string[] {
  const bare = withoutZeros(number);
  if (bare === null) return [];
  const lengths = Array.from(
    { length: Math.max(0, digitsMax - bare.length) + 1 },
    (_, more) => bare.length + more,
  );
  return lengths.map((length) => bare.padStart(length, '0')).filter((like) => like !== number);
}

/** Finds the only number that is like a text which has lost its zeros. Undefined for a number that exists. */
export function zeroFinder(numbers: readonly string[]): (text: string) => string | undefined {
  const exact = new Set(numbers.map(numberKey));
  const byBare = Map.groupBy(numbers, withoutZeros);
  return (text) => {
    const bare = withoutZeros(text);
    if (bare === null || exact.has(numberKey(text))) return undefined;
    const [like, ...others] = byBare.get(bare) ?? [];
    return others.length === 0 ? like : undefined;
  };
}
