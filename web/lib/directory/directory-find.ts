import { searchTerms } from '../../../contract/lists/search-key.ts';

/** The array only grows. Any other change creates a new one. */
export interface Searchable<Row> {
  rows: readonly Row[];
  /** The number of rows to search; the array may already contain more. */
  loaded: number;
}

/** The result of a search, from which the next one can start. */
export interface Found {
  rows: readonly unknown[];
  terms: readonly string[];
  /** How many rows were tested. */
  scanned: number;
  /** Indexes of the rows that match, in the list's order; null when there is nothing to search for. */
  hits: readonly number[] | null;
}

/**
 * Finds the rows that contain the text, in the list's order. A plain loop over folded keys: 5 to 11 ms for 100,000
 * rows on a slow machine. When the text narrows the previous one on the same rows, only the previous hits and newer
 * rows are tested.
 */
export function find<Row extends { key: string }>(
  list: Searchable<Row>,
  text: string,
  previous?: Found,
): Found {
  const { rows, loaded } = list;
  const terms = searchTerms(text).filter((term) => term !== '');
  if (terms.length === 0) return { rows, terms, scanned: loaded, hits: null };

  const known = previous?.hits && previous.rows === rows && narrows(terms, previous.terms) ? previous : null;
  const hits: number[] = [];
  for (const index of known?.hits ?? []) if (index < loaded && matches(rows[index], terms)) hits.push(index);
  for (let index = known?.scanned ?? 0; index < loaded; index++) {
    if (matches(rows[index], terms)) hits.push(index);
  }
  return { rows, terms, scanned: loaded, hits };
}

/** Whether every row that matches `terms` also matched `earlier`: each term contains one of the earlier ones. */
function narrows(terms: readonly string[], earlier: readonly string[]) {
  return terms.every((term) => earlier.some((part) => term.includes(part)));
}

function matches(row: { key: string } | undefined, terms: readonly string[]) {
  if (row === undefined) return false;
  for (const term of terms) if (row.key.includes(term)) return true;
  return false;
}
