import type { Searched } from '../../../contract/lists/search-key.ts';

/** The members of a row in every list. Lists are ordered by created_at, then id, both descending. */
export interface DirectoryRow extends Searched {
  id: string;
  created_at: string;
  updated_at: string;
}

/**
 * The rows of one list, newest first. Appending grows the array in place; every other change replaces it, so that
 * readers notice it by identity.
 */
export class DirectoryRows<Row extends DirectoryRow> {
  rows: Row[] = [];
  #byId: Map<string, Row> | undefined;

  /**
   * For readers who look up many rows. Created when it is first needed, because 10,000 rows take 0.2 MB (decision
   * 47).
   */
  get byId(): ReadonlyMap<string, Row> {
    this.#byId ??= new Map(this.rows.map((row) => [row.id, row]));
    return this.#byId;
  }

  find(id: string): Row | undefined {
    return this.rows.find((row) => row.id === id);
  }

  /**
   * Appends the next row of a page. A row that does not belong at the end was put before, or came with an earlier
   * page.
   */
  append(row: Row) {
    if (this.rows.length > 0 && !this.isBehind(row) && this.find(row.id)) return;
    this.rows.push(row);
    this.#byId?.set(row.id, row);
  }

  /** Replaces the row in its place, or inserts it at its position in the order. */
  put(row: Row) {
    const known = this.rows.findIndex(({ id }) => id === row.id);
    const index = known < 0 ? this.#placeOf(row) : known;
    this.rows = this.rows.toSpliced(index, known < 0 ? 0 : 1, row);
    this.#byId?.set(row.id, row);
  }

  remove(id: string) {
    this.rows = this.rows.filter((row) => row.id !== id);
    this.#byId?.delete(id);
  }

  /** Whether the row belongs after the last one, so that a later page contains it. */
  isBehind(row: Row) {
    const last = this.rows.at(-1);
    return last !== undefined && isNewer(last, row);
  }

  #placeOf(row: Row) {
    const index = this.rows.findIndex((other) => isNewer(row, other));
    return index < 0 ? this.rows.length : index;
  }
}

function isNewer(a: DirectoryRow, b: DirectoryRow) {
  return a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at;
}
