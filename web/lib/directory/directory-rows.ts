import type { Searched } from '../../../contract/lists/search-key.ts';

/** Lists are ordered by created_at, then id, both descending. */
export interface DirectoryRow extends Searched {
  id: string;
  created_at: string;
  updated_at: string;
}

/** Beyond the windows in memory: also what was chosen in a search before. */
const rememberedMax = 8000;

/** Newest first. Appending grows the array in place; every other change replaces it, so that readers notice it. */
export class DirectoryRows<Row extends DirectoryRow> {
  rows: Row[] = [];
  #byId: Map<string, Row> | undefined;

  /** Created when it is first needed, because 10,000 rows take 0.2 MB (decision 47). */
  get byId(): ReadonlyMap<string, Row> {
    this.#byId ??= new Map(this.rows.map((row) => [row.id, row]));
    return this.#byId;
  }

  find(id: string): Row | undefined {
    return this.#byId?.get(id) ?? this.rows.find((row) => row.id === id);
  }

  /** A row that does not belong at the end was put before, or came with an earlier page. */
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

  /** Rows of a large list that are not next to the others: only `find` and `byId` have them. */
  remember(rows: Iterable<Row>) {
    const byId = this.byId as Map<string, Row>;
    for (const row of rows) {
      byId.delete(row.id);
      byId.set(row.id, row);
    }
    for (const id of byId.keys()) {
      if (byId.size <= rememberedMax) break;
      byId.delete(id);
    }
  }

  remove(id: string) {
    this.rows = this.rows.filter((row) => row.id !== id);
    this.#byId?.delete(id);
  }

  /** Whether a later page contains the row. */
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
