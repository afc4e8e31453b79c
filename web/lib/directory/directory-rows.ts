import type { Searched } from '../../../contract/lists/search-key.ts';

/** Lists are ordered by created_at, then id, both descending. */
export interface DirectoryRow extends Searched {
  id: string;
  created_at: string;
  updated_at: string;
}

/** Beyond the windows in memory: also what was chosen in a search before. */
const rememberedMax = 8000;
/** From here on, one pass with a map costs less than a look through the list for each. */
const manyRows = 8;

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

  /** `find` for so many rows. It keeps no map of a list that needs none. */
  finder(count: number): (id: string) => Row | undefined {
    if (count < manyRows) return (id) => this.find(id);
    const byId = new Map(this.rows.map((row) => [row.id, row]));
    return (id) => this.#byId?.get(id) ?? byId.get(id);
  }

  /** Replaces the rows in their places, and inserts others at their positions in the order, in one pass. */
  put(rows: readonly Row[]) {
    if (rows.length === 0) return;
    const coming = new Map(rows.map((row) => [row.id, row]));
    const replaced = this.rows.map((row) => {
      const next = coming.get(row.id) ?? row;
      coming.delete(row.id);
      return next;
    });
    const added = [...coming.values()].sort((a, b) => (isNewer(a, b) ? -1 : 1));
    this.rows = added.length > 0 ? merged(replaced, added) : replaced;
    for (const row of rows) this.#byId?.set(row.id, row);
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

  remove(ids: readonly string[]) {
    if (ids.length === 0) return;
    const gone = new Set(ids);
    this.rows = this.rows.filter(({ id }) => !gone.has(id));
    for (const id of ids) this.#byId?.delete(id);
  }

  /** Whether a later page contains the row. */
  isBehind(row: Row) {
    const last = this.rows.at(-1);
    return last !== undefined && isNewer(last, row);
  }
}

/** Each added row before the first one that is older. */
function merged<Row extends DirectoryRow>(rows: readonly Row[], added: readonly Row[]): Row[] {
  const all: Row[] = [];
  let next = 0;
  for (const row of rows) {
    for (let one = added[next]; one && isNewer(one, row); one = added[next]) {
      all.push(one);
      next += 1;
    }
    all.push(row);
  }
  return all.concat(added.slice(next));
}

function isNewer(a: DirectoryRow, b: DirectoryRow) {
  return a.created_at === b.created_at ? a.id > b.id : a.created_at > b.created_at;
}
