import {
  type Filter,
  type ListFilters,
  listFilterParameters,
  passesFilters,
  type Sort,
  sortText,
} from '../../../contract/lists/list-filters.ts';
import { comparable, compareSorted } from '../../../contract/lists/sort-key.ts';
import type { DirectoryRow } from './directory-rows.ts';

/** How to read the values of a row for the filters and sorts, with the functions of the contract. */
export interface ListRules<Row> {
  valuesOf(row: Row, field: string, now: Date): readonly string[];
  sortValue(row: Row, field: string): string | null;
}

export type ListQuery = ListFilters<string, string>;

/** The rows to arrange, and the hits of a search among them; null without a search. */
interface Arrangeable<Row> {
  rows: readonly Row[];
  loaded: number;
  hits: readonly number[] | null;
}

/** A row with its sort value, made once for each row and field. */
interface Place<Row> {
  row: Row;
  id: string;
  value: string | null;
}

interface Sorted<Row> {
  rows: readonly Row[];
  loaded: number;
  sort: string;
  places: Place<Row>[];
}

/**
 * Filters and sorts the loaded rows. The order is kept from one call to the next: after a save only the saved row is
 * placed again, and another filter sorts nothing.
 */
export class Arranger<Row extends DirectoryRow> {
  readonly #rules: ListRules<Row>;
  readonly #places = new Map<string, WeakMap<Row, Place<Row>>>();
  #sorted: Sorted<Row> | undefined;

  constructor(rules: ListRules<Row>) {
    this.#rules = rules;
  }

  /** The rows in their order; null when all rows are shown in the list's own order. */
  arrange(list: Arrangeable<Row>, { filters, sort }: ListQuery): readonly Row[] | null {
    const { rows, loaded, hits } = list;
    const conditions = Object.entries<Filter | undefined>(filters).flatMap(([field, filter]) =>
      filter ? [[field, filter] as const] : [],
    );
    if (hits === null && conditions.length === 0 && sort === null) return null;
    // Hits are indexes of rows.
    const found = hits ? hits.map((index) => rows[index] as Row) : rows.slice(0, loaded);
    const passing = conditions.length > 0 ? this.#passing(found, conditions) : found;
    if (sort === null) return passing;
    const ordered = this.#inOrder(list, sort);
    if (passing.length === loaded) return ordered;
    const passingSet = new Set(passing);
    return ordered.filter((row) => passingSet.has(row));
  }

  #passing(rows: readonly Row[], conditions: readonly (readonly [string, Filter])[]): Row[] {
    const now = new Date();
    const valuesOf = (row: Row, field: string) => this.#rules.valuesOf(row, field, now);
    return rows.filter((row) => passesFilters(row, conditions, valuesOf));
  }

  #inOrder(list: Arrangeable<Row>, sort: Sort<string>): Row[] {
    const { rows, loaded } = list;
    const known = this.#sorted;
    const text = sortText(sort);
    const isKnown = known?.rows === rows && known.loaded === loaded && known.sort === text;
    const places = isKnown ? known.places : this.#sort(list, sort);
    this.#sorted = { rows, loaded, sort: text, places };
    return places.map((place) => place.row);
  }

  /** Starts from the previous order, which is nearly the new one, so that sorting takes one pass. */
  #sort({ rows, loaded }: Arrangeable<Row>, sort: Sort<string>): Place<Row>[] {
    const before = this.#sorted?.sort === sortText(sort) ? this.#sorted.places : [];
    const current = new Set(rows.slice(0, loaded));
    const still = before.filter(({ row }) => current.delete(row));
    const places = [...still, ...Array.from(current, (row) => this.#placeOf(row, sort.field))];
    return places.sort((a, b) => compareSorted(a, b, sort.isDescending));
  }

  #placeOf(row: Row, field: string): Place<Row> {
    const places = this.#places.get(field) ?? new WeakMap<Row, Place<Row>>();
    this.#places.set(field, places);
    const known = places.get(row);
    if (known) return known;
    const value = this.#rules.sortValue(row, field);
    const place = { row, id: row.id, value: value === null ? null : comparable(value) };
    places.set(row, place);
    return place;
  }
}

/** A text that is equal for equal filters and sorts. */
export function textOf(query: ListQuery): string {
  return new URLSearchParams(listFilterParameters(query) as Record<string, string>).toString();
}
