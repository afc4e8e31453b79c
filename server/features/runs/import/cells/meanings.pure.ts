import { meaningMaxLength } from '../../../../../contract/fields/limits.ts';
import type { ImportColumn } from '../../../../../contract/files/import-columns.ts';
import { fold } from '../../../../../contract/lists/search-key.ts';
import type { Meaning } from '../../../../../contract/runs.ts';
import type { zeroFinder } from './leading-zeros.pure.ts';

/** Undefined for a word without one. */
export type Meanings = (column: ImportColumn, word: string) => string | undefined;

export function createMeanings(chosen: readonly Meaning[]): Meanings {
  const byWord = new Map(chosen.map(({ column, value, means }) => [keyOf(column, value), means]));
  if (byWord.size === 0) return () => undefined;
  return (column, word) => (word.length > meaningMaxLength ? undefined : byWord.get(keyOf(column, word)));
}

/** Columns whose numbers have lost their zeros. What the user chose for a single number counts first. */
export function withZeros(
  chosen: Meanings,
  numbers: ReadonlyMap<ImportColumn, ReturnType<typeof zeroFinder>>,
): Meanings {
  if (numbers.size === 0) return chosen;
  return (column, word) => chosen(column, word) ?? numbers.get(column)?.(word);
}

function keyOf(column: ImportColumn, word: string): string {
  return `${column} ${wordKey(word)}`;
}

/** Case, accents and repeated spaces make no difference. */
export function wordKey(word: string): string {
  return fold(word).replace(/\s+/g, ' ').trim();
}
