import { createStore, type Store } from '../store.ts';
import type { ListQuery, ListRules } from './directory-arrange.ts';
import { type OpenPage, type Page, readPages } from './directory-pages.ts';
import { type DirectoryRow, DirectoryRows } from './directory-rows.ts';

export interface DirectoryOptions<Row> {
  open: OpenPage<Row>;
  /** The server's first rows of a search, filter or sort, with the exact count, used while the list is incomplete. */
  search: (text: string, query: ListQuery, signal: AbortSignal) => Promise<Page<Row>>;
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
  /** Why the last page failed. Earlier pages stay. */
  error: Error | null;
  /** Grows with every local change, so that a cached answer of the server is requested again. */
  revision: number;
}

const notifyEveryMs = 500;
const firstRetryMs = 1000;
const longestRetryMs = 30_000;

/** One pass over the pages: into the visible rows at first, into new ones for a refresh. */
interface Pass<Row extends DirectoryRow> {
  into: DirectoryRows<Row>;
  after: string | null;
}

/**
 * A whole list in memory, newest first: the first rows at once, the rest in the background, searched without the
 * server. It belongs to one signed-in user and is never written to disk.
 */
export class Directory<Row extends DirectoryRow> {
  readonly #options: DirectoryOptions<Row>;
  readonly store: Store<DirectoryState<Row>>;
  #isOnScreen = false;
  #shown: DirectoryRows<Row>;
  #total = 0;
  #complete = false;
  #completedAt = 0;
  #revision = 0;
  #error: Error | null = null;
  #pass: Pass<Row> | null = null;
  #running: AbortController | null = null;
  /** Rows that were put (or removed: null) during a pass: a page read before the change must not undo it. */
  readonly #changes = new Map<string, Row | null>();
  #refreshAgain = false;
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

  search(text: string, query: ListQuery, signal: AbortSignal): Promise<Page<Row>> {
    return this.#options.search(text, query, signal);
  }

  get rules(): ListRules<Row> {
    return this.#options.rules;
  }

  /** Starts the first pass, or a background one when the last is older than `maxAgeMs`. */
  load(maxAgeMs = Number.POSITIVE_INFINITY) {
    if (!this.#complete) {
      if (this.#retryTimer === undefined) this.retry();
    } else if (Date.now() - this.#completedAt > maxAgeMs) this.refresh();
  }

  /** Fetches the whole list again. The current rows stay visible until the last page has arrived. */
  refresh() {
    if (this.#pass) this.#refreshAgain = true;
    else this.#run();
  }

  /** Makes the next `load` fetch again, however recent the list is. */
  expire() {
    this.#completedAt = 0;
  }

  /** Marks the list as stale: it is fetched again at once when it is visible, else when it is shown next. */
  invalidate() {
    if (this.#isOnScreen) this.refresh();
    else this.expire();
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
    if (this.#pass) this.#changes.set(row.id, row);
    const isKnown = this.find(row.id) !== undefined;
    if (isKnown || this.#complete || !this.#shown.isBehind(row)) {
      if (!isKnown) this.#total += 1;
      this.#shown.put(row);
    }
    this.#revision += 1;
    this.#notify('now');
  }

  remove(id: string) {
    if (this.#pass) this.#changes.set(id, null);
    if (this.find(id)) this.#total -= 1;
    this.#shown.remove(id);
    this.#revision += 1;
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

  #run() {
    if (this.#running || this.#dropped) return;
    this.#pass ??= {
      into: this.#complete ? new DirectoryRows<Row>() : this.#shown,
      after: null,
    };
    const running = new AbortController();
    this.#running = running;
    this.#readAll(this.#pass, running.signal).then(
      () => this.#finish(),
      (error: unknown) => {
        running.abort();
        this.#fail(error instanceof Error ? error : new Error(String(error)));
      },
    );
  }

  async #readAll(pass: Pass<Row>, signal: AbortSignal) {
    for await (const page of readPages(this.#options.open, pass.after, signal)) {
      if (signal.aborted) return;
      for (const row of page.rows) this.#append(pass.into, row);
      pass.after = page.next;
      this.#retryMs = firstRetryMs;
      this.#error = null;
      if (pass.into !== this.#shown) continue;
      this.#total = page.total;
      this.#notify(page.rows.length === this.#shown.rows.length ? 'now' : 'soon');
    }
  }

  #append(into: DirectoryRows<Row>, row: Row) {
    const change = this.#changes.get(row.id);
    if (change === null) return;
    into.append(change && !isNewer(row, change) ? change : row);
  }

  #finish() {
    if (this.#dropped || !this.#pass) return;
    const { into } = this.#pass;
    for (const [id, row] of this.#changes) {
      if (row === null) into.remove(id);
      else if (!isNewer(into.find(id), row)) into.put(row);
    }
    this.#shown = into;
    this.#total = into.rows.length;
    this.#complete = true;
    this.#completedAt = Date.now();
    this.#endPass();
    this.#notify('now');
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
      if (this.#complete) this.#forget();
    } else {
      this.#retryTimer = setTimeout(() => this.retry(), this.#retryMs);
      this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
    }
    this.#notify('now');
  }

  #forget() {
    this.#shown = new DirectoryRows<Row>();
    this.#total = 0;
    this.#complete = false;
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
      complete: this.#complete,
      error: this.#error,
      revision: this.#revision,
    };
  }
}

/** Counts and last sign-ins change without the version, so of two equal versions the later answer counts. */
function isNewer(row: DirectoryRow | undefined, than: DirectoryRow) {
  return row !== undefined && row.updated_at > than.updated_at;
}
