import { type SearchQuery, wordsOf } from './search-tiers.ts';

/** "Did you mean": with fewer results than this. */
export const fewResults = 3;
export const typosMaxCount = 5;
/** Of a user the name; of a location the name, the address and the town. */
export const typoFields = { user: 1, location: 3 } as const;

const oneTypoLength = 4;
const twoTyposLength = 8;

/** How many errors a typed word may have. A number with an error is another number. */
export function typosAllowed(word: string): number {
  if (/\d/.test(word)) return 0;
  return word.length >= twoTyposLength ? 2 : word.length >= oneTypoLength ? 1 : 0;
}

/** The words of a text whose errors are looked for; null when it has none long enough. */
export function wordsForTypos({ words }: SearchQuery): readonly string[] | null {
  const typed = words.flatMap(({ name }) => name.split(' ')).filter((word) => word !== '');
  return typed.some((word) => typosAllowed(word) > 0) ? typed : null;
}

/**
 * Counts the errors between typed words and the words of a row: each is a word of the row, with as many errors as its
 * length allows. Null when one is not. Words repeat from row to row, so their distances are remembered.
 */
export function typoCounter(typed: readonly string[]): (key: string, fields: number) => number | null {
  const known = typed.map(() => new Map<string, number>());
  const parts = typed.map((word) => Object.values(typoPartsOf(word)).flat());
  return (key, fields) => {
    // Most rows have no part of a word, and need not be taken apart.
    if (!parts.every((some) => some.some((part) => key.includes(part)))) return null;
    const words = wordsOf(key, fields);
    let total = 0;
    for (const [index, one] of typed.entries()) {
      let least = Number.POSITIVE_INFINITY;
      for (const word of words) {
        const distances = known[index];
        let distance = distances?.get(word);
        if (distance === undefined) {
          distance = distanceWithin(one, word, typosAllowed(one));
          distances?.set(word, distance);
        }
        if (distance < least) least = distance;
      }
      if (least === Number.POSITIVE_INFINITY) return null;
      total += least;
    }
    return total;
  };
}

/**
 * Every word that has at most the allowed errors has one of these parts of the typed word: an error damages one part
 * only, and a swap across two parts is undone in a variant.
 */
export interface TypoParts {
  begins: readonly string[];
  contains: readonly string[];
  ends: readonly string[];
}

export function typoPartsOf(word: string): TypoParts {
  const allowed = typosAllowed(word);
  if (allowed === 0) return { begins: [word], contains: [], ends: [] };
  const size = Math.ceil(word.length / (allowed + 1));
  if (allowed === 1)
    return { begins: [word.slice(0, size), swapped(word, size)], contains: [], ends: [word.slice(size)] };
  const [first, second] = [swapped(word, size), swapped(word, size * 2)];
  const variants = [word, first, second];
  return {
    begins: [...variants.map((one) => one.slice(0, size)), swapped(first, size * 2)],
    contains: variants.map((one) => one.slice(size, size * 2)),
    ends: variants.map((one) => one.slice(size * 2)),
  };
}

function swapped(word: string, at: number): string {
  return word.slice(0, at - 1) + word.charAt(at) + word.charAt(at - 1) + word.slice(at + 1);
}

/** Infinity for more than `most` errors. The beginning of a word has none. */
function distanceWithin(typed: string, word: string, most: number): number {
  if (word.startsWith(typed)) return 0;
  if (Math.abs(typed.length - word.length) > most) return Number.POSITIVE_INFINITY;
  const distance = typoDistance(typed, word);
  return distance <= most ? distance : Number.POSITIVE_INFINITY;
}

/** Damerau–Levenshtein: letters that are missing, too many, wrong, or swapped with the next one. */
function typoDistance(a: string, b: string): number {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let row = 1; row <= a.length; row++) {
    const next = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      let least = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
      );
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      if (isSwapped) least = Math.min(least, (before[column - 2] ?? 0) + 1);
      next.push(least);
    }
    before = last;
    last = next;
  }
  return last[b.length] ?? 0;
}

/** Ignores case; null when all names have more than `most` typing errors. */
export function nearestName(typed: string, names: readonly string[], most: number): string | null {
  const near = names
    .filter((name) => Math.abs(typed.length - name.length) <= most)
    .map((name) => ({ name, errors: typoDistance(typed.toUpperCase(), name.toUpperCase()) }))
    .sort((a, b) => a.errors - b.errors)[0];
  return near && near.errors <= most ? near.name : null;
}
