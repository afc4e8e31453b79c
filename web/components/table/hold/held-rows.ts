import type { DirectoryView } from '../../../lib/directory/index.ts';
import type { HeldView, Waiting, WhyLeft } from '../../../lib/list/hold.ts';

interface Identified {
  id: string;
}

/** More acts at once are shown like a list that was fetched again. */
const mostPlaced = 50;
/** Rows of a large list that must be loaded around a row, to know that it left and did not only move out of them. */
const nearRows = 30;

/** The rows of a list as they were when the user came to it. */
interface Base<Row> {
  view: DirectoryView<Row>;
  order: string;
  acts: number;
  /** Copied from the view with the first change. A row of a large list may be missing. */
  rows: (Row | undefined)[] | null;
  /** Of the user, and not yet shown by a large list, which is read again. */
  placed: Set<string>;
}

/**
 * Keeps the rows of a list where they are while it is held. Their values are the current ones. What the user did shows
 * at once, and so does another search, filter or sort.
 */
export class HeldRows<Row extends Identified> {
  isHeld = true;
  #base: Base<Row> | null = null;
  #last: { view: DirectoryView<Row>; held: HeldView<Row> } | null = null;
  #turn = 0;
  #shown: unknown;

  /** Shows everything that waits. Returns how many rows further down the row is than before. */
  letGo(anchor: string | undefined): number {
    const [base, last] = [this.#base, this.#last];
    if (!base || !last) return 0;
    this.#base = newBase(last.view, base.order);
    this.#last = null;
    if (!anchor || !base.rows) return 0;
    const before = base.rows.findIndex((row) => row?.id === anchor);
    const after = rowsOf(last.view).findIndex((row) => row?.id === anchor);
    return before < 0 || after < 0 ? 0 : after - before;
  }

  get isWaiting() {
    return this.#last?.held.waiting !== undefined;
  }

  arrange(view: DirectoryView<Row>, order: string, whyLeft: WhyLeft<Row>): HeldView<Row> {
    if (this.#last?.view === view && this.#base?.order === order) return this.#last.held;
    const held = this.#mayHold(view, order) ? this.#hold(view, whyLeft) : this.#follow(view, order);
    this.#last = { view, held };
    return held;
  }

  #follow(view: DirectoryView<Row>, order: string): HeldView<Row> {
    this.#base = newBase(view, order);
    return this.#turned(view, view.version);
  }

  /** Rows that come while a list loads are not news. */
  #mayHold(view: DirectoryView<Row>, order: string): boolean {
    const base = this.#base;
    if (!this.isHeld || !base || base.order !== order) return false;
    const isWhole = view.complete && base.view.complete;
    const isLarge = view.windows !== undefined && base.view.windows?.isFromEnd === view.windows.isFromEnd;
    if (!(isWhole || (isLarge && base.view.isExact && view.isExact))) return false;
    const acts = view.acts.slice(base.acts);
    return acts.length <= mostPlaced && !acts.includes(null);
  }

  #hold(view: DirectoryView<Row>, whyLeft: WhyLeft<Row>): HeldView<Row> {
    const base = this.#base as Base<Row>;
    if (view.version === base.view.version && !base.rows) return this.#turned(view, view.version);
    const now = rowsOf(view);
    const places = new Map(now.flatMap((row, index) => (row ? [[row.id, index] as const] : [])));
    base.rows ??= rowsOf(base.view);
    this.#placeActs(base, view, now, places);
    const rows = base.rows;
    if (view.windows) fill(rows, now, places);
    const left = new Map<string, string>();
    for (const [index, row] of rows.entries()) {
      if (!row || places.has(row.id) || !isKnown(now, index, view)) continue;
      left.set(row.id, whyLeft(row, view.data?.byId.get(row.id)));
    }
    const common = rows.flatMap((row) => (row && places.has(row.id) ? [places.get(row.id) ?? 0] : []));
    const added = Math.max(0, view.count - base.view.count + left.size);
    const shown = view.windows ? Math.max(rows.length, view.reach + left.size - added) : rows.length;
    const held: HeldView<Row> = {
      ...view,
      reach: shown,
      row: (index) => {
        const row = rows[index];
        if (!row) return undefined;
        const place = places.get(row.id);
        return place === undefined ? (view.data?.byId.get(row.id) ?? row) : now[place];
      },
      waiting: waitingOf({ added, moved: common.length - longestRun(common), left: left.size }),
      whyLeft: (id) => left.get(id),
    };
    return this.#turned(held, base.view.version);
  }

  /** What the user did shows at once, next to the row that is before it now. */
  #placeActs(
    base: Base<Row>,
    view: DirectoryView<Row>,
    now: readonly (Row | undefined)[],
    places: ReadonlyMap<string, number>,
  ) {
    const acts = view.acts.slice(base.acts).filter((id) => id !== null);
    base.acts = view.acts.length;
    const moved = acts.length > 0 ? movedAmong(acts, this.#last ? rowsOf(this.#last.view) : [], now) : [];
    // A large list is read again after each of them.
    if (view.windows) for (const id of moved) base.placed.add(id);
    for (const id of view.windows ? base.placed : new Set(moved)) place(id, base, now, places);
  }

  #turned(view: HeldView<Row>, version: unknown): HeldView<Row> {
    if (this.#shown !== version) this.#turn += 1;
    this.#shown = version;
    return { ...view, turn: this.#turn };
  }
}

function newBase<Row>(view: DirectoryView<Row>, order: string): Base<Row> {
  return { view, order, acts: view.acts.length, rows: null, placed: new Set() };
}

function place<Row extends Identified>(
  id: string,
  base: Base<Row>,
  now: readonly (Row | undefined)[],
  places: ReadonlyMap<string, number>,
) {
  const rows = base.rows ?? [];
  const before = rows.findIndex((row) => row?.id === id);
  const target = places.get(id);
  if (before >= 0) rows.splice(before, 1);
  if (target !== undefined) {
    const shown = new Map(rows.flatMap((row, index) => (row ? [[row.id, index] as const] : [])));
    let above = target - 1;
    while (above >= 0 && !shown.has(now[above]?.id ?? '')) above -= 1;
    const index = above < 0 ? 0 : (shown.get(now[above]?.id ?? '') ?? -1) + 1;
    rows.splice(index, 0, now[target]);
  }
  const change = (target === undefined ? 0 : 1) - (before < 0 ? 0 : 1);
  base.view = { ...base.view, count: base.view.count + change };
}

/** Those with other neighbors than before: the others keep their place, also next to a row that others moved. */
function movedAmong<Row extends Identified>(
  ids: readonly string[],
  before: readonly (Row | undefined)[],
  now: readonly (Row | undefined)[],
): string[] {
  const neighbors = (rows: readonly (Row | undefined)[], id: string) => {
    const at = rows.findIndex((row) => row?.id === id);
    return at < 0 ? null : `${rows[at - 1]?.id} ${rows[at + 1]?.id}`;
  };
  return ids.filter((id) => neighbors(before, id) !== neighbors(now, id));
}

function rowsOf<Row>({ reach, row }: DirectoryView<Row>): (Row | undefined)[] {
  return Array.from({ length: reach }, (_, index) => row(index));
}

/** Takes rows of a large list that were loaded meanwhile, each after the row that is above it. */
function fill<Row extends Identified>(
  rows: (Row | undefined)[],
  now: readonly (Row | undefined)[],
  places: ReadonlyMap<string, number>,
) {
  const shown = new Set(rows.map((row) => row?.id));
  for (let index = 0; index < Math.max(rows.length, now.length); index++) {
    if (rows[index]) continue;
    const above = rows[index - 1];
    const place = above ? places.get(above.id) : index - 1;
    const row = place === undefined ? undefined : now[place + 1];
    if (!row || shown.has(row.id)) continue;
    rows[index] = row;
    shown.add(row.id);
  }
}

function isKnown(now: readonly unknown[], index: number, { windows }: DirectoryView<unknown>): boolean {
  if (!windows) return true;
  const near = now.slice(Math.max(0, index - nearRows), index + nearRows);
  return near.length > 0 && !near.includes(undefined);
}

function waitingOf(waiting: Waiting): Waiting | undefined {
  return waiting.added + waiting.moved + waiting.left > 0 ? waiting : undefined;
}

/** How many of the numbers are in order: the others have moved. */
function longestRun(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}
