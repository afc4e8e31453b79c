import { createStore, type Store } from '../store.ts';
import type { ListQuery, ListRules } from './directory-arrange.ts';
import { type OpenPage, type Page, readPages } from './directory-pages.ts';
import { type DirectoryRow, DirectoryRows } from './directory-rows.ts';

/** Where an answer of the server begins. `from: 'end'` reads the opposite order, `from: 'best'` the best matches first. */
export interface SearchedPage {
  limit: number;
  after?: string | undefined;
  from?: 'end' | 'best' | undefined;
}

export interface DirectoryOptions<Row> {
  open: OpenPage<Row>;
  /** Asks the server, while the list is not complete. */
  search: (text: string, query: ListQuery, page: SearchedPage, signal: AbortSignal) => Promise<Page<Row>>;
  rules: ListRules<Row>;
  /** Whether a retry cannot help: a missing permission, an ended session. */
  isFinal: (error: Error) => boolean;
}

/** The snapshot for React. It is a new object each time React is notified; between two of them the array only grows. */
export interface DirectoryState<Row> {
  rows: readonly Row[];
  byId: ReadonlyMap<string, Row>;
  loaded: number;
  /** The total of the server, also while rows are missing. */
  total: number;
  complete: boolean;
  /** The cursor behind the first page of a list that is too large to be held whole; else null. */
  rest: string | null;
  /** Why the last page failed. Earlier pages stay. */
  error: Error | null;
}

/** Answers of the server that show rows of this list (`Windows`). */
export interface DirectoryReader<Row> {
  /** The rows were saved, or removed: null. */
  change(changes: ReadonlyMap<string, Row | null>): void;
  reload(): void;
}

const notifyEveryMs = 500;
const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** One pass over the pages: into the visible rows at first, into new ones for a refresh. */
interface Pass<Row extends DirectoryRow> {
  into: DirectoryRows<Row>;
  after: string | null;
  total: number;
  isLarge: boolean;
  isAct: boolean;
}

/**
 * A list in memory, newest first: the first rows at once, the rest in the background, searched without the server. Of a
 * large list it holds the first rows, and `Windows` the others that are looked at. It belongs to one signed-in user and
 * is never written to disk.
 */
export class Directory<Row extends DirectoryRow> {
  readonly #options: DirectoryOptions<Row>;
  readonly store: Store<DirectoryState<Row>>;
  reader: DirectoryReader<Row> | null = null;
  /** What the user did to the list: the ids of rows; null for a change of many, which fetched it again. */
  readonly acts: (string | null)[] = [];
  #isOnScreen = false;
  #shown: DirectoryRows<Row>;
  #total = 0;
  /** A pass has ended: the list is complete, or large. */
  #isRead = false;
  #rest: string | null = null;
  #readAt = 0;
  #error: Error | null = null;
  #pass: Pass<Row> | null = null;
  #running: AbortController | null = null;
  /** Rows that were put (or removed: null) during a pass: a page read before the change must not undo it. */
  readonly #changes = new Map<string, Row | null>();
  #refreshAgain = false;
  /** The next pass shows what the user did. */
  #isAct = false;
  #retryMs = firstRetryMs;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #notifyTimer: ReturnType<typeof setTimeout> | undefined;
  #notifiedAt = Number.NEGATIVE_INFINITY;
  #dropped = false;

  constructor(options: DirectoryOptions<Row>) {
    this.#options = options;
    this.#shown = new DirectoryRows();
    this.store = createStore(this.#snapshot(), () => {
      this.#isOnScreen = true;
      return () => {
        this.#isOnScreen = false;
      };
    });
  }

  getState() {
    return this.store.get();
  }

  find(id: string): Row | undefined {
    return this.#shown.find(id);
  }

  get search() {
    return this.#options.search;
  }

  get rules(): ListRules<Row> {
    return this.#options.rules;
  }

  /** Starts the first pass, or a background one when the last is older than `maxAgeMs`. */
  load(maxAgeMs = Number.POSITIVE_INFINITY) {
    if (!this.#isRead) {
      if (this.#retryTimer === undefined) this.retry();
    } else if (Date.now() - this.#readAt > maxAgeMs) this.refresh();
  }

  /** Resolves when the first rows have come, or have failed to. */
  async firstRows(): Promise<void> {
    this.load();
    if (this.#shown.rows.length > 0 || this.#isRead) return;
    await new Promise<void>((resolve) => {
      const stop = this.store.subscribe(() => {
        stop();
        resolve();
      });
    });
  }

  /** Fetches the list again. The current rows stay visible until the last page has arrived. */
  refresh() {
    this.#refresh({ isAct: false });
  }

  #refresh({ isAct }: { isAct: boolean }) {
    if (isAct) this.#isAct = true;
    if (this.#pass) this.#refreshAgain = true;
    else this.#run();
  }

  /** After a change by the user that the list shows too: the next `load` fetches again, however recent the list is. */
  expire() {
    this.#isAct = true;
    this.#readAt = 0;
  }

  /** After a change by the user: fetches again at once when the list is visible, else when it is shown next. */
  invalidate() {
    if (this.#isOnScreen) this.#refresh({ isAct: true });
    else this.expire();
  }

  /** The same after a change by others. */
  follow() {
    if (this.#isOnScreen) this.refresh();
    else this.#readAt = 0;
  }

  /** Forgets the rows at once, because the user may not see all of them any more, and fetches the list again. */
  clear() {
    this.#running?.abort();
    this.#forget();
    this.acts.push(null);
    this.reader?.reload();
    this.#notify('now');
    if (this.#isOnScreen) this.#run();
  }

  retry() {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    if (this.#running || this.#dropped) return;
    if (this.#error) {
      this.#error = null;
      this.#notify('now');
    }
    this.#run();
  }

  put(row: Row) {
    this.acts.push(row.id);
    this.#change([row], []);
    this.#notify('now');
  }

  remove(id: string) {
    this.acts.push(id);
    this.#change([], [id]);
    this.#notify('now');
  }

  /** Takes what others changed. Returns the ids of the known rows whose values are others now. */
  receive(rows: readonly Row[], removed: readonly string[]): string[] {
    const find = this.#shown.finder(rows.length);
    const newer = rows.filter((row) => !isNewer(find(row.id), row));
    const changed = newer.filter((row) => differs(find(row.id), row));
    this.#change(newer, removed);
    if (rows.length + removed.length > 0) this.#notify('now');
    return changed.map(({ id }) => id);
  }

  #change(rows: readonly Row[], removed: readonly string[]) {
    const changes = new Map<string, Row | null>(rows.map((row) => [row.id, row]));
    for (const id of removed) changes.set(id, null);
    if (this.#pass) for (const [id, row] of changes) this.#changes.set(id, row);
    const find = this.#shown.finder(changes.size);
    const known = new Set([...changes.keys()].filter((id) => find(id)));
    const placed = this.#place(this.#shown, rows, known);
    this.#shown.remove(removed);
    this.#total += placed.filter(({ id }) => !known.has(id)).length;
    this.#total -= removed.filter((id) => known.has(id)).length;
    this.reader?.change(changes);
  }

  /** Makes rows known to `find` and `byId` that the server found beyond the loaded ones of a large list. */
  remember(rows: readonly Row[]) {
    if (this.#rest === null) return;
    this.#shown.remember(rows);
    this.#notify('now');
  }

  drop() {
    this.#dropped = true;
    this.#running?.abort();
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#notifyTimer);
    this.#forget();
    this.store.set(this.#snapshot());
  }

  get #isComplete() {
    return this.#isRead && this.#rest === null;
  }

  /** Returns those that are among the rows now: others are behind them and belong to a later page. */
  #place(into: DirectoryRows<Row>, rows: readonly Row[], known: ReadonlySet<string>): Row[] {
    const isHere = (row: Row) => this.#isComplete || !into.isBehind(row);
    const here = rows.filter(isHere);
    const behind = rows.filter((row) => !isHere(row) && known.has(row.id));
    into.put(here);
    if (behind.length > 0) into.remember(behind);
    return here;
  }

  #run() {
    if (this.#running || this.#dropped) return;
    const into = this.#isRead ? new DirectoryRows<Row>() : this.#shown;
    this.#pass ??= { into, after: null, total: 0, isLarge: false, isAct: this.#isAct };
    this.#isAct = false;
    const running = new AbortController();
    this.#running = running;
    this.#readAll(this.#pass, running.signal).then(
      () => this.#running === running && this.#finish(),
      (error: unknown) => {
        running.abort();
        // The list was cleared meanwhile, and another pass reads it.
        if (this.#running !== running) return;
        this.#fail(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  async #readAll(pass: Pass<Row>, signal: AbortSignal) {
    for await (const { rows, total, next, isLarge } of readPages(this.#options.open, pass.after, signal)) {
      if (signal.aborted) return;
      for (const row of rows) this.#append(pass.into, row);
      Object.assign(pass, { after: next, total, isLarge: isLarge && next !== null });
      this.#retryMs = firstRetryMs;
      this.#error = null;
      if (pass.into !== this.#shown || pass.isLarge) continue;
      this.#total = total;
      this.#notify(rows.length === this.#shown.rows.length ? 'now' : 'soon');
    }
  }

  #append(into: DirectoryRows<Row>, row: Row) {
    const change = this.#changes.get(row.id);
    if (change === null) return;
    into.append(change && !isNewer(row, change) ? change : row);
  }

  #finish() {
    if (this.#dropped || !this.#pass) return;
    const { into, after, total, isLarge } = this.#pass;
    if (isLarge && this.#rest !== null) into.remember(newOnes(this.#shown, into));
    this.#isRead = true;
    this.#rest = isLarge ? after : null;
    const changes = [...this.#changes.values()].filter((row) => row !== null);
    const find = into.finder(changes.length);
    const latest = changes.filter((row) => !isNewer(find(row.id), row));
    this.#place(into, latest, new Set(this.#changes.keys()));
    into.remove([...this.#changes].filter(([, row]) => row === null).map(([id]) => id));
    this.#shown = into;
    this.#total = isLarge ? total : into.rows.length;
    this.#readAt = Date.now();
    if (this.#pass.isAct) this.acts.push(null);
    this.#endPass();
    this.#notify('now');
    this.reader?.reload();
    if (!this.#refreshAgain) return;
    this.#refreshAgain = false;
    this.#run();
  }

  #endPass() {
    this.#pass = null;
    this.#running = null;
    this.#changes.clear();
  }

  #fail(error: Error) {
    if (this.#dropped) return;
    this.#running = null;
    this.#error = error;
    if (this.#options.isFinal(error)) {
      // A user who may not read the list any more must not keep the copy.
      if (this.#isRead) this.#forget();
    } else {
      this.#retryTimer = setTimeout(() => this.retry(), this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
    }
    this.#notify('now');
  }

  #forget() {
    this.#shown = new DirectoryRows<Row>();
    this.#total = 0;
    this.#isRead = false;
    this.#rest = null;
    this.#endPass();
  }

  /** Notifies React of pages at most every half second, and of everything else at once. */
  #notify(when: 'now' | 'soon') {
    const waitMs = when === 'now' ? 0 : this.#notifiedAt + notifyEveryMs - Date.now();
    if (waitMs > 0) {
      this.#notifyTimer ??= setTimeout(() => this.#notify('now'), waitMs);
      return;
    }
    clearTimeout(this.#notifyTimer);
    this.#notifyTimer = undefined;
    this.#notifiedAt = Date.now();
    this.store.set(this.#snapshot());
  }

  #snapshot(): DirectoryState<Row> {
    const shown = this.#shown;
    const { rows } = shown;
    return {
      rows,
      get byId() {
        return shown.byId;
      },
      loaded: rows.length,
      total: this.#total,
      complete: this.#isComplete,
      rest: this.#rest,
      error: this.#error,
    };
  }
}

/** What a refresh of a large list did not read again. */
function newOnes<Row extends DirectoryRow>(before: DirectoryRows<Row>, { byId }: DirectoryRows<Row>): Row[] {
  return [...before.byId.values()].filter(({ id }) => !byId.has(id));
}

/** Counts and last sign-ins change without the version, so of two equal versions the later answer counts. */
function isNewer(row: DirectoryRow | undefined, than: DirectoryRow) {
  return row !== undefined && row.updated_at > than.updated_at;
}

/** The versions tell most rows apart, at once. */
function differs(before: DirectoryRow | undefined, after: DirectoryRow): boolean {
  if (before === undefined) return false;
  return before.updated_at !== after.updated_at || JSON.stringify(before) !== JSON.stringify(after);
}
