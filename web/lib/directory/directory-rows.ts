/** What every row of a list has: the order of the list is created_at, then id, both descending. */
export interface DirectoryRow {
  id: string;
  created_at: string;
  updated_at: string;
}

/**
 * The rows of one list, newest first, with one folded key each. Appending grows the arrays in place; every
 * other change replaces them, so that readers of the arrays see it by identity.
 */
export class DirectoryRows<Row extends DirectoryRow> {
  rows: Row[] = [];
  keys: string[] = [];
  readonly byId = new Map<string, Row>();
  readonly #keyOf: (row: Row) => string;

  constructor(keyOf: (row: Row) => string) {
    this.#keyOf = keyOf;
  }

  append(row: Row) {
    if (this.byId.has(row.id)) return;
    this.rows.push(row);
    this.keys.push(this.#keyOf(row));
    this.byId.set(row.id, row);
  }

  /** Replaces the row in its place, or inserts it where the order wants it. */
  put(row: Row) {
    const known = this.byId.get(row.id);
    const index = known ? this.rows.indexOf(known) : this.#placeOf(row);
    const removed = known ? 1 : 0;
    this.rows = this.rows.toSpliced(index, removed, row);
    this.keys = this.keys.toSpliced(index, removed, this.#keyOf(row));
    this.byId.set(row.id, row);
  }

  remove(id: string) {
    const known = this.byId.get(id);
    if (!known) return;
    const index = this.rows.indexOf(known);
    this.rows = this.rows.toSpliced(index, 1);
    this.keys = this.keys.toSpliced(index, 1);
    this.byId.delete(id);
  }

  /** Whether the row belongs behind the last one: it comes with a later page. */
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
