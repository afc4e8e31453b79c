import { type Outage, outageOf } from './outage.ts';

/** The part of the process's log that is used here. */
export interface Logger {
  error(details: object, message: string): void;
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

const sentences: Record<Outage, string> = {
  away: 'The database does not answer. Requests are refused until it does.',
  busy: 'The database is busy.',
  read_only: 'The database is read-only. Requests that change anything are refused until it accepts them.',
  full: 'The disk of the database is full. Requests that change anything are refused until there is space.',
};

/**
 * Logs an outage once when it starts, and once when it is over: when the database works and nothing failed for
 * `quietMs`. Dead connections fail one after the other, as their statements time out.
 */
export class DatabaseLog {
  readonly #logger: Logger;
  readonly #quietMs: number;
  #outage: Outage | null = null;
  #ending: NodeJS.Timeout | undefined;

  constructor(logger: Logger, quietMs: number) {
    this.#quietMs = quietMs;
    this.#logger = logger;
  }

  /** The current outage; null when there is none. */
  get outage(): Outage | null {
    return this.#outage;
  }

  /** Logs a failure after a commit. The change itself is saved. */
  effectFailed(error: unknown): void {
    this.#logger.error({ err: error }, 'Work after a saved change failed');
  }

  /** Reports an error. Only the start of an outage is logged; a busy database is not an outage. */
  failed(error: unknown): void {
    const outage = outageOf(error);
    if (!outage || outage === 'busy') return;
    clearTimeout(this.#ending);
    this.#ending = undefined;
    if (outage === this.#outage) return;
    this.#outage = outage;
    this.#logger.error({ reason: reasonOf(error) }, sentences[outage]);
  }

  /** Reports success. If changes fail, only a saved change ends the outage. */
  worked(how: 'answered' | 'saved'): void {
    if (!this.#outage || (this.#outage !== 'away' && how === 'answered')) return;
    this.#ending ??= setTimeout(() => {
      this.#outage = null;
      this.#ending = undefined;
      this.#logger.warn({}, 'The database works again.');
    }, this.#quietMs).unref();
  }
}

/** The message without the statement and its values, which drivers store in other members. */
function reasonOf(error: unknown): string {
  const { message, code } = error as Error & { code?: unknown };
  // When several IP addresses failed, Node's message is empty.
  return message || String(code);
}
