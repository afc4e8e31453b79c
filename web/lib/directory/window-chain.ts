import type { ListQuery } from './directory-arrange.ts';
import type { Page } from './directory-pages.ts';
import type { DirectoryRow } from './directory-rows.ts';

export const windowRows = 200;
/** Rows around those in view that are read before they come into view. */
const nearRows = 50;

export interface Window<Row> {
  /** The cursor of the window before it. */
  after: string | null;
  /** Null when they were not read yet, or were let go. */
  rows: Row[] | null;
  size: number;
  /** It was read after all changes up to this one. */
  readIn: number;
  seenAt: number;
}

/** `isBest` asks for the best matches of a text first, which are one window. */
export interface ServerQuery extends ListQuery {
  isBest: boolean;
}

export interface Question {
  text: string;
  query: ServerQuery;
  isFromEnd: boolean;
}

/** The windows of one question, one after another: those that were read, and the next one. */
export class Chain<Row extends DirectoryRow> {
  readonly text: string;
  readonly query: ServerQuery;
  readonly isFromEnd: boolean;
  windows: [Window<Row>, ...Window<Row>[]] = [unread<Row>(null, 0)];
  total = 0;
  isAnswered = false;
  countedIn = 0;
  requestedAt = 0;
  error: Error | null = null;

  constructor({ text, query, isFromEnd }: Question) {
    this.text = text;
    this.query = query;
    this.isFromEnd = isFromEnd;
  }

  get reach(): number {
    return this.windows.reduce((sum, { size }) => sum + size, 0);
  }

  get isBest(): boolean {
    return this.query.isBest && this.text !== '';
  }

  get loaded(): number {
    return this.windows.reduce((sum, { size, readIn }) => sum + (readIn === never ? 0 : size), 0);
  }

  /** Takes the answer for a window. Where it ends elsewhere than before, the next one is read again. */
  fill(window: Window<Row>, { rows, total, next }: Page<Row>, version: number) {
    Object.assign(window, { rows, size: rows.length, readIn: version });
    this.isAnswered = true;
    this.error = null;
    if (window.after === null) this.count(total, version);
    const index = this.windows.indexOf(window);
    const following = this.windows[index + 1];
    if (next === null) this.windows.length = index + 1;
    else if (!following) this.windows.push(unread<Row>(next, 0));
    else if (following.after !== next)
      Object.assign(following, { after: next, readIn: Math.min(0, following.readIn) });
    this.#dropOthers(window, new Set(rows.map(({ id }) => id)));
    if (next === null && !this.isBest) this.total = this.reach;
    this.#sizeNext();
  }

  count(total: number, version: number) {
    this.total = total;
    this.countedIn = version;
    this.#sizeNext();
  }

  /** By id; null for a row that was removed. */
  change(changes: ReadonlyMap<string, Row | null>) {
    for (const window of this.windows) {
      if (!window.rows?.some(({ id }) => changes.has(id))) continue;
      window.rows = window.rows.flatMap((row) => {
        const next = changes.get(row.id);
        return next === undefined ? row : (next ?? []);
      });
      this.total -= window.size - window.rows.length;
      window.size = window.rows.length;
    }
  }

  expire() {
    this.countedIn = 0;
    for (const window of this.windows) window.readIn = Math.min(window.readIn, 0);
  }

  /** The first window near these rows that is missing or old. */
  windowToRead(first: number, last: number, version: number): Window<Row> | null {
    if (!this.isAnswered) return this.windows[0];
    const near = this.windowsAt(first - nearRows, last + nearRows);
    return near.find(({ rows, readIn }) => !rows || readIn < version) ?? null;
  }

  windowsAt(first: number, last: number): Window<Row>[] {
    let start = 0;
    return this.windows.filter(({ size }) => {
      start += size;
      return start > first && start - size <= last;
    });
  }

  /** The row at an index, as the chain is now: React compares the functions. */
  reader(): (index: number) => Row | undefined {
    const { reach, isFromEnd } = this;
    const windows = this.windows.map(({ rows, size }) => ({ rows, size }));
    return (index) => {
      let rest = isFromEnd ? reach - 1 - index : index;
      for (const { rows, size } of rest < 0 ? [] : windows) {
        if (rest < size) return rows?.[rest];
        rest -= size;
      }
      return undefined;
    };
  }

  /** A row that was saved may have moved here from another window. */
  #dropOthers(window: Window<Row>, ids: ReadonlySet<string>) {
    for (const other of this.windows) {
      if (other === window || !other.rows?.some(({ id }) => ids.has(id))) continue;
      other.rows = other.rows.filter(({ id }) => !ids.has(id));
      other.size = other.rows.length;
    }
  }

  #sizeNext() {
    const next = this.windows.at(-1);
    if (next?.readIn !== never) return;
    next.size = 0;
    next.size = Math.max(1, Math.min(windowRows, this.total - this.reach));
  }
}

/** Versions begin with 1; 0 is older than any. */
const never = -1;

function unread<Row>(after: string | null, size: number): Window<Row> {
  return { after, rows: null, size, readIn: never, seenAt: 0 };
}
