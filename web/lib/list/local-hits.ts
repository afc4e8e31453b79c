import type { QueryClient } from '@tanstack/react-query';
import { isFoundBy, type Search, type SearchedWord, searchOf } from '../../../contract/lists/search-key.ts';
import type { ListSource } from './list-cache.ts';
import { isWhole, type ListRow, loadedRows, type Pages, type Question } from './list-pages.ts';

/** Rows of the cache that a search may be answered from: those of a text whose hits contain the new one's. */
export interface Base<Row> {
  question: Question;
  data: Pages<Row>;
  search: Search;
}

/** What the loaded rows answer by themselves. It stays the same while their set does, whatever changes in them. */
export interface LocalHits<Row> {
  base: Base<Row>;
  /** In the order of the list. */
  ids: readonly string[];
}

/** The lists of the cache with the same filters and order whose rows contain all hits of the question. */
export function basesOf<Row extends ListRow>(
  client: QueryClient,
  { name }: ListSource<Row>,
  question: Question,
): Base<Row>[] {
  if (question.isFromEnd) return [];
  const search = searchOf(question.text);
  const order = orderOf(question);
  return client.getQueriesData<Pages<Row>>({ queryKey: [name, 'list'] }).flatMap(([key, data]) => {
    const other = key[2] as Question;
    if (!data || other.isFromEnd || other.text === question.text || orderOf(other) !== order) return [];
    return narrows(search, searchOf(other.text)) ? [{ question: other, data, search }] : [];
  });
}

/**
 * The hits among loaded rows. All rows of a list are a beginning of it, so the most hits are the longest beginning of
 * the answer; those among a whole list are the answer.
 */
export function findHits<Row extends ListRow>(bases: readonly Base<Row>[]): LocalHits<Row> | null {
  const whole = bases.find(({ data }) => isWhole(data));
  let best: LocalHits<Row> | null = null;
  for (const base of whole ? [whole] : bases) {
    const ids = loadedRows(base.data).flatMap((row) => (isFoundBy(base.search, row) ? row.id : []));
    if (!best || ids.length > best.ids.length) best = { base, ids };
  }
  return best;
}

function orderOf({ filters, sort }: Question): string {
  return JSON.stringify([Object.entries(filters).sort(), sort]);
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
