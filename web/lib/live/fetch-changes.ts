import { type ChangeList, listChanges } from '../../../contract/changes.ts';
import type { Answer } from '../../../contract/http/endpoint.ts';
import { call } from '../http/http.ts';
import { RequestFailed } from '../network/request-failed.ts';

export type Changes = Omit<Answer<typeof listChanges>, 'cursor'>;

const everyMs = 1_000;
const everyMsWhenMany = 5_000;
const manyRows = 200;
/** Counts over all rows of a large chain take long, and many tabs ask for them: each pauses for what it cost, many times over. */
const pauseFactor = 20;
const longestPauseMs = 10_000;
const firstRetryMs = 2_000;
const longestRetryMs = 30_000;

/**
 * Asks for what changed: one request at a time, at most one a second, every 5 s while many rows change, and up to 10 s
 * apart while what the screens ask for again takes long. A hidden tab waits until it is visible.
 */
export class ChangeFetcher {
  /** Resolves when what the screens asked for again has come. */
  readonly #onChanges: (changes: Changes) => Promise<unknown>;
  readonly #leaving: AbortSignal;
  #cursor: string | null = null;
  /** The last one that the stream said. Encrypted cursors differ each time, so it cannot be compared with the own one. */
  #heard: string | null = null;
  #isWanted = false;
  #isPoll = false;
  #isBusy = false;
  #nextAt = 0;
  #retryMs = firstRetryMs;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(onChanges: (changes: Changes) => Promise<unknown>, leaving: AbortSignal) {
    this.#onChanges = onChanges;
    this.#leaving = leaving;
    leaving.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  get cursor() {
    return this.#cursor;
  }

  /** The first page of a list was read at this cursor. The earliest one counts. */
  begin(cursor: string) {
    this.#cursor ??= cursor;
  }

  /** The server is at this cursor. Without one of its own, the tab has read nothing that could be old. */
  reach(cursor: string, lists: readonly ChangeList[] = []) {
    if (cursor === this.#heard) return;
    this.#heard = cursor;
    if (this.#cursor === null) {
      this.#cursor = cursor;
      const [changed, reset] = [lists.filter((list) => !isOfRows(list)), lists.filter(isOfRows)];
      if (lists.length > 0) void this.#onChanges({ changed, reset, scope_changed: false });
      return;
    }
    if (cursor !== this.#cursor) this.want();
  }

  want() {
    this.#isWanted = true;
    this.work();
  }

  /** There is no stream, so nobody says that something changed. */
  poll() {
    this.#isPoll = true;
    this.want();
  }

  /** Also called when the tab becomes visible. */
  work() {
    if (!this.#isWanted || this.#isBusy || this.#leaving.aborted) return;
    if (document.visibilityState !== 'visible') return;
    clearTimeout(this.#timer);
    const waitMs = this.#nextAt - Date.now();
    // A clock that was set back must not stop it.
    if (waitMs > 0 && waitMs <= longestRetryMs) {
      this.#timer = setTimeout(() => this.work(), waitMs);
      return;
    }
    void this.#fetch(this.#cursor);
  }

  async #fetch(since: string | null) {
    this.#isBusy = true;
    this.#isWanted = false;
    const polling = this.#isPoll ? 'yes' : undefined;
    this.#isPoll = false;
    this.#nextAt = Date.now() + everyMs;
    try {
      const signal = this.#leaving;
      const { cursor, ...changes } = await call(
        listChanges,
        { query: { since: since ?? '', polling } },
        { signal },
      );
      if (signal.aborted) return;
      this.#retryMs = firstRetryMs;
      // Without a cursor every list is reset, and the tab has read none that could be old.
      if (since === null) return this.begin(cursor);
      this.#cursor = cursor;
      const rows = [changes.users, changes.locations].reduce(
        (sum, one) => sum + (one ? one.rows.length + one.removed.length : 0),
        0,
      );
      if (rows > manyRows) this.#nextAt = Date.now() + everyMsWhenMany;
      const shownAt = performance.now();
      await this.#onChanges(changes);
      const pauseMs = Math.min(pauseFactor * (performance.now() - shownAt), longestPauseMs);
      this.#nextAt = Math.max(this.#nextAt, Date.now() + pauseMs);
    } catch (error) {
      if (this.#leaving.aborted || isFinal(error)) return;
      this.#isWanted = true;
      this.#nextAt = Date.now() + this.#retryMs;
      this.#retryMs = Math.min(this.#retryMs * 2, longestRetryMs);
    } finally {
      this.#isBusy = false;
      this.work();
    }
  }
}

function isOfRows(list: ChangeList) {
  return list === 'users' || list === 'locations';
}

/** The session is over, which the request itself has told the app. */
function isFinal(error: unknown) {
  return error instanceof RequestFailed && error.status === 401;
}
