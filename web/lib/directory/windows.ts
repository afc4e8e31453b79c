import { pageDefaultRows } from '../../../contract/fields/limits.ts';
import { isFoundBy, searchOf } from '../../../contract/lists/search-key.ts';
import { createStore, type Store } from '../store.ts';
import type { Directory, DirectoryReader } from './directory.ts';
import { textOf } from './directory-arrange.ts';
import { narrows } from './directory-find.ts';
import type { Page } from './directory-pages.ts';
import type { DirectoryRow } from './directory-rows.ts';
import type { Listing } from './listing.ts';
import { Chain, type ServerQuery, type Window, windowRows } from './window-chain.ts';

/** The rows of a large list that stay in memory: 5,000. */
const windowsMax = 25;
const chainsMax = 8;
/** Between two searches; the first key is sent at once. */
const typingMs = 150;
/** An answer that is older is requested again when its question is. */
const freshMs = 5_000;

/** What the server answers to a search, a filter and a sort; of a large list, also to none of them. */
export interface Answer<Row> {
  /** Null before the first answer. Of a large list the last one stays until the next. */
  listing: Listing<Row> | null;
  error: Error | null;
}

/** One reader of a list: a table, a picker. */
export interface WindowReader<Row> {
  store: Store<Answer<Row> | null>;
  ask(text: string, query: ServerQuery): void;
  retry(): void;
  close(): void;
}

interface Reading<Row extends DirectoryRow> {
  store: Store<Answer<Row> | null>;
  text: string;
  query: ServerQuery;
  isFromEnd: boolean;
  /** Runs while the user may still be typing. */
  typing: ReturnType<typeof setTimeout> | undefined;
  wanted: Chain<Row> | null;
  /** The last chain with an answer stays until the wanted one has one. */
  shown: Chain<Row> | null;
  first: number;
  last: number;
}

/** What is read next: a window, or the number of rows that match. */
interface Task<Row extends DirectoryRow> {
  chain: Chain<Row>;
  window: Window<Row> | null;
}

const known = new WeakMap<object, unknown>();

/** What the rows of the last answer say about the wanted one. */
interface Preview<Row extends DirectoryRow> {
  of: Chain<Row>;
  rows: unknown;
  listing: Listing<Row> | null;
}

/** The one set of windows of a directory, which its readers share. */
export function openReader<Row extends DirectoryRow>(directory: Directory<Row>): WindowReader<Row> {
  const windows = (known.get(directory) as Windows<Row> | undefined) ?? new Windows(directory);
  known.set(directory, windows);
  return windows.open();
}

/**
 * Reads what its readers look at, one request at a time: a key pressed while a search is out is sent when that one has
 * come back, and only the last one of them.
 */
class Windows<Row extends DirectoryRow> implements DirectoryReader<Row> {
  readonly #directory: Directory<Row>;
  readonly #readings = new Set<Reading<Row>>();
  readonly #chains = new Map<string, Chain<Row>>();
  readonly #previews = new WeakMap<Chain<Row>, Preview<Row>>();
  #isBusy = false;
  #searchedAt = Number.NEGATIVE_INFINITY;
  #running = new AbortController();
  /** Grows with each change: what was read before it is read again. */
  #version = 1;
  #clock = 0;

  constructor(directory: Directory<Row>) {
    this.#directory = directory;
    directory.reader = this;
  }

  open(): WindowReader<Row> {
    const store = createStore<Answer<Row> | null>(null);
    const reading: Reading<Row> = {
      ...{ store, text: '', query: { filters: {}, sort: null, isBest: false }, isFromEnd: false },
      ...{ typing: undefined, wanted: null, shown: null, first: 0, last: 0 },
    };
    this.#readings.add(reading);
    return {
      store,
      ask: (text, query) => {
        const waitMs = text === reading.text ? 0 : this.#searchedAt + typingMs - Date.now();
        this.#ask(reading, { text, query, isFromEnd: false }, waitMs);
      },
      retry: () => this.reload(),
      close: () => this.#close(reading),
    };
  }

  change(changes: ReadonlyMap<string, Row | null>) {
    for (const chain of this.#chains.values()) chain.change(changes);
    this.reload();
  }

  /** Reads again what is looked at; the rows stay until then. */
  reload() {
    this.#version += 1;
    for (const chain of this.#chains.values()) chain.error = null;
    this.#show();
    void this.#work();
  }

  #ask(reading: Reading<Row>, question: Partial<Reading<Row>>, waitMs: number) {
    Object.assign(reading, question, { first: 0, last: 0 });
    reading.wanted = this.#chainOf(reading);
    clearTimeout(reading.typing);
    const work = () => {
      reading.typing = undefined;
      void this.#work();
    };
    if (waitMs > 0 && !reading.wanted.isAnswered) reading.typing = setTimeout(work, waitMs);
    else work();
    this.#show();
  }

  #chainOf({ text, query, isFromEnd }: Reading<Row>): Chain<Row> {
    const filtering = textOf(query);
    const key = `${isFromEnd} ${query.isBest} ${filtering} ${text}`;
    const known = this.#chains.get(key);
    const chain = known ?? new Chain<Row>({ text, query, isFromEnd });
    if (chain.isAnswered && Date.now() - chain.requestedAt > freshMs) chain.expire();
    chain.requestedAt = Date.now();
    if (!known) this.#narrow(chain, filtering);
    const { rows, loaded, total, rest } = this.#directory.getState();
    // The directory has the first window of the list itself.
    if (!chain.isAnswered && !isFromEnd && text + filtering === '' && rest !== null) {
      const page = { rows: rows.slice(0, loaded), total, next: rest };
      chain.fill(chain.windows[0], page, this.#version);
    }
    this.#chains.delete(key);
    this.#chains.set(key, chain);
    const used = new Set([chain, ...[...this.#readings].flatMap(({ wanted, shown }) => [wanted, shown])]);
    for (const [old, one] of this.#chains) {
      if (this.#chains.size > chainsMax && !used.has(one)) this.#chains.delete(old);
    }
    return chain;
  }

  /** Answers a search without the server when all rows of a wider one are here: 'garcia' after 'garci'. */
  #narrow(chain: Chain<Row>, filtering: string) {
    if (chain.text === '') return;
    const search = searchOf(chain.text);
    for (const wider of this.#chains.values()) {
      const { isFromEnd, requestedAt, windows, total } = wider;
      const [{ rows, readIn }] = windows;
      if (
        !rows ||
        windows.length > 1 ||
        rows.length < total ||
        wider.countedIn < this.#version ||
        readIn < this.#version
      )
        continue;
      if (isFromEnd !== chain.isFromEnd || textOf(wider.query) !== filtering || wider.text === '') continue;
      if (Date.now() - requestedAt > freshMs || !narrows(search, searchOf(wider.text))) continue;
      const found = rows.filter((row) => isFoundBy(search, row));
      chain.fill(chain.windows[0], { rows: found, total: found.length, next: null }, this.#version);
      // It is as old as the wider one.
      chain.requestedAt = requestedAt;
      return;
    }
  }

  #close(reading: Reading<Row>) {
    clearTimeout(reading.typing);
    this.#readings.delete(reading);
    if (this.#readings.size > 0) return;
    this.#running.abort();
    if (this.#directory.getState().rest === null) this.#chains.clear();
  }

  async #work() {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Changes come many at a time.
    await null;
    for (let task = this.#next(); task; task = this.#next()) await this.#do(task);
    this.#isBusy = false;
  }

  #next(): Task<Row> | null {
    for (const { wanted: chain, typing, first, last } of this.#readings) {
      if (!chain || chain.error || typing !== undefined) continue;
      const window = chain.windowToRead(first, last, this.#version);
      if (window || chain.countedIn < this.#version) return { chain, window };
    }
    return null;
  }

  async #do({ chain, window }: Task<Row>) {
    const version = this.#version;
    const { text, query, isFromEnd } = chain;
    const place = {
      limit: window ? limitOf(chain, window) : 1,
      ...(window?.after && { after: window.after }),
      ...(isFromEnd ? { from: 'end' as const } : chain.isBest && { from: 'best' as const }),
    };
    if (this.#running.signal.aborted) this.#running = new AbortController();
    const { signal } = this.#running;
    this.#searchedAt = Date.now();
    try {
      const page = await this.#directory.search(text, query, place, signal);
      if (window) this.#keep(chain, window, page, version);
      else chain.count(page.total, version);
    } catch (error) {
      if (signal.aborted) return;
      chain.error = error instanceof Error ? error : new Error(String(error));
    }
    this.#show();
  }

  #keep(chain: Chain<Row>, window: Window<Row>, page: Page<Row>, version: number) {
    chain.fill(window, page, version);
    this.#clock += 1;
    window.seenAt = this.#clock;
    const held = [...this.#chains.values()].flatMap(({ windows }) => windows.filter(({ rows }) => rows));
    held.sort((a, b) => b.seenAt - a.seenAt);
    for (const one of held.slice(windowsMax)) one.rows = null;
    this.#directory.remember(page.rows);
  }

  #see(reading: Reading<Row>, chain: Chain<Row>, first: number, last: number) {
    // The table may still show the rows of the last answer.
    if (chain !== reading.wanted) return;
    const [from, to] = chain.isFromEnd ? [chain.reach - 1 - last, chain.reach - 1 - first] : [first, last];
    reading.first = Math.max(0, from);
    reading.last = Math.max(0, to);
    this.#clock += 1;
    for (const window of chain.windowsAt(reading.first, reading.last)) window.seenAt = this.#clock;
    void this.#work();
  }

  /** Tells the readers what there is for them now. */
  #show() {
    const isLarge = this.#directory.getState().rest !== null;
    for (const reading of this.#readings) {
      const { wanted } = reading;
      if (wanted?.isAnswered || !isLarge) reading.shown = wanted;
      const { shown } = reading;
      const listing = shown?.isAnswered ? this.#listing(reading, shown, isLarge) : null;
      const preview = wanted && shown && wanted !== shown ? this.#preview(wanted, shown) : null;
      reading.store.set({ listing: preview ?? listing, error: wanted?.error ?? null });
    }
  }

  /**
   * The first rows of an answer that narrows another one, before the server has been heard: those of the other one's
   * first rows that match, in the same order. Null without one.
   */
  #preview(wanted: Chain<Row>, of: Chain<Row>): Listing<Row> | null {
    const [{ rows }] = of.windows;
    const known = this.#previews.get(wanted);
    if (known?.of === of && known.rows === rows) return known.listing;
    const isOfOneOrder = ({ query, isFromEnd, isBest }: Chain<Row>) =>
      !isFromEnd && !isBest && textOf(query) === textOf(wanted.query);
    const search = searchOf(wanted.text);
    const isNarrower =
      isOfOneOrder(wanted) && isOfOneOrder(of) && wanted.text !== '' && narrows(search, searchOf(of.text));
    const found = isNarrower && rows ? rows.filter((row) => isFoundBy(search, row)) : [];
    const { length } = found;
    const listing =
      length === 0
        ? null
        : {
            count: length,
            reach: length,
            row: (index: number) => found[index],
            version: found,
            searching: true,
          };
    this.#previews.set(wanted, { of, rows, listing });
    return listing;
  }

  #listing(reading: Reading<Row>, chain: Chain<Row>, isLarge: boolean): Listing<Row> {
    const { total: count, loaded, reach, isFromEnd } = chain;
    const row = chain.reader();
    const searching = chain !== reading.wanted;
    if (!isLarge) return { count, reach: count, row, version: row, searching };
    const windows = {
      ...{ loaded, isFromEnd, total: count },
      first: isFromEnd ? count - reach : 0,
      see: (first: number, last: number) => this.#see(reading, chain, first, last),
      turn: () => this.#ask(reading, { isFromEnd: !isFromEnd }, 0),
    };
    return { count, reach, row, version: row, searching, windows };
  }
}

/** The first answer of a question is smaller, because the user waits for it. */
function limitOf<Row extends DirectoryRow>(
  { isFromEnd, isBest }: Chain<Row>,
  { after }: Window<Row>,
): number {
  return after === null && !isFromEnd && !isBest ? pageDefaultRows : windowRows;
}
