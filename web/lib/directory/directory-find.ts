import {
  isFoundBy,
  onlyText,
  type Search,
  type Searched,
  type SearchedWord,
  searchOf,
} from '../../../contract/lists/search-key.ts';

/** The array only grows. Any other change creates a new one. */
export interface Searchable<Row> {
  rows: readonly Row[];
  /** The number of rows to search; the array may already contain more. */
  loaded: number;
}

/** The result of a search, from which the next one can start. */
export interface Found {
  rows: readonly unknown[];
  search: Search;
  /** How many rows were tested. */
  scanned: number;
  /** Indexes of the rows that match, in the list's order; null when there is nothing to search for. */
  hits: readonly number[] | null;
  /** The search whose hits this one narrowed: Backspace leads back to it. */
  wider: Found | null;
  text: string;
}

/**
 * Finds the rows that have every word of the text, in the list's order. A plain loop over folded keys: 5 to 11 ms for
 * 100,000 rows on a slow machine. When the text narrows the previous one on the same rows, only the previous hits and
 * newer rows are tested.
 */
export function find<Row extends Searched>(list: Searchable<Row>, text: string, previous?: Found): Found {
  const { rows, loaded } = list;
  const search = searchOf(text);
  if (search.words.length === 0) return { rows, search, scanned: loaded, hits: null, wider: null, text };

  let known: Found | null = previous?.rows === rows && previous.hits ? previous : null;
  while (known && known.text !== text && !narrows(search, known.search)) known = known.wider;
  if (known?.text === text && known.scanned === loaded) return known;
  const hits: number[] = [];
  const only = onlyText(search);
  const test = (index: number) => {
    const row = rows[index];
    if (row && (only === null ? isFoundBy(search, row) : row.key.includes(only))) hits.push(index);
  };
  for (const index of known?.hits ?? []) if (index < loaded) test(index);
  for (let index = known?.scanned ?? 0; index < loaded; index++) test(index);
  return { rows, search, scanned: loaded, hits, wider: known?.text === text ? known.wider : known, text };
}

/** Whether every row that the search finds was also found by the earlier one. False when that is not sure. */
export function narrows(search: Search, earlier: Search): boolean {
  const hasAll = (words: readonly SearchedWord[]) =>
    earlier.words.every((before) => words.some((word) => implies(word, before)));
  return (
    hasAll(search.words) &&
    search.phones.every(
      (digits) =>
        earlier.phones.some((before) => digits.includes(before)) ||
        hasAll([{ texts: [digits], state: null }]),
    )
  );
}

/** Whether a row that has the word also has the other one. */
function implies({ texts, state }: SearchedWord, other: SearchedWord): boolean {
  if (state !== null && state !== other.state) return false;
  return texts.every((text) => other.texts.some((part) => text.includes(part)));
}
